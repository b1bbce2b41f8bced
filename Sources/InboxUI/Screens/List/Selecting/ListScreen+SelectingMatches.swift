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
                    let problem = LiveQuery(text, clock: clock).query.problem.map { ($0.column, $0.message) }
                    // With a minus before it, a name that means nothing would select everything.
                    let doubt = QueryDoubt.all(
                        in: text, mailboxes: self.mailboxes.items, accounts: self.accounts.items
                    ).first.map { ($0.column, $0.message) }
                    let words = (problem ?? doubt).map { column, message in "column \(column + 1): \(message)" }
                    // The word “all” would be searched for as such.
                    let what = text.isEmpty ? "everything in" : "in"
                    return .init(text: words ?? "\(what) \(self.title), shown or not", isProblem: words != nil)
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
        selectFound("Finding matches", saying: { Self.words(on: $0) }) { () throws(SessionError) in
            let limit = MatchingSelection.most + 1
            let found =
                isFlat
                ? try session.messages(filter, limit: limit).compactMap(\.entry)
                : try session.threads(filter, limit: limit).compactMap(\.entry)
            return found.filter { isMeant($0.thread) }
        }
    }

    private static func words(on found: MatchingSelection) -> String {
        guard !found.entries.isEmpty else { return "Nothing matches." }
        let count = Wording.number(found.entries.count)
        return found.isCut ? "The newest \(count) that match are selected" : "\(count) selected"
    }

    /// Selects what a search of the store finds. Commands on the selection wait for it.
    /// - Parameters:
    ///   - words: What the user is told to be waiting for.
    ///   - saying: Returns the words for what is selected; a sentence if that is nothing.
    func selectFound(
        _ words: String, saying: @escaping @UI @Sendable (MatchingSelection) -> String,
        _ find: @escaping @Sendable () throws(SessionError) -> [ListEntry]
    ) {
        let (number, isFlat) = (selecting.begin(), isFlat)
        var errand = Errand(words, for: self) { [weak self] in
            let found = await Task.detached { () -> Result<[ListEntry], SessionError> in
                do throws(SessionError) { return .success(try find()) } catch { return .failure(error) }
            }.value
            return { self?.answered(number, isFlat: isFlat, found, saying) }
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
    private func answered(
        _ number: Int, isFlat: Bool, _ found: Result<[ListEntry], SessionError>,
        _ saying: @UI (MatchingSelection) -> String
    ) {
        guard selecting.search == number else { return }
        (selecting.search, selecting.carried) = (nil, [])
        defer { release() }
        guard self.isFlat == isFlat else { return _ = dropAwaiting("The rows have changed.") }
        switch found {
        case .success(let found):
            let found = MatchingSelection(found)
            take(found, saying(found))
            performAwaiting()
        case .failure(let error):
            awaiting = []
            around.say(Wording.sentence(error), kind: .failure)
        }
    }

    private func take(_ found: MatchingSelection, _ words: String) {
        guard !found.entries.isEmpty else {
            if !dropAwaiting(words) { around.say(words, kind: .done) }
            return
        }
        matching = found
        // No longer true once another key acts on the selection, or ends it.
        around.say(words, kind: .info)
        around.setNeedsDraw()
    }
}
