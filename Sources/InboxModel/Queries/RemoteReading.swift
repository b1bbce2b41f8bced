public import Foundation

/// A predicate as a server of the Inbox API (dialect 16) can be asked it: what it can filter by, and what is left to be
/// tested here.
///
/// It is about messages that were sent or received: all drafts are here, and no list of messages has them.
public struct RemoteReading: Hashable, Sendable {
    /// Which of the server's lists is asked.
    public enum List: String, Hashable, Sendable, CaseIterable {
        /// Each filter looks at any of a thread's messages by itself, while here one message must meet them all: so a
        /// filter only narrows, and with more than one condition all of them are tested again.
        case threads
        /// Each filter looks at the message itself.
        case messages
    }

    /// What asks a server to look for words. It sees words in its own way, so what it leaves out cannot be known.
    public struct Search: Hashable, Sendable {
        /// As its search understands it: words side by side, phrases in quotes, a star at a beginning.
        public var text: String
    }

    /// The list that the filter parameters go to.
    public var list: List
    /// Filter parameters by name; not used beside a search, which takes none.
    public var parameters: [String: String]
    /// Nil when no words are looked for.
    public var search: Search?
    /// What the server's answer must still meet; everything when nothing is left.
    public var remainder: MailPredicate
    /// The same without the words that a search looks for anywhere: of these the server has the say.
    public var unasked: MailPredicate

    /// How the server calls what it knows.
    public struct Names {
        /// Those of the account.
        private let mailboxes: [Mailbox]
        /// Nil for a thread that the server does not know.
        fileprivate let thread: (ThreadID) -> RemoteID?

        public init(mailboxes: [Mailbox], thread: @escaping (ThreadID) -> RemoteID? = { _ in nil }) {
            self.mailboxes = mailboxes
            self.thread = thread
        }

        /// A filter names one mailbox; nil when there are none or several.
        fileprivate func mailbox(_ reference: MailboxReference) -> RemoteID? {
            let meant = mailboxes.filter(reference.means)
            return meant.count == 1 ? meant[0].remoteID : nil
        }
    }

    /// The parts of a conjunction that the server understands become parameters; each parameter can be used once.
    /// - Parameter now: what relative dates count from.
    public init(
        _ predicate: MailPredicate, list: List, names: Names, now: Date = Date(), calendar: Calendar = .current
    ) {
        self.list = list
        let form = predicate.normalForm
        // Unread is a conjunction too, but one that the server knows as a whole.
        let parts: [MailPredicate] = if form != .unread, case .all(let parts) = form { parts } else { [form] }
        var parameters: [String: String] = [:]
        var rest: [MailPredicate] = []
        for part in parts {
            guard let parameter = Parameter.saying(part, list, names, now, calendar), parameters[parameter.name] == nil
            else {
                rest.append(part)
                continue
            }
            parameters[parameter.name] = parameter.value
            if list == .threads, parts.count > 1 { rest.append(part) }
        }
        self.parameters = parameters
        let words = parts.compactMap(Self.searchText)
        search = words.isEmpty ? nil : Search(text: words.joined(separator: " "))
        remainder = MailPredicate.all(search == nil ? rest : parts).normalForm
        let isSaid = { (part: MailPredicate) in if case .words(.anywhere, _) = part { true } else { false } }
        unasked = search == nil ? remainder : MailPredicate.all(parts.filter { !isSaid($0) }).normalForm
    }

    /// Whether it asks for anything less than the whole list.
    public var isNarrowing: Bool { search != nil || !parameters.isEmpty }

    /// Words that every message must have.
    private static func searchText(_ part: MailPredicate) -> String? {
        guard case .words(_, let sequence) = part, !sequence.words.isEmpty else { return nil }
        return MailPredicate.words(.anywhere, sequence).queryText()
    }

    /// The path and query that would be asked, for people: nothing in it is a secret.
    public var request: String {
        if let search { return "/\(list.rawValue)/search?q=\(search.text)" }
        let query = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return "/\(list.rawValue)" + (query.isEmpty ? "" : "?" + query)
    }
}

/// One filter of a list.
private struct Parameter {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Nil for a condition that no filter says.
    static func saying(
        _ part: MailPredicate, _ list: RemoteReading.List, _ names: RemoteReading.Names, _ now: Date,
        _ calendar: Calendar
    ) -> Parameter? {
        switch part.timed(at: now, calendar: calendar) {
        case .mailbox(let reference): names.mailbox(reference).map { Parameter("in", $0.rawValue) }
        case .thread(let thread): names.thread(thread).map { Parameter("thread_id", $0.rawValue) }
        case .unread: Parameter("unread", "true")
        case .not(.unread): Parameter("unread", "false")
        case .starred: Parameter("starred", "true")
        case .not(.starred): Parameter("starred", "false")
        case .address(let field, let pattern): address(field, pattern)
        // The list of threads looks at a thread's own subject, which is that of its first message.
        case .text(.subject, let pattern): list == .messages ? text(pattern).map { Parameter("subject", $0) } : nil
        case .text(.file, let pattern): text(pattern).map { Parameter("filename", $0) }
        case .receivedSince(let date): since(date, list)
        case .receivedBefore(let date): before(date, list)
        default: nil
        }
    }

    /// Whole seconds at this time or later are those after the second before it.
    private static func since(_ date: Date, _ list: RemoteReading.List) -> Parameter? {
        secondUp(date).map { second in
            Parameter(list == .messages ? "received_after" : "last_message_after", String(second - 1))
        }
    }

    /// `received_before` includes the second that it names, `started_before` does not.
    private static func before(_ date: Date, _ list: RemoteReading.List) -> Parameter? {
        secondUp(date).map { second in
            list == .messages
                ? Parameter("received_before", String(second - 1)) : Parameter("started_before", String(second))
        }
    }

    /// What servers take for a time: the years that they can write.
    private static func secondUp(_ date: Date) -> Int64? {
        let second = date.timeIntervalSince1970.rounded(.up)
        return (1..<253_402_300_800).contains(second) ? Int64(second) : nil
    }

    /// A whole text of a length that servers take.
    private static func text(_ pattern: String) -> String? {
        guard let text = TextPattern(pattern).wholeText, (1...255).contains(text.unicodeScalars.count),
            !text.unicodeScalars.contains("\0")
        else { return nil }
        return text
    }

    private static func address(_ field: MailPredicate.AddressField, _ pattern: String) -> Parameter? {
        // Case is not looked at here; servers agree on what that means for ASCII only.
        guard let text = text(pattern),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") })
        else { return nil }
        switch field {
        case .from: return Parameter("from", text)
        case .to: return Parameter("to", text)
        // Bcc stands beside it here.
        case .cc: return nil
        case .people: return Parameter("any_email", text)
        }
    }
}
