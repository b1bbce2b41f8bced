import Foundation
import InboxModel

/// A query as a key of SEARCH (RFC 9051 §6.4.4), which finds at least what the query selects. The client applies the query itself to
/// what was found, since servers compare texts, not words, and days, not times.
struct SearchKey: Hashable, Sendable {
    /// In ASCII.
    let text: String
    /// The folders' mailboxes to search; nil for all.
    let mailboxes: Set<RemoteID>?

    /// Servers refuse longer lines.
    private static let longest = 4_000

    /// - Returns: nil if the key would find too much: for words that can't be said in ASCII, or a query of which nothing can be said.
    init?(_ question: RemoteQuestion) {
        let parts: [MailPredicate] =
            if case .all(let parts) = question.predicate { parts } else { [question.predicate] }
        var (keys, places) = ([String](), Set<RemoteID>?.none)
        for part in parts {
            if let meant = Self.places(part, question.mailboxes) {
                places = places?.intersection(meant) ?? meant
            } else if let key = Self.saying(part) {
                keys.append(key)
            } else if part.mentions(Self.isWords) {
                return nil
            }
        }
        guard !keys.isEmpty || places != nil else { return nil }
        text = keys.isEmpty ? "ALL" : keys.joined(separator: " ")
        mailboxes = places
        guard text.utf8.count <= Self.longest else { return nil }
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

    /// Nil if there is no key for it.
    private static func saying(_ predicate: MailPredicate) -> String? {
        switch predicate {
        case .all(let parts): joined(parts.map(saying), by: { "(" + $0.joined(separator: " ") + ")" })
        case .any(let parts): joined(parts.map(saying), by: any)
        case .not(.keyword(let keyword)): flag(keyword).map { "NOT \($0)" }
        case .not(.larger(let size)): number(size).map { "NOT LARGER \($0)" }
        case .not(.smaller(let size)): number(size).map { "NOT SMALLER \($0)" }
        case .keyword(let keyword): flag(keyword)
        case .words(let field, let sequence): words(field, sequence)
        case .address(let field, let pattern): address(field, pattern)
        case .messageID(let id): quoted("<\(id)>").map { "HEADER Message-ID \($0)" }
        // Servers compare days, and each in its own time zone.
        case .receivedSince(let date): day(date - 2 * 86_400).map { "SINCE \($0)" }
        case .receivedBefore(let date): day(date + 2 * 86_400).map { "BEFORE \($0)" }
        case .larger(let size): number(size).map { "LARGER \($0)" }
        case .smaller(let size): number(size).map { "SMALLER \($0)" }
        default: nil
        }
    }

    private static func joined(_ keys: [String?], by join: ([String]) -> String) -> String? {
        let said = keys.compactMap { $0 }
        return said.isEmpty || said.count < keys.count ? nil : join(said)
    }

    private static func any(_ keys: [String]) -> String {
        guard let last = keys.last else { return "ALL" }
        return keys.dropLast().reversed().reduce(last) { "(OR \($1) \($0))" }
    }

    /// A flag that any copy of the message has; under NOT, one that some copy lacks.
    private static func flag(_ keyword: Keyword) -> String? {
        switch keyword {
        case .seen: return "SEEN"
        case .flagged: return "FLAGGED"
        case .answered: return "ANSWERED"
        case .draft: return "DRAFT"
        case _ where keyword.isOwn || !keyword.isValid: return nil
        default: return "KEYWORD \(keyword.rawValue)"
        }
    }

    /// Each word by itself: between them may stand anything.
    private static func words(_ field: MailPredicate.Field, _ sequence: WordSequence) -> String? {
        // What a server finds for a word without its accents, only it knows.
        guard !sequence.words.isEmpty, sequence.typed?.utf8.allSatisfy({ $0 < 0x80 }) ?? true else { return nil }
        return joined(sequence.words.map { text($0, in: field) }, by: { "(" + $0.joined(separator: " ") + ")" })
    }

    private static func text(_ word: String, in field: MailPredicate.Field) -> String? {
        guard let word = quoted(word) else { return nil }
        switch field {
        case .anywhere: return "TEXT \(word)"
        case .subject: return "SUBJECT \(word)"
        case .body: return "BODY \(word)"
        case .from: return people(.from, word)
        case .to: return people(.to, word)
        case .cc: return people(.cc, word)
        case .people: return people(.people, word)
        case .file: return nil
        }
    }

    private static func people(_ field: MailPredicate.AddressField, _ word: String) -> String {
        switch field {
        case .from: "FROM \(word)"
        case .to: "TO \(word)"
        case .cc: any(["CC \(word)", "BCC \(word)"])
        case .people: any(["FROM \(word)", "TO \(word)", "CC \(word)", "BCC \(word)"])
        }
    }

    private static func address(_ field: MailPredicate.AddressField, _ pattern: String) -> String? {
        guard let text = TextPattern(pattern).wholeText, !text.isEmpty else { return nil }
        return quoted(text).map { people(field, $0) }
    }

    private static func quoted(_ text: String) -> String? {
        text.isEmpty ? nil : IMAPConnection.quoted(text)
    }

    private static func number(_ size: Int) -> Int? { (0...Int(UInt32.max)).contains(size) ? size : nil }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func day(_ date: Date) -> String? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
        guard parts.era == 1, let (year, month, day) = parts.all, (1...9999).contains(year),
            months.indices.contains(month - 1)
        else { return nil }
        return "\(day)-\(months[month - 1])-" + String(repeating: "0", count: 4 - String(year).count) + String(year)
    }
}

extension DateComponents {
    fileprivate var all: (year: Int, month: Int, day: Int)? {
        guard let year, let month, let day else { return nil }
        return (year, month, day)
    }
}
