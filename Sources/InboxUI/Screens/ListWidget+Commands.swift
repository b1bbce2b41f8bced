import InboxKit
import InboxModel
import TerminalUI

extension ListWidget {
    /// Moves the selection by a command. Returns false for other commands.
    mutating func perform(_ command: Command) -> Bool {
        switch command {
        case .down: move(by: 1)
        case .up: move(by: -1)
        case .top: moveToTop()
        case .bottom: moveToBottom()
        case .pageDown, .pageOn: movePages(1)
        case .pageUp: movePages(-1)
        case .halfDown: movePages(0.5)
        case .halfUp: movePages(-0.5)
        default: return false
        }
        return true
    }

    /// Applies a provider's event to the rows.
    mutating func apply(_ event: ProviderEvent, ids: [ID]) {
        switch event {
        case .changed(let changes): apply(RowChanges(changes), rows: ids)
        case .reset: reset(ids)
        case .fetchFailed, .fetchCompleted, .fetchStateChanged: break
        }
    }
}

extension RowChanges {
    init(_ changes: ChangeSet) {
        self.init(
            deletes: changes.deletes, inserts: changes.inserts,
            moves: changes.moves.map { Move(from: $0.from, to: $0.to) }, updates: changes.updates)
    }
}
