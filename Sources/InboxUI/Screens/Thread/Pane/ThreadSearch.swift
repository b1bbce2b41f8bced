import InboxKit
import InboxModel
import MailContent

/// A search for words in the texts of a thread, from the current message once around. It looks at a few texts at once and leaves the
/// others to a task beside the screen: a thread may have thousands. Texts that are not here yet are not fetched for it.
struct ThreadSearch: Sendable {
    enum Outcome: Hashable {
        case found, notFound
        /// The rest must be looked through beside the screen.
        case goesOn
    }

    /// The number of texts that take negligible time.
    static let atOnce = 20

    /// In lower case.
    let words: String
    let direction: Int
    /// The messages to look at, in order. The one where the search begins comes again at the end.
    private(set) var rest: ArraySlice<Message>
    /// The line of the first message from which to look; nil for all its lines.
    private(set) var line: Int?
    /// Where it begins.
    let start: (message: MessageID, line: Int?)?
    /// Whether there were messages whose texts are not here.
    var isPartial = false

    init(_ words: String, _ direction: Int, _ messages: [Message], from line: Int?) {
        self.words = words.lowercased()
        self.direction = direction
        rest = messages[...]
        self.line = line
        start = messages.first.map { ($0.id, line) }
    }

    func isMatch(_ text: String) -> Bool { text.lowercased().contains(words) }

    func isIn(_ text: StyledText) -> Bool { text.lines.contains { isMatch($0.text) } }

    /// Leaves out messages that were looked at.
    mutating func pass(_ count: Int = 1) {
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
        line = nil
    }

    /// What a look through the rest has found.
    struct Match: Sendable {
        /// The number of messages before it.
        var passed = 0
        var isPartial = false
        /// The text, where it had to be read.
        var read: StoredText.Read?
    }

    /// Looks through the texts of the rest, beside the screen; ends early when its task is cancelled.
    func firstMatch(in texts: [SearchableText], _ session: MailSession) async -> Match {
        var match = Match()
        for text in texts where !Task.isCancelled {
            switch text {
            case .here(let text): if isIn(text) { return match }
            case .stored(let stored):
                if let read = stored.read(from: session) {
                    if case .here(let text, _, _, _) = read.reading.state, isIn(text) {
                        match.read = read
                        return match
                    }
                } else {
                    match.isPartial = true
                }
            }
            match.passed += 1
        }
        return match
    }
}

/// A search that goes on beside the screen.
struct SearchBeside {
    let number: Int
    /// The message that was current when it began.
    let from: MessageID?
    /// The directions in which the user goes on after it.
    var steps: [Int] = []
}
