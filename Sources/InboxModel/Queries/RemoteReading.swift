public import Foundation

/// A predicate as a request to a server of the Inbox API (dialect 16): the filters that the server supports, and the
/// rest, which is tested here.
///
/// It covers messages that were sent or received. All drafts are stored here, and the server's message lists don't
/// contain them.
public struct RemoteReading: Hashable, Sendable {
    /// The server's list to request.
    public enum List: String, Hashable, Sendable, CaseIterable {
        /// Each filter may match a different message of a thread, but here one message must match them all. Filters therefore
        /// only narrow the result, and if there are several conditions, all of them are tested again.
        case threads
        /// Each filter tests the message itself.
        case messages
    }

    /// A search for words. The server splits words in its own way, so it may miss messages that match here.
    public struct Search: Hashable, Sendable {
        /// In the server's search syntax: consecutive words, phrases in quotes, a star after a beginning.
        public var text: String
    }

    /// The list to which the filter parameters apply.
    public var list: List
    /// The filter parameters by name. Not used in a search, which takes none.
    public var parameters: [String: String]
    /// Nil if the predicate requires no words.
    public var search: Search?
    /// The conditions that the server's answer must still meet; everything if none are left.
    public var remainder: MailPredicate
    /// The same without words that may be anywhere, which are left to the server's search.
    public var unasked: MailPredicate

    /// The server's names for local objects.
    public struct Names {
        /// The mailboxes of the account.
        private let mailboxes: [Mailbox]
        /// Returns nil for a thread that the server does not know.
        fileprivate let thread: (ThreadID) -> RemoteID?

        public init(mailboxes: [Mailbox], thread: @escaping (ThreadID) -> RemoteID? = { _ in nil }) {
            self.mailboxes = mailboxes
            self.thread = thread
        }

        /// Returns the id of the mailbox; nil if none or several match, because a filter names exactly one.
        fileprivate func mailbox(_ reference: MailboxReference) -> RemoteID? {
            let meant = mailboxes.filter(reference.means)
            return meant.count == 1 ? meant[0].remoteID : nil
        }
    }

    /// Turns the supported parts of a conjunction into parameters. Each parameter can be used only once.
    /// - Parameter now: the time from which relative dates count.
    public init(
        _ predicate: MailPredicate, list: List, names: Names, now: Date = Date(), calendar: Calendar = .current
    ) {
        self.list = list
        let form = predicate.normalForm
        // Unread is a conjunction too, but the server supports it as a whole.
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

    /// Whether the request selects less than the whole list.
    public var isNarrowing: Bool { search != nil || !parameters.isEmpty }

    /// Returns the search for required words.
    private static func searchText(_ part: MailPredicate) -> String? {
        guard case .words(_, let sequence) = part, !sequence.words.isEmpty else { return nil }
        return MailPredicate.words(.anywhere, sequence).queryText()
    }

    /// The path and query to display. They contain no secrets.
    public var request: String {
        if let search { return "/\(list.rawValue)/search?q=\(search.text)" }
        let query = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return "/\(list.rawValue)" + (query.isEmpty ? "" : "?" + query)
    }
}

/// A filter parameter.
private struct Parameter {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Returns nil for a condition that no filter expresses.
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
        // The list of threads compares the thread's own subject, which is that of its first message.
        case .text(.subject, let pattern): list == .messages ? text(pattern).map { Parameter("subject", $0) } : nil
        case .text(.file, let pattern): text(pattern).map { Parameter("filename", $0) }
        case .receivedSince(let date): since(date, list)
        case .receivedBefore(let date): before(date, list)
        default: nil
        }
    }

    /// `received_after` excludes the second that it names, so the previous second is used.
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

    /// Returns whole seconds, rounded up; nil for years that servers reject.
    private static func secondUp(_ date: Date) -> Int64? {
        let second = date.timeIntervalSince1970.rounded(.up)
        return (1..<253_402_300_800).contains(second) ? Int64(second) : nil
    }

    /// Returns a whole text, if servers accept its length.
    private static func text(_ pattern: String) -> String? {
        guard let text = TextPattern(pattern).wholeText, (1...255).contains(text.unicodeScalars.count),
            !text.unicodeScalars.contains("\0")
        else { return nil }
        return text
    }

    private static func address(_ field: MailPredicate.AddressField, _ pattern: String) -> Parameter? {
        // Addresses are compared ignoring case, on which servers agree only for ASCII.
        guard let text = text(pattern),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") })
        else { return nil }
        switch field {
        case .from: return Parameter("from", text)
        case .to: return Parameter("to", text)
        // Here this field includes Bcc.
        case .cc: return nil
        case .people: return Parameter("any_email", text)
        }
    }
}
