import Foundation
import InboxModel
import TerminalUI

/// Selected rows, visible or not: found by a search, or marked before the list moved on to other rows.
struct MatchingSelection {
    /// The rows found by a search, newest first, and then marked rows.
    var entries: [ListEntry]
    var ids: Set<RowID>
    /// Whether more rows matched than can be selected.
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

    /// The accounts of the mail to act on; without any mail, the account being shown.
    var accountsToActIn: Set<AccountID> {
        let accounts = Set(targetThreads.map(\.account))
        return accounts.isEmpty ? Set([view.account].compactMap(\.self)) : accounts
    }

    /// The rows that a command acts on: those selected by a search and the marked ones, otherwise the selected row.
    var targets: [RowID] {
        guard let matching else { return rows.targets }
        return matching.entries.map(\.id) + rows.rows.filter { rows.marked.contains($0) && !matching.ids.contains($0) }
    }

    /// The conversations of these rows; for a message, a conversation with only this message.
    var targetThreads: [MailThread] { targetEntries.map(\.thread) }

    var targetEntries: [ListEntry] {
        matching == nil ? rows.targets.compactMap { loaded[$0] } : selectedEntries
    }

    /// The rows selected by a search, and then the marked ones.
    var selectedEntries: [ListEntry] {
        let marked = rows.rows.filter { rows.marked.contains($0) && matching?.ids.contains($0) != true }
        return (matching?.entries ?? []) + marked.compactMap { loaded[$0] }
    }

    func isMarked(_ id: RowID) -> Bool { rows.marked.contains(id) || matching?.ids.contains(id) == true }

    var selectedCount: Int { matching == nil ? rows.marked.count : targets.count }

    /// Keeps marked rows selected when the list loads other rows of the same view, or in another order.
    func keepMarks() {
        guard !rows.marked.isEmpty, provider.filter == loaded.filter else { return }
        let there = Set(provider.entries.map(\.id))
        let left = rows.rows.filter {
            rows.marked.contains($0) && !there.contains($0) && matching?.ids.contains($0) != true
        }
        guard !left.isEmpty else { return }
        matching = MatchingSelection((matching?.entries ?? []) + left.compactMap { loaded[$0] })
    }

    /// Toggles the mark of the row at the cursor.
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

    /// Takes rows out of the selection.
    func leaveOut(_ ids: Set<RowID>) {
        let marked = rows.targets.filter { rows.marked.contains($0) && !ids.contains($0) }
        let rest = matching?.entries.filter { !ids.contains($0.id) } ?? []
        unmarkAll()
        rows.mark(marked)
        if !rest.isEmpty { matching = MatchingSelection(rest) }
    }

    /// Whether all that is selected are drafts.
    var hasOnlyDrafts: Bool {
        (matching?.entries ?? []).allSatisfy { $0.thread.messageCount == 0 }
            && rows.marked.allSatisfy { loaded[$0]?.thread.messageCount == 0 }
    }

    /// Mutes the whole conversations of the selected rows.
    func mute() {
        let threads = threadsToActOn
        unmarkAll()
        around.mute(threads)
    }

    func snooze() {
        // While the question is open, mail may arrive and other rows may be marked.
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
