import InboxKit
import InboxModel
import TerminalUI

/// The rows that an action, not shown yet, may remove.
struct RowsTaken {
    var threads: Set<ThreadID> = []
    var messages: Set<MessageID> = []
    /// Whether it may be any rows, or even bring others.
    var mayBeAny = false
    /// Whether the rows go for certain.
    var isCertain = false

    func contains(_ entry: ListEntry) -> Bool {
        if mayBeAny || threads.contains(entry.thread.id) { return true }
        if case .message(let id) = entry.id { return messages.contains(id) }
        return false
    }
}

extension ListScreen {
    /// Commands that remove no rows from a mailbox.
    private static let staying: Set<Action.Command> = [
        .shake, .unread, .star, .unstar, .mark, .unmark, .replyLater, .replied, .copy, .label,
    ]
    /// Commands that remove rows from the inbox, wherever the mail goes.
    private static let leavingInbox: Set<Action.Command> = [.archive, .trash, .junk, .snooze]

    /// - Parameters:
    ///   - command: Nil where the command is not known.
    ///   - parts: Empty where the affected mail is not known.
    /// - Returns: Nil where every row stays.
    func taken(by command: Action.Command?, _ parts: [DeedPart]) -> RowsTaken? {
        guard let command else { return RowsTaken(mayBeAny: true) }
        var (isMailbox, isInbox) = (false, false)
        switch view {
        case .role(_, let role): (isMailbox, isInbox) = (true, role == .inbox)
        case .allInboxes: (isMailbox, isInbox) = (true, true)
        case .mailbox: isMailbox = true
        default: break
        }
        func stays(_ command: Action.Command) -> Bool { isMailbox && Self.staying.contains(command) }
        guard !parts.isEmpty else { return stays(command) ? nil : RowsTaken(mayBeAny: true) }
        // The parts of a series that remove their rows.
        let moving = parts.filter { !stays($0.command ?? command) }
        guard !moving.isEmpty else { return nil }
        return RowsTaken(
            threads: Set(moving.filter(\.messages.isEmpty).flatMap(\.threads)),
            messages: Set(moving.flatMap(\.messages)),
            isCertain: isInbox && moving.contains { Self.leavingInbox.contains($0.command ?? command) })
    }

    /// Whether an earlier action may remove one of these rows.
    func mayGo(_ entries: [ListEntry]) -> Bool {
        deeds.taken.values.contains { entries.contains(where: $0.contains) }
    }

    private func goes(_ row: RowID) -> Bool {
        guard let entry = loaded[row] else { return false }
        return deeds.taken.values.contains { $0.isCertain && $0.contains(entry) }
    }

    /// Moves the selection from a row that goes for certain to the one that will then be selected.
    func goPastTaken() {
        guard let index = rows.selectedIndex, goes(rows.rows[index]) else { return }
        let next = rows.rows[index...].first { !goes($0) }
        let previous = rows.rows[..<index].last { !goes($0) }
        if let row = rows.prefersPrevious ? previous ?? next : next ?? previous { rows.select(row) }
    }
}
