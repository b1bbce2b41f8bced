import InboxKit
import InboxModel
import TerminalUI

/// What of a thread a search found.
struct ThreadHits {
    /// The messages that meet the search, oldest first; empty where it does not tell one message from another.
    let messages: [MessageID]
    let words: SoughtWords
    /// Whether nothing was searched for, but a list of messages opened the thread at one of them.
    let isPlace: Bool

    static let none = ThreadHits(messages: [], words: .none)

    private init(messages: [MessageID], words: SoughtWords, isPlace: Bool = false) {
        self.isPlace = isPlace
        self.messages = messages
        self.words = words
    }

    /// - Parameter search: what the list shows that the thread was opened from; nil where nothing is searched for.
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
        let provider = session.messageProvider(
            filter: .thread(thread) && search, sort: .oldestFirst, window: 0..<20_000, loadsAtOnce: true)
        self.init(messages: provider.items.map(\.id), words: SoughtWords(shownFor: search))
    }

    /// Whether there is nothing to go to from match to match.
    var isEmpty: Bool { messages.isEmpty || isPlace }

    /// Whether it found some of the messages: what finds all of them, as a word of their subject does, says not where to
    /// begin.
    func tellsApart(_ all: [Message]) -> Bool {
        (messages.count < all.count || all.count == 1) && all.contains { messages.contains($0.id) }
    }
}

extension MailPredicate {
    /// Whether it asks for more than where a message is and when it came.
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
    /// Goes to the next line (1) or the one before (-1) that the search found; to the head of a message whose text does not
    /// show why it was found.
    func findHit(_ direction: Int) -> Bool {
        guard !hits.isEmpty else { return false }
        found = lastHit
        return find(direction, fromHere: false) { hitLines(in: $0) }
    }

    /// The line that was found last. Who stands at the head of a message that was found is there already.
    var lastHit: (message: MessageID, line: Int)? {
        found ?? current.flatMap { hits.messages.contains($0) ? ($0, 0) : nil }
    }

    /// The first match of the search, with what stands above it in its message as far as there is room.
    func goToFirstHit() -> Bool {
        guard hits.tellsApart(items), let message = items.first(where: { hits.messages.contains($0.id) }),
            let row = row(of: message.id)
        else {
            return false
        }
        go(toRow: row)
        if let line = hitLines(in: message).first, line > 0 { show(line, of: message) }
        awaitedHit = bodies.state(of: message).state.isHere ? nil : (message.id, scroll)
        return true
    }

    /// A text that was still to be fetched is here now: unless the user has gone on, its first match is gone to.
    func goToAwaitedHit() {
        guard let awaited = awaitedHit, let message = messages[awaited.message] else { return }
        guard current == awaited.message, scroll == awaited.scroll else { return awaitedHit = nil }
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
