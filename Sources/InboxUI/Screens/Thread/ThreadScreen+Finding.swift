import MailContent
import TerminalUI

/// Searching the thread for words, and going to matches and unread messages.
extension ThreadScreen {
    func askForWords() {
        let surroundings = surroundings
        let next = surroundings.keyName(of: .nextMatch, in: .thread) ?? ""
        let previous = surroundings.keyName(of: .previousMatch, in: .thread) ?? ""
        surroundings.push(
            EntryScreen(
                "Find in this thread", deed: "find", placeholder: Wording.line(wanted), around: surroundings,
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
        defer { surroundings.setNeedsDraw() }
        if wanted.isEmpty { return goToHit(direction) }
        if !pane.find(wanted, direction, fromHere: fromHere) {
            surroundings.say("“\(CleanText.line(wanted))” is not in this thread", kind: .info, undo: false)
        }
    }

    /// Whether a match of the words searched here is marked on the screen.
    var isFinding: Bool { !wanted.isEmpty && pane.showsFound }

    func endFinding() {
        wanted = ""
        pane.found = nil
    }

    private func goToHit(_ direction: Int) {
        let before = pane.lastHit
        guard pane.findHit(direction) else { return goToUnread(direction) }
        if let before, let now = pane.found, before == now {
            surroundings.say("No more matches in this thread", kind: .done, undo: false)
        }
    }

    func goToUnread(_ direction: Int) {
        if !pane.goToUnread(direction) {
            surroundings.say("No other unread message in this thread", kind: .info, undo: false)
        }
    }
}
