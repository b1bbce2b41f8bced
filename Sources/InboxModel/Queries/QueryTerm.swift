import Foundation

/// One `name:value` of a query.
package struct QueryTerm {
    var name: String
    var value: QueryValue
    /// Where it stands, for what is wrong with it.
    var range: Range<Int>
    var days: QueryDays

    package static let names: Set<String> = [
        "is", "in", "from", "to", "cc", "with", "subject", "body", "file", "filename", "list", "has", "after", "before",
        "older",
        "newer", "larger", "smaller", "keyword", "account", "thread", "id",
    ]

    private var text: String { value.text }

    func predicate() throws(QueryMistake) -> MailPredicate {
        guard !text.isEmpty || value.isQuoted else { throw mistake("\(name): needs a word after the colon") }
        switch name {
        case "is": return try state()
        case "in": return .mailbox(mailbox())
        case "from": return people(.from, .from)
        case "to": return people(.to, .to)
        case "cc": return people(.cc, .cc)
        case "with": return people(.people, .people)
        case "list": return .list(text)
        case "subject": return texts(.subject, .subject)
        case "body": return .words(.body, words)
        case "file", "filename": return texts(.file, .file)
        case "has":
            guard ["file", "files", "attachment"].contains(text.lowercased()) else {
                throw mistake("has: knows only “file”")
            }
            return .hasFile
        case "after": return .receivedSince(try day())
        case "before": return .receivedBefore(try day())
        case "older": return .older(than: try span())
        case "newer": return .newer(than: try span())
        case "larger": return .larger(than: try size())
        case "smaller": return .smaller(than: try size())
        case "keyword": return .keyword(Keyword(text))
        case "account": return .account(AccountID(try number()))
        case "thread": return .thread(ThreadID(try number()))
        default: return .message(MessageID(try number()))
        }
    }

    private func mistake(_ message: String) -> QueryMistake { QueryMistake(range: range, message: message) }

    /// A star at the end makes the last word a beginning.
    private var words: WordSequence {
        WordSequence(text, isPrefix: value.isPrefix || (!value.isQuoted && text.hasSuffix("*")))
    }

    private func texts(_ field: MailPredicate.TextField, _ words: MailPredicate.Field) -> MailPredicate {
        value.isPattern ? .text(field, pattern: text) : .words(words, self.words)
    }

    private func people(_ field: MailPredicate.AddressField, _ words: MailPredicate.Field) -> MailPredicate {
        if value.isPattern || (!value.isQuoted && QueryTerm.isAddress(text)) { return .address(field, pattern: text) }
        return !value.isQuoted && QueryTerm.isUser(text) ? .own(field) : .words(words, self.words)
    }

    /// How the user calls themselves; in quotes, or with a star, it is a name.
    package static func isUser(_ text: some StringProtocol) -> Bool { text.lowercased() == "me" }

    /// Something on both sides of one `@`, or a star beside one.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        if text.contains("*"), parts.count > 1 { return true }
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
    }

    private func state() throws(QueryMistake) -> MailPredicate {
        switch text.lowercased() {
        case "unread": return .unread
        case "read": return .not(.unread)
        case "starred": return .starred
        case "answered": return .keyword(.answered)
        case "forwarded": return .keyword(.forwarded)
        case "draft": return .keyword(.draft)
        case "muted": return .keyword(.muted)
        case "snoozed": return .keyword(.snoozed)
        case "replylater": return .keyword(.replyLater)
        default: throw mistake("is: knows unread, read, starred, answered, draft, muted, snoozed and replylater")
        }
    }

    private func mailbox() -> MailboxReference {
        if value.isQuoted { return .name(text) }
        if text.hasPrefix("#") {
            let ids = text.dropFirst().split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
            let known = ids.compactMap { $0 }
            if text == "#" || known.count == ids.count { return .ids(Set(known.map { MailboxID($0) })) }
        }
        return QueryTerm.role(text).map { .role($0) } ?? .name(text)
    }

    static func role(_ text: String) -> MailboxRole? {
        let name = text.lowercased()
        return name == "spam" ? .junk : MailboxRole(rawValue: name)
    }

    private func day() throws(QueryMistake) -> Date {
        if let date = days.date(text) { return date }
        throw days.looksLikeDay(text)
            ? mistake("\(text) is not a day")
            : mistake("\(name): needs a day such as 2026-11-21, 2026-11, 2026, today or yesterday")
    }

    private func span() throws(QueryMistake) -> Span {
        let digits = text.prefix(while: \.isASCIIDigit)
        let unit = String(text.dropFirst(digits.count)).lowercased()
        guard let count = Int(digits), count <= Span.most, let unit = Span.Unit(rawValue: unit) else {
            throw mistake("\(name): needs a span such as 12h, 3d, 2w, 6m or 1y")
        }
        return Span(count: count, unit: unit)
    }

    /// Sizes count in thousands, as file listings do.
    private func size() throws(QueryMistake) -> Int {
        let sign = text.hasPrefix("-") ? -1 : 1
        let digits = text.dropFirst(sign < 0 ? 1 : 0).prefix(while: \.isASCIIDigit)
        let factor: Int? =
            switch text.dropFirst(digits.count + (sign < 0 ? 1 : 0)).lowercased() {
            case "", "b": sign
            case "k", "kb": sign * 1_000
            case "m", "mb": sign * 1_000_000
            case "g", "gb": sign * 1_000_000_000
            default: nil
            }
        guard let count = Int(digits), let factor else { throw mistake(sizeMessage) }
        let (size, isTooLarge) = count.multipliedReportingOverflow(by: factor)
        guard !isTooLarge else { throw mistake(sizeMessage) }
        return size
    }

    private var sizeMessage: String { "\(name): needs a size such as 500k or 2M" }

    private func number() throws(QueryMistake) -> Int64 {
        guard let number = Int64(text.hasPrefix("#") ? text.dropFirst() : text[...]) else {
            throw mistake("\(name): needs a number of this store such as #12")
        }
        return number
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
