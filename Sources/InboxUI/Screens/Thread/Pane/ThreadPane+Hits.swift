import InboxKit
import InboxModel
import TerminalUI

/// What a search found in a thread.
struct ThreadHits {
    /// The messages that match the search, oldest first; empty where the search does not tell messages apart.
    let messages: [MessageID]
    let words: SoughtWords
    /// Whether there was no search, but a list of messages that opened the thread at one of them.
    let isPlace: Bool

    static let none = ThreadHits(messages: [], words: .none)

    private init(messages: [MessageID], words: SoughtWords, isPlace: Bool = false) {
        self.isPlace = isPlace
        self.messages = messages
        self.words = words
    }

    /// - Parameter search: the filter of the list that opened the thread; nil where nothing is searched for.
    @UI
    init(_ search: MailPredicate?, in thread: ThreadID, of session: MailSession) {
        guard let search, search.isAboutContents else {
            self = .none
            return
        }
        if case .message(let id) = search {
            self.init(messages: [id], words: .none, isPlace: true)
            return
        }
        let found = (try? session.messages(of: thread, matching: search)) ?? []
        self.init(messages: found, words: SoughtWords(shownFor: search))
    }

    /// Whether there are no matches to step through.
    var isEmpty: Bool { messages.isEmpty || isPlace }

    /// Whether the search found only some of the messages. One that finds all of them, such as a word of their subject, does
    /// not say where to begin.
    func tellsApart(_ all: [Message]) -> Bool {
        (messages.count < all.count || all.count == 1) && all.contains { messages.contains($0.id) }
    }
}

extension MailPredicate {
    /// Whether it asks for more than the place and the date of a message.
    fileprivate var isAboutContents: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.isAboutContents)
        case .not(let part): part.isAboutContents
        case .mailbox, .account, .thread, .receivedSince, .receivedBefore, .newer, .older, .sinceDay, .beforeDay: false
        default: true
        }
    }
}

extension ThreadPane {
    /// Goes to the next line (1) or the previous one (-1) that the search found; to the head of a message whose text does not
    /// show why it was found.
    func findHit(_ direction: Int) -> Bool {
        guard !hits.isEmpty else { return false }
        found = lastHit
        return find(direction) { hitLines(in: $0) }
    }

    /// The line that was found last; if there is none, the head of the current message where the search found it.
    var lastHit: (message: MessageID, line: Int)? {
        found ?? current.flatMap { hits.messages.contains($0) ? ($0, 0) : nil }
    }

    /// Goes to the first match of the search. What stands above it in its message stays visible as far as there is room.
    func goToFirstHit() -> Bool {
        guard hits.tellsApart(items), let message = items.first(where: { hits.messages.contains($0.id) }),
            let row = row(of: message.id)
        else {
            return false
        }
        go(toRow: row)
        if let line = hitLines(in: message).first, line > 0 { show(line, of: message) }
        if !bodies.state(of: message).state.isHere { awaited = .hit(message.id, scroll) }
        return true
    }

    /// Goes to the first match once its text has been fetched.
    func goToHit(_ id: MessageID, awaitedAt then: RowScroll) {
        guard let message = messages[id] else { return }
        guard current == id, scroll == then else { return awaited = nil }
        if bodies.state(of: message).state.isHere { _ = goToFirstHit() }
    }

    private func hitLines(in message: Message) -> [Int] {
        guard hits.messages.contains(message.id) else { return [] }
        let words = hits.words
        let isMatch: (String) -> Bool = { !words.places(in: $0, showing: .body).isEmpty }
        let lines =
            holds(message, isMatch) ? matches(in: message, isMatch) : []
        return lines.isEmpty ? [0] : lines
    }
}
