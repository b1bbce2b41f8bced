import InboxKit
import InboxModel
import TerminalUI

/// Selecting rows by a search, including rows that are not visible.
extension ListScreen {
    /// Asks for a search, and selects everything in this view that matches, visible or not.
    func askWhatToSelect() {
        let clock = around.clock
        around.push(
            EntryScreen(
                "Select what matches", deed: "select", placeholder: "from:ann older:1y …", around: around,
                note: { text in
                    let problem = LiveQuery(text, clock: clock).query.problem
                    let words = problem.map { "column \($0.column + 1): \($0.message)" }
                    // The word “all” would be searched for as such.
                    let what = text.isEmpty ? "everything in" : "in"
                    return .init(text: words ?? "\(what) \(self.title), shown or not", isProblem: problem != nil)
                },
                done: { [weak self] text in self?.select(matching: text) }))
    }

    /// Selects the matches of a query instead of the current selection.
    func selectOnly(_ query: String, where isMeant: @escaping @Sendable (MailThread) -> Bool = { _ in true }) {
        unmarkAll()
        select(matching: query, where: isMeant)
    }

    /// - Parameter isMeant: Filters the matches, where a query alone is not enough.
    func select(matching text: String, where isMeant: @escaping @Sendable (MailThread) -> Bool = { _ in true }) {
        let query = MailQuery(text, calendar: around.clock.calendar)
        let (filter, session, isFlat) = (provider.filter && query.predicate, around.session, isFlat)
        let number = selecting.begin()
        var errand = Errand("Finding matches", for: self) { [weak self] in
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
            return { self?.answered(number, isFlat: isFlat, found.map { $0.filter { isMeant($0.thread) } }) }
        }
        errand.holdsKeys = true
        errand.stopped = { [weak self] in
            guard let self, selecting.search == number else { return }
            stopSelecting()
            awaiting = []
            release()
        }
        around.start(errand)
    }

    /// - Parameter number: The number of the search; only the last one counts.
    private func answered(_ number: Int, isFlat: Bool, _ found: Result<[ListEntry], SessionError>) {
        guard selecting.search == number else { return }
        selecting.search = nil
        defer { release() }
        guard self.isFlat == isFlat else { return _ = dropAwaiting("The rows have changed.") }
        switch found {
        case .success(let found):
            take(MatchingSelection(found))
            performAwaiting()
        case .failure(let error):
            awaiting = []
            around.say(Wording.sentence(error), kind: .failure, undo: false)
        }
    }

    private func take(_ found: MatchingSelection) {
        guard !found.entries.isEmpty else {
            if !dropAwaiting("Nothing matches.") { around.say("Nothing matches.", kind: .done, undo: false) }
            return
        }
        matching = found
        let count = Wording.number(found.entries.count)
        let words = found.isCut ? "The newest \(count) that match are selected" : "\(count) selected"
        // No longer true once another key acts on the selection, or ends it.
        around.say(words, kind: .info, undo: false)
        around.setNeedsDraw()
    }
}
