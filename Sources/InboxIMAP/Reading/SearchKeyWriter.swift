import Foundation
import InboxModel

/// Writes conditions as keys of SEARCH (RFC 9051 §6.4.4).
struct SearchKeyWriter {
    let manner: SearchKey.Manner

    /// Nil if there is no key for it.
    func saying(_ predicate: MailPredicate) -> String? {
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
        case .receivedSince(let date): Self.day(date - 2 * 86_400).map { "SINCE \($0)" }
        case .receivedBefore(let date): Self.day(date + 2 * 86_400).map { "BEFORE \($0)" }
        case .larger(let size): number(size).map { "LARGER \($0)" }
        case .smaller(let size): number(size).map { "SMALLER \($0)" }
        default: nil
        }
    }

    private func joined(_ keys: [String?], by join: ([String]) -> String) -> String? {
        let said = keys.compactMap { $0 }
        return said.isEmpty || said.count < keys.count ? nil : join(said)
    }

    private func any(_ keys: [String]) -> String {
        guard let last = keys.last else { return "ALL" }
        return keys.dropLast().reversed().reduce(last) { "(OR \($1) \($0))" }
    }

    /// A flag that any copy of the message has; under NOT, one that some copy lacks.
    private func flag(_ keyword: Keyword) -> String? {
        switch keyword {
        case .seen: return "SEEN"
        case .flagged: return "FLAGGED"
        case .answered: return "ANSWERED"
        case .draft: return "DRAFT"
        case _ where keyword.isOwn || !keyword.isValid: return nil
        default: return "KEYWORD \(keyword.rawValue)"
        }
    }

    /// Each word by itself: between them may stand anything. What a server finds for a word without its accents, only it knows, so that it
    /// is asked for what was typed.
    private func words(_ field: MailPredicate.Field, _ sequence: WordSequence) -> String? {
        guard !sequence.words.isEmpty else { return nil }
        if manner.isGmail { return gmail(field, sequence) }
        let said = sequence.typedWords.filter { manner.isUnicode || Self.isASCII($0) }
        return joined(said.map { text($0, in: field) }, by: { "(" + $0.joined(separator: " ") + ")" })
    }

    private func text(_ word: String, in field: MailPredicate.Field) -> String? {
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

    /// In the language of Gmail's own search, where words in quotes must stand together.
    private func gmail(_ field: MailPredicate.Field, _ sequence: WordSequence) -> String? {
        let text = sequence.typed ?? sequence.words.joined(separator: " ")
        let phrase = "\"" + text.filter { $0 != "\"" } + "\""
        let names: [String] =
            switch field {
            case .anywhere, .body: [""]
            case .subject: ["subject:"]
            case .from: ["from:"]
            case .to: ["to:"]
            case .cc: ["cc:", "bcc:"]
            case .people: ["from:", "to:", "cc:", "bcc:"]
            case .file: ["filename:"]
            }
        let all = names.map { $0 + phrase }
        return quoted(all.count == 1 ? all[0] : "{" + all.joined(separator: " ") + "}").map { "X-GM-RAW \($0)" }
    }

    private func people(_ field: MailPredicate.AddressField, _ word: String) -> String {
        switch field {
        case .from: "FROM \(word)"
        case .to: "TO \(word)"
        case .cc: any(["CC \(word)", "BCC \(word)"])
        case .people: any(["FROM \(word)", "TO \(word)", "CC \(word)", "BCC \(word)"])
        }
    }

    private func address(_ field: MailPredicate.AddressField, _ pattern: String) -> String? {
        guard let text = TextPattern(pattern).wholeText, !text.isEmpty else { return nil }
        return quoted(text).map { people(field, $0) }
    }

    /// Nil for a text with characters that no search has, or not this one.
    private func quoted(_ text: String) -> String? {
        let text = text.precomposedStringWithCanonicalMapping
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        guard !text.isEmpty, isPlain, manner.isUnicode || Self.isASCII(text) else { return nil }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    private func number(_ size: Int) -> Int? { (0...Int(UInt32.max)).contains(size) ? size : nil }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A day as searches name it, by Greenwich time.
    static func day(_ date: Date) -> String? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
        guard parts.era == 1, let (year, month, day) = parts.all, (1...9999).contains(year),
            months.indices.contains(month - 1)
        else { return nil }
        return "\(day)-\(months[month - 1])-" + String(repeating: "0", count: 4 - String(year).count)
            + String(year)
    }
}

extension DateComponents {
    fileprivate var all: (year: Int, month: Int, day: Int)? {
        guard let year, let month, let day else { return nil }
        return (year, month, day)
    }
}
