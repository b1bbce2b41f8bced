import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Threads that were selected by a search, in sight or not.
struct MatchingSelection {
    /// The newest first.
    var threads: [MailThread]
    var ids: Set<ThreadID>
    /// Whether there are more than can be selected.
    var isCut: Bool

    static let most = 20_000

    init(_ threads: [MailThread]) {
        isCut = threads.count > Self.most
        self.threads = Array(threads.prefix(Self.most))
        ids = Set(self.threads.map(\.id))
    }
}

extension ListScreen {
    /// What a command is about: all that was selected by a search and the marked rows, else the selected row.
    var threadsToActOn: [ThreadID] { targets }

    var targets: [ThreadID] {
        guard let matching else { return rows.targets }
        return matching.threads.map(\.id) + rows.rows.filter { rows.marked.contains($0) && !matching.ids.contains($0) }
    }

    var targetThreads: [MailThread] {
        guard let matching else { return rows.targets.compactMap { threads[$0] } }
        return matching.threads
            + rows.rows.filter { rows.marked.contains($0) && !matching.ids.contains($0) }
            .compactMap { threads[$0] }
    }

    func isMarked(_ id: ThreadID) -> Bool { rows.marked.contains(id) || matching?.ids.contains(id) == true }

    var selectedCount: Int { matching == nil ? rows.marked.count : targets.count }

    func unmarkAll() {
        rows.unmarkAll()
        matching = nil
    }

    func mute() {
        let targets = targets
        unmarkAll()
        around.mute(targets)
    }

    func snooze() {
        // Mail may come, and other rows be marked, while the question stands.
        let targets = targets
        around.askUntilWhen(targetThreads) { [weak self] date in self?.snooze(targets, until: date) }
    }

    func snooze(_ targets: [ThreadID], until date: Date?) {
        guard !targets.isEmpty, !around.refusesPast(date) else { return }
        around.lastAct = LastAct(date == nil ? .wake : .snooze, date: date)
        unmarkAll()
        letGo(targets)
        around.snooze(targets, until: date)
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

    func select(matching text: String) {
        let query = MailQuery(text, now: around.clock.now(), calendar: around.clock.calendar)
        let (filter, session, view) = (provider.filter && query.predicate, around.session, view)
        around.start(
            Errand("Looking for what matches", for: self) { [weak self] in
                let found = await Task.detached { () -> Result<[MailThread], SessionError> in
                    do throws(SessionError) {
                        return .success(try session.threads(filter, limit: MatchingSelection.most + 1))
                    } catch {
                        return .failure(error)
                    }
                }.value
                return {
                    guard let self, self.view == view else { return }
                    switch found {
                    case .success(let threads): self.take(MatchingSelection(threads))
                    case .failure(let error): self.around.say(Wording.sentence(error), kind: .failure, undo: false)
                    }
                }
            })
    }

    private func take(_ found: MatchingSelection) {
        guard !found.threads.isEmpty else { return around.say("Nothing matches.", kind: .done, undo: false) }
        matching = found
        let count = Wording.number(found.threads.count)
        let words = found.isCut ? "The newest \(count) that match are selected" : "\(count) selected"
        around.say(words, kind: .done, undo: false)
        around.setNeedsDraw()
    }
}
