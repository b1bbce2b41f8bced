import InboxModel
import MailContent
import TerminalUI

/// Searching the thread for words, and going to matches and unread messages.
extension ThreadScreen {
    func askForWords() {
        let around = around
        let next = around.keyName(of: .nextMatch, in: .thread) ?? ""
        let previous = around.keyName(of: .previousMatch, in: .thread) ?? ""
        around.push(
            EntryScreen(
                "Find in this thread", deed: "find", placeholder: Wording.line(wanted), around: around,
                note: { [weak self] in
                    let others = self?.pane.hits.isEmpty == false ? "what was searched for" : "unread messages"
                    return .init(
                        text: $0.isEmpty
                            ? "\(next) and \(previous) go to \(others)"
                            : "\(next) next match, \(previous) previous one")
                },
                done: { [weak self] words in
                    self?.wanted = words
                    if !words.isEmpty { self?.goToMatch(1, fromHere: true) }
                }))
    }

    /// Goes to the next match of the words searched here, else of the search that found the thread, else to the next unread
    /// message.
    func goToMatch(_ direction: Int, fromHere: Bool = false) {
        defer { around.setNeedsDraw() }
        if wanted.isEmpty { return goToHit(direction) }
        if !fromHere, let searching = pane.searching, searching.from == pane.current {
            pane.searching?.steps.append(direction)
            return
        }
        look(pane.search(for: wanted, direction, fromHere: fromHere))
    }

    /// Goes on with a search; beside the screen where it takes longer.
    private func look(_ search: ThreadSearch, steps: [Int] = []) {
        var search = search
        pane.searching = nil
        switch pane.goOn(with: &search) {
        case .found:
            say(pane.remark(on: search.direction, from: search.start))
            for step in steps { goToMatch(step) }
        case .notFound:
            let rest = search.isPartial ? ", as far as its texts are here" : ""
            around.say("“\(CleanText.line(wanted))” is not in this thread\(rest)", kind: .info)
        case .goesOn: lookBeside(search, steps: steps)
        }
        around.setNeedsDraw()
    }

    private func lookBeside(_ search: ThreadSearch, steps: [Int]) {
        let (pane, session) = (pane, around.session)
        searches += 1
        let number = searches
        pane.searching = SearchBeside(number: number, from: pane.current, steps: steps)
        let texts = search.rest.map { pane.bodies.searchable($0) }
        var errand = Errand("Searching this thread", for: self) { [weak self] in
            let match = await search.firstMatch(in: texts, session)
            return { self?.looked(search, match, number) }
        }
        errand.stopped = { [weak pane] in if pane?.searching?.number == number { pane?.searching = nil } }
        around.start(errand)
    }

    /// Goes to what the search beside the screen has found, unless the user has moved on or searches again.
    private func looked(_ search: ThreadSearch, _ match: ThreadSearch.Match, _ number: Int) {
        guard let searching = pane.searching, searching.number == number else { return }
        guard searching.from == pane.current else { return pane.searching = nil }
        var search = search
        search.isPartial = search.isPartial || match.isPartial
        search.pass(match.passed)
        if let message = search.rest.first, let read = match.read { pane.bodies.keep(read, of: message.id) }
        look(search, steps: searching.steps)
    }

    /// Whether a match of the words searched here is marked on the screen.
    var isFinding: Bool { !wanted.isEmpty && pane.showsFound }

    func endFinding() {
        wanted = ""
        (pane.found, pane.searching) = (nil, nil)
    }

    private func goToHit(_ direction: Int) {
        let start = pane.lastHit.map { ($0.message, $0.line) } ?? pane.current.map { ($0, nil) }
        guard pane.findHit(direction) else { return goToUnread(direction) }
        say(pane.remark(on: direction, from: start))
    }

    private func say(_ remark: String?) {
        if let remark { around.say(remark, kind: .info) }
    }

    func goToUnread(_ direction: Int) {
        if !pane.goToUnread(direction) {
            around.say("No other unread message in this thread", kind: .info)
        }
    }
}
