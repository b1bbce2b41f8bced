package import Foundation

/// A predicate as a request for the list of messages of a server of the Inbox API (dialect 16): the filters that the server supports,
/// and the rest, which is tested here.
///
/// It covers messages that were sent or received. All drafts are stored here, and the server's message lists don't
/// contain them.
package struct RemoteReading: Hashable, Sendable {
    /// The filter parameters by name. Not used in a search, which takes none.
    package var parameters: [String: String]
    /// A search for words, in the server's syntax: consecutive words, phrases in quotes, a star after a beginning. The server splits words
    /// in its own way, so it may miss messages that match here. Nil if the predicate requires no words.
    package var search: String?
    /// The conditions that the server's answer must still meet; everything if none are left. Words that may be anywhere are left to the
    /// server's search.
    package var remainder: MailPredicate

    /// Turns the supported parts of a conjunction into parameters. Each parameter can be used only once.
    /// - Parameters:
    ///   - mailboxes: those of the account.
    ///   - now: the time from which relative dates count.
    package init(
        _ predicate: MailPredicate, mailboxes: [Mailbox], now: Date = Date(), calendar: Calendar = .current
    ) {
        let form = predicate.normalForm
        // Unread is a conjunction too, but the server supports it as a whole.
        let parts: [MailPredicate] = if form != .unread, case .all(let parts) = form { parts } else { [form] }
        var parameters: [String: String] = [:]
        var rest: [MailPredicate] = []
        for part in parts {
            guard let parameter = Parameter.saying(part, mailboxes, now, calendar), parameters[parameter.name] == nil
            else {
                rest.append(part)
                continue
            }
            parameters[parameter.name] = parameter.value
        }
        self.parameters = parameters
        let words = parts.compactMap(Self.searchText)
        search = words.isEmpty ? nil : words.joined(separator: " ")
        let isSaid = { (part: MailPredicate) in
            if case .words(.anywhere, let sequence) = part { !sequence.words.isEmpty } else { false }
        }
        remainder = MailPredicate.all(search == nil ? rest : parts.filter { !isSaid($0) }).normalForm
    }

    /// Whether the request selects less than the whole list.
    package var isNarrowing: Bool { search != nil || !parameters.isEmpty }

    /// Returns the search for required words.
    private static func searchText(_ part: MailPredicate) -> String? {
        guard case .words(_, let sequence) = part, !sequence.words.isEmpty else { return nil }
        return MailPredicate.words(.anywhere, sequence).queryText()
    }

    /// The path and query to display. They contain no secrets.
    package var request: String {
        if let search { return "/messages/search?q=\(search)" }
        let query = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return "/messages" + (query.isEmpty ? "" : "?" + query)
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
    static func saying(_ part: MailPredicate, _ mailboxes: [Mailbox], _ now: Date, _ calendar: Calendar) -> Parameter? {
        switch part.timed(at: now, calendar: calendar) {
        case .mailbox(let reference): id(of: reference, mailboxes).map { Parameter("in", $0.rawValue) }
        case .unread: Parameter("unread", "true")
        case .not(.unread): Parameter("unread", "false")
        case .starred: Parameter("starred", "true")
        case .not(.starred): Parameter("starred", "false")
        case .address(let field, let pattern): address(field, pattern)
        case .text(.subject, let pattern): text(pattern).map { Parameter("subject", $0) }
        case .text(.file, let pattern): text(pattern).map { Parameter("filename", $0) }
        // Excludes the second that it names.
        case .receivedSince(let date): secondUp(date).map { Parameter("received_after", String($0 - 1)) }
        // Includes the second that it names.
        case .receivedBefore(let date): secondUp(date).map { Parameter("received_before", String($0 - 1)) }
        default: nil
        }
    }

    /// Returns the id of the mailbox; nil if none or several match, because a filter names exactly one.
    private static func id(of reference: MailboxReference, _ mailboxes: [Mailbox]) -> RemoteID? {
        let meant = mailboxes.filter(reference.means)
        return meant.count == 1 ? meant[0].remoteID : nil
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
