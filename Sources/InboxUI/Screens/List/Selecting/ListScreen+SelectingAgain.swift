import InboxKit
import InboxModel
import TerminalUI

/// The selection stays when the rows become messages instead of threads, or threads instead of messages.
extension ListScreen {
    /// What is selected, or is about to be selected again.
    var chosen: [ListEntry] { selectedCount == 0 ? selecting.carried : selectedEntries }

    /// Selects mail that was selected as the other kind of row: the messages of threads, and the threads whose messages here were all
    /// selected. Acting on other threads would act on messages that were not.
    func selectAgain(_ selected: [ListEntry]) {
        guard let first = selected.first else { return }
        guard first.id.isMessage != self.isFlat else { return matching = MatchingSelection(selected) }
        let (filter, session, isFlat) = (provider.filter, around.session, isFlat)
        selectFound("Finding the selection", saying: { Self.words(on: $0, insteadOf: selected) }) {
            () throws(SessionError) in
            isFlat
                ? try session.entries(of: selected.map(\.id), in: filter, isFlat: true)
                : try session.wholeThreads(of: selected, in: filter)
        }
        selecting.carried = selected
    }

    private static func words(on found: MatchingSelection, insteadOf selected: [ListEntry]) -> String {
        let count = Wording.number(found.entries.count)
        if found.isCut { return "Only \(count) can be selected" }
        let threads = Set(found.entries.map(\.thread.id))
        let lost = selected.filter { !threads.contains($0.thread.id) }
        guard let first = lost.first else { return "\(count) selected" }
        let left = Wording.count(lost.count, first.id.isMessage ? "message" : "thread")
        let reason =
            !first.id.isMessage ? "no longer here" : lost.count == 1 ? "only part of a thread" : "only parts of threads"
        guard !threads.isEmpty else { return "No longer selected: \(left), \(reason)." }
        return "\(count) selected; \(left) no longer: \(reason)"
    }
}

extension MailSession {
    /// Returns the threads of selected messages, without those of which a list with that filter has other messages too.
    fileprivate func wholeThreads(of selected: [ListEntry], in filter: MailPredicate) throws(SessionError)
        -> [ListEntry]
    {
        let ids = Set(selected.map(\.id))
        let threads = Set(selected.map { RowID.thread($0.thread.id) })
        let others = try entries(of: Array(threads), in: filter, isFlat: true).filter { !ids.contains($0.id) }
        let parts = Set(others.map { RowID.thread($0.thread.id) })
        return try entries(of: Array(threads.subtracting(parts)), in: filter, isFlat: false)
    }
}
