import Foundation
import InboxKit
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
    var targetThreads: [MailThread] {
        guard matching != nil else { return rows.targets.compactMap { entries[$0]?.thread } }
        return selectedEntries.map(\.thread)
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

    /// Asks for a search; everything in this view that meets it is selected, in sight or not.
    func askWhatToSelect() {
        let clock = around.clock
        around.push(
            EntryScreen(
                "Select what matches", placeholder: "empty for all, or from:ann older:1y …", around: around,
                note: { text in
                    let problem = LiveQuery(text, clock: clock).query.problem
                    let words = problem.map { "column \($0.column + 1): \($0.message)" }
                    return .init(text: words ?? "in \(self.title), in sight or not", isProblem: problem != nil)
                },
                done: { [weak self] text in self?.select(matching: text) }))
    }

    /// In place of what was selected before.
    func selectOnly(_ query: String, where isMeant: @escaping @Sendable (MailThread) -> Bool = { _ in true }) {
        unmarkAll()
        select(matching: query, where: isMeant)
    }

    /// - Parameter isMeant: what of it, where a query alone can't say so.
    func select(matching text: String, where isMeant: @escaping @Sendable (MailThread) -> Bool = { _ in true }) {
        let query = MailQuery(text, calendar: around.clock.calendar)
        let (filter, session, view) = (provider.filter && query.predicate, around.session, view)
        let isFlat = isFlat
        around.start(
            Errand("Looking for what matches", for: self) { [weak self] in
                let found = await Task.detached { () -> Result<[ListEntry], SessionError> in
                    let limit = MatchingSelection.most + 1
                    do throws(SessionError) {
                        return .success(
                            isFlat
                                ? try session.messages(filter, limit: limit).compactMap(\.entry)
                                : try session.threads(filter, limit: limit).compactMap(\.entry))
                    } catch {
                        return .failure(error)
                    }
                }.value
                return {
                    guard let self, self.view == view, self.isFlat == isFlat else { return }
                    switch found {
                    case .success(let found): self.take(MatchingSelection(found.filter { isMeant($0.thread) }))
                    case .failure(let error): self.around.say(Wording.sentence(error), kind: .failure, undo: false)
                    }
                }
            })
    }

    private func take(_ found: MatchingSelection) {
        guard !found.entries.isEmpty else { return around.say("Nothing matches.", kind: .done, undo: false) }
        matching = found
        let count = Wording.number(found.entries.count)
        let words = found.isCut ? "The newest \(count) that match are selected" : "\(count) selected"
        // True no longer once another key acts on it, or ends it.
        around.say(words, kind: .info, undo: false)
        around.setNeedsDraw()
    }
}
