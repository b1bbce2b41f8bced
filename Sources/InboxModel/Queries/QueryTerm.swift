import Foundation

/// One `name:value` of a query.
package struct QueryTerm {
    var name: String
    var value: QueryValue
    /// The position in the text, for error messages.
    var range: Range<Int>
    var days: QueryDays

    package static let names: Set<String> = [
        "is", "in", "from", "to", "cc", "with", "subject", "body", "file", "list", "has", "after", "before", "older",
        "newer", "larger", "smaller", "keyword", "account", "thread", "id", "date",
    ]

    /// Names of these fields in other programs.
    private static let aliases = [
        "filename": "file", "label": "in", "tag": "in", "folder": "in", "mailbox": "in", "bcc": "cc",
        "older_than": "older", "older-than": "older", "newer_than": "newer", "newer-than": "newer",
        "larger_than": "larger", "larger-than": "larger", "smaller_than": "smaller", "smaller-than": "smaller",
        "since": "after", "until": "before",
        "mid": "id", "msgid": "id", "messageid": "id", "message-id": "id", "rfc822msgid": "id",
    ]

    /// Returns the field for a lower-case name; nil if there is none.
    package static func name(_ typed: String) -> String? { names.contains(typed) ? typed : aliases[typed] }

    package static let states = [
        "unread", "read", "starred", "answered", "forwarded", "draft", "muted", "snoozed", "replylater",
    ]

    private var text: String { value.text }

    /// The text without the angle brackets around addresses in headers.
    private var bareText: String {
        guard !value.isQuoted, text.count > 2, text.first == "<", text.last == ">" else { return text }
        return String(text.dropFirst().dropLast())
    }

    func predicate() throws(QueryMistake) -> MailPredicate {
        guard !text.isEmpty || value.isQuoted else { throw mistake("\(name): needs a word after the colon") }
        switch name {
        case "is": return try state()
        case "in": return !value.isQuoted && text.lowercased() == "anywhere" ? .everything : .mailbox(mailbox())
        case "from": return try people(.from, .from)
        case "to": return try people(.to, .to)
        case "cc": return try people(.cc, .cc)
        case "with": return try people(.people, .people)
        case "list": return .list(bareText)
        case "subject": return try texts(.subject, .subject)
        case "body": return .words(.body, try value.words(at: range))
        case "file": return try texts(.file, .file)
        case "has":
            switch text.lowercased() {
            case "file", "files", "attachment", "attachments": return .hasFile
            case "star": return .starred
            default: throw mistake("has: takes file or star")
            }
        // Both take either a day or a span.
        case "after":
            if let day = namedDay { return .sinceDay(day) }
            if let span = spanOrNil { return .newer(than: span) }
            return .receivedSince(try day())
        case "before":
            if let day = namedDay { return .beforeDay(day) }
            if let span = spanOrNil { return .older(than: span) }
            return .receivedBefore(try day())
        case "older":
            if let day = namedDay { return .beforeDay(day) }
            if let day = wholeDay { return .receivedBefore(day) }
            return .older(than: try span())
        case "newer":
            if let day = namedDay { return .sinceDay(day) }
            if let day = wholeDay { return .receivedSince(day) }
            return .newer(than: try span())
        case "date":
            if let range = days.dateRange(text) { return range }
            throw mistake("date: needs a day, or two days or ages such as 2026-01..2026-03 or 2w..1w")
        case "larger": return .larger(than: try size())
        case "smaller": return .smaller(than: try size())
        case "keyword": return .keyword(Keyword(text))
        case "account": return account()
        case "thread": return .thread(ThreadID(try number()))
        default: return try message()
        }
    }

    private func mistake(_ message: String) -> QueryMistake { QueryMistake(range: range, message: message) }

    private func texts(_ field: MailPredicate.TextField, _ words: MailPredicate.Field) throws(QueryMistake)
        -> MailPredicate
    {
        if value.isPattern { return .text(field, pattern: text) }
        if let signs = value.signs { return .text(field, pattern: TextPattern.part(signs)) }
        return .words(words, try value.words(at: range))
    }

    private func people(_ field: MailPredicate.AddressField, _ words: MailPredicate.Field) throws(QueryMistake)
        -> MailPredicate
    {
        if value.isPattern { return .address(field, pattern: text) }
        if !value.isQuoted, QueryTerm.isAddress(text) { return .address(field, pattern: Self.written(bareText)) }
        if !value.isQuoted && QueryTerm.isUser(text) { return .own(field) }
        return .words(words, try value.words(at: range))
    }

    /// Returns an address in the form used in headers.
    static func written(_ pattern: String) -> String {
        guard let at = pattern.lastIndex(of: "@") else { return pattern }
        let domain = pattern[at...].dropFirst()
        return domain.utf8.allSatisfy { $0 < 0x80 } ? pattern : pattern[...at] + HostName.inASCII(domain)
    }

    /// Whether the text means the user. In quotes, or with a star, it is a name.
    package static func isUser(_ text: some StringProtocol) -> Bool { text.lowercased() == "me" }

    /// Whether the text is an address: something on both sides of a single `@`, or a pattern with a star and something before
    /// the `@`. `@work.example` is words, and so is an address that is still being typed.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        if text.contains("*"), parts.count > 1 { return parts.first?.isEmpty == false }
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
        case "flagged": return .starred
        case "replied": return .keyword(.answered)
        case "important": return .mailbox(.role(.important))
        default:
            let names = Self.states.dropLast().joined(separator: ", ")
            throw mistake("is: takes \(names) or \(Self.states.last ?? "")")
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

    /// Whether the text names a place and not a mailbox of that name.
    static func isPlace(_ text: String) -> Bool { role(text) != nil || text.lowercased() == "anywhere" }

    static func role(_ text: String) -> MailboxRole? {
        let name = text.lowercased()
        return name == "spam" ? .junk : MailboxRole(rawValue: name)
    }

    private func account() -> MailPredicate {
        let id = value.isQuoted ? nil : Int64(text.hasPrefix("#") ? text.dropFirst() : text[...])
        return id.map { .account(AccountID($0)) } ?? .accountNamed(bareText)
    }

    /// Parses a Message-ID, with or without its angle brackets, or the number of a message in this store.
    private func message() throws(QueryMistake) -> MailPredicate {
        let isBracketed = text.count > 2 && text.first == "<" && text.last == ">"
        let id = isBracketed ? String(text.dropFirst().dropLast()) : text
        if isBracketed || value.isQuoted || id.contains("@") {
            guard !id.isEmpty else { throw mistake("\(name): needs a Message-ID such as <12@example.test>") }
            return .messageID(id)
        }
        guard let number = Int64(text.hasPrefix("#") ? text.dropFirst() : text[...]) else {
            throw mistake("\(name): needs a Message-ID such as <12@example.test>")
        }
        return .message(MessageID(number))
    }

    private func day() throws(QueryMistake) -> Date {
        if let date = days.date(text) { return date }
        throw days.looksLikeDay(text)
            ? mistake("\(text) is not a day")
            : mistake("\(name): needs a day such as 2026-11-21, 2026-11, 2026, today or yesterday")
    }

    private var namedDay: NamedDay? { NamedDay(rawValue: text.lowercased()) }

    private func span() throws(QueryMistake) -> Span {
        if let span = spanOrNil { return span }
        throw days.looksLikeWholeDay(text)
            ? mistake("\(text) is not a day") : mistake("\(name): needs a span such as 12h, 3d, 2w, 6m or 1y")
    }

    private var spanOrNil: Span? { Span(typed: text) }

    /// A day where a span is expected. Requires a four-digit year, because the text might be half of a span.
    private var wholeDay: Date? { days.looksLikeWholeDay(text) ? days.date(text) : nil }

    /// Parses a size. Units are decimal, as in file listings.
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
