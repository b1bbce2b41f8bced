import Foundation
import InboxModel

/// A query as a key of SEARCH (RFC 9051 §6.4.4), which finds at least what the query selects: servers compare texts, not words, and days,
/// not times.
struct SearchKey: Hashable, Sendable {
    /// What a server can be asked.
    struct Manner: Hashable, Sendable {
        /// Whether it knows UTF-8, and not only ASCII.
        var isUnicode = true
        /// Whether it takes searches in Gmail's own language, which know words (X-GM-EXT-1).
        var isGmail = false
    }

    /// With strings in quotes, also where only a literal can say them.
    let text: String
    /// The folders' mailboxes to search; nil for all.
    let mailboxes: Set<RemoteID>?
    /// What hits must still match. Where words are looked for as parts of others, the text that is here decides, and the server only
    /// about what is in files.
    let remainder: MailPredicate

    private let manner: Manner

    /// Servers refuse longer lines.
    private static let longest = 4_000

    /// - Returns: nil if the key would find too much: for words that can't be said, or a query of which nothing can be said.
    init?(_ question: RemoteQuestion, _ manner: Manner = Manner()) {
        let parts: [MailPredicate] =
            if case .all(let parts) = question.predicate { parts } else { [question.predicate] }
        let writer = SearchKeyWriter(manner: manner)
        var (keys, places, rest) = ([String](), Set<RemoteID>?.none, [MailPredicate]())
        for part in parts {
            let hasWords = part.mentions(Self.isWords)
            if let meant = Self.places(part, question.mailboxes) {
                places = places?.intersection(meant) ?? meant
            } else if let key = writer.saying(part) {
                keys.append(key)
                if let left = Self.remainder(of: part, manner) { rest.append(left) }
            } else if hasWords {
                return nil
            } else {
                rest.append(part)
            }
        }
        guard !keys.isEmpty || places != nil else { return nil }
        text = keys.isEmpty ? "ALL" : keys.joined(separator: " ")
        (mailboxes, remainder, self.manner) = (places, MailPredicate.all(rest).normalForm, manner)
        guard text.utf8.count <= Self.longest else { return nil }
    }

    var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    /// The same in ASCII; nil if nothing is left of its words.
    func inASCII(_ question: RemoteQuestion) -> SearchKey? {
        SearchKey(question, Manner(isUnicode: false, isGmail: manner.isGmail))
    }

    /// What must still be true of a hit for a part that the server was asked for.
    private static func remainder(of part: MailPredicate, _ manner: Manner) -> MailPredicate? {
        // Some of its words may have been left out.
        guard manner.isUnicode, part.mentions(isWords) else { return part }
        guard manner.isGmail else { return part || .hasFile }
        let isLoose = part.mentions { if case .words(.body, _) = $0 { true } else { false } }
        return isLoose ? part || .hasFile : nil
    }

    private static func isWords(_ predicate: MailPredicate) -> Bool {
        if case .words = predicate { true } else { false }
    }

    /// The mailboxes that one part of the query allows; nil if it is not about mailboxes only.
    private static func places(_ predicate: MailPredicate, _ mailboxes: [Mailbox]) -> Set<RemoteID>? {
        switch predicate {
        case .mailbox(let reference): return Set(mailboxes.filter(reference.means).compactMap(\.remoteID))
        case .any(let parts):
            let all = parts.compactMap { places($0, mailboxes) }
            return all.count == parts.count ? all.reduce([]) { $0.union($1) } : nil
        default: return nil
        }
    }
}
