import Foundation
import InboxModel
import TerminalUI

/// Rows that are selected, in sight or not: found by a search, or marked before the list went on to other rows.
struct MatchingSelection {
    /// What a search found, the newest first; then what was marked.
    var entries: [ListEntry]
    var ids: Set<RowID>
    /// Whether there are more than can be selected.
    var isCut: Bool

    static let most = 20_000

    init(_ entries: [ListEntry]) {
        isCut = entries.count > Self.most
        self.entries = Array(entries.prefix(Self.most))
        ids = Set(self.entries.map(\.id))
    }
}

extension ListScreen {
    var threadsToActOn: [ThreadID] {
        var met: Set<ThreadID> = []
        return targetThreads.map(\.id).filter { met.insert($0).inserted }
    }

    /// Where there is nothing to act on, the account that is looked at.
    var accountsToActIn: Set<AccountID> {
        let accounts = Set(targetThreads.map(\.account))
        return accounts.isEmpty ? Set([view.account].compactMap(\.self)) : accounts
    }

    /// What a command is about: all that was selected by a search and the marked rows, else the selected row.
    var targets: [RowID] {
        guard let matching else { return rows.targets }
        return matching.entries.map(\.id) + rows.rows.filter { rows.marked.contains($0) && !matching.ids.contains($0) }
    }

    /// The conversations of these rows; of a message, as if nothing else were in it.
    var targetThreads: [MailThread] { targetEntries.map(\.thread) }

    var targetEntries: [ListEntry] {
        matching == nil ? rows.targets.compactMap { entries[$0] } : selectedEntries
    }

    /// What was selected by a search, then the marked rows.
    var selectedEntries: [ListEntry] {
        let marked = rows.rows.filter { rows.marked.contains($0) && matching?.ids.contains($0) != true }
        return (matching?.entries ?? []) + marked.compactMap { entries[$0] }
    }

    func isMarked(_ id: RowID) -> Bool { rows.marked.contains(id) || matching?.ids.contains(id) == true }

    var selectedCount: Int { matching == nil ? rows.marked.count : targets.count }

    /// Marked rows that the list goes on from stay selected: it shows others of the same view, or in another order.
    func keepMarks() {
        guard !rows.marked.isEmpty, provider.filter == takenFilter else { return }
        let there = Set(provider.entries.map(\.id))
        let left = rows.rows.filter {
            rows.marked.contains($0) && !there.contains($0) && matching?.ids.contains($0) != true
        }
        guard !left.isEmpty else { return }
        matching = MatchingSelection((matching?.entries ?? []) + left.compactMap { entries[$0] })
    }

    /// Selects the row, or no longer.
    func mark() {
        if let id = rows.selection, matching?.ids.contains(id) == true {
            let rest = matching?.entries.filter { $0.id != id } ?? []
            matching = rest.isEmpty ? nil : MatchingSelection(rest)
        } else {
            rows.toggleMark()
        }
        rows.move(by: 1)
    }

    func unmarkAll() {
        rows.unmarkAll()
        matching = nil
    }

    /// What is muted is a conversation, with all that comes to it.
    func mute() {
        let threads = threadsToActOn
        unmarkAll()
        around.mute(threads)
    }

    func snooze() {
        // Mail may come, and other rows be marked, while the question stands.
        let targets = targets
        around.askUntilWhen(targetThreads, MailTargets(targets)) { [weak self] date in
            self?.snooze(targets, until: date)
        }
    }

    func snooze(_ targets: [RowID], until date: Date?) {
        guard !targets.isEmpty, !around.refusesPast(date) else { return }
        around.lastAct = LastAct(date == nil ? .wake : .snooze, date: date, onMessages: isFlat)
        unmarkAll()
        letGo(targets, by: date == nil ? .wake : .snooze)
        around.snooze(MailTargets(targets), until: date)
    }
}
