import Foundation

/// One `name:value` of a query.
struct QueryTerm {
    var name: String
    var value: String
    var column: Int
    var now: Date
    var calendar: Calendar

    static let names: Set<String> = [
        "is", "in", "from", "to", "cc", "subject", "body", "file", "list", "has", "after", "before", "older", "newer",
        "larger", "smaller",
    ]

    func predicate() throws(QueryProblem) -> MailPredicate {
        guard !value.isEmpty else { throw problem("\(name): needs a word after the colon") }
        switch name {
        case "is": return try state()
        case "in": return .mailbox(mailbox())
        case "from": return address(.from, .from)
        case "to": return address(.to, .to)
        case "cc": return address(.cc, .cc)
        case "list": return .any([address(.to, .to), address(.cc, .cc)])
        case "subject": return .words(.subject, .typed(value))
        case "body": return .words(.body, .typed(value))
        case "file": return .words(.file, .typed(value))
        case "has":
            guard ["file", "files", "attachment"].contains(value.lowercased()) else {
                throw problem("has: knows only “file”")
            }
            return .hasFile
        case "after": return .receivedSince(try day())
        case "before": return .receivedBefore(try day())
        case "older": return .older(than: try span())
        case "newer": return .newer(than: try span())
        case "larger": return .larger(than: try size())
        default: return .smaller(than: try size())
        }
    }

    private func problem(_ message: String) -> QueryProblem {
        QueryProblem(column: column, message: message)
    }

    private func state() throws(QueryProblem) -> MailPredicate {
        switch value.lowercased() {
        case "unread": return .unread
        case "read": return .not(.unread)
        case "starred": return .starred
        case "answered": return .keyword(.answered)
        case "draft": return .keyword(.draft)
        default: throw problem("is: knows unread, read, starred, answered and draft")
        }
    }

    private func mailbox() -> MailboxReference {
        let name = value.lowercased()
        let role = name == "spam" ? .junk : MailboxRole(rawValue: name)
        return role.map { .role($0) } ?? .name(value)
    }

    private func address(_ field: MailPredicate.AddressField, _ words: MailPredicate.Field) -> MailPredicate {
        if value.contains("@"), value.contains("*") || EmailSyntax.isAddress(value) {
            return .address(field, pattern: value)
        }
        return .words(words, .typed(value))
    }

    private func day() throws(QueryProblem) -> Date {
        let today = calendar.startOfDay(for: now)
        switch value.lowercased() {
        case "today": return today
        case "yesterday": return calendar.date(byAdding: .day, value: -1, to: today) ?? today
        default: break
        }
        let parts = value.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0], (1...9999).contains(year) else {
            throw problem("\(name): needs a day such as 2026-11-21, 2026-11, 2026, today or yesterday")
        }
        var components = DateComponents(year: year, month: 1, day: 1)
        if parts.count > 1 { components.month = parts[1] ?? 0 }
        if parts.count > 2 { components.day = parts[2] ?? 0 }
        guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else {
            throw problem("\(value) is not a day")
        }
        return date
    }

    private func span() throws(QueryProblem) -> Span {
        let digits = value.prefix(while: \.isASCIIDigit)
        let unit = String(value.dropFirst(digits.count)).lowercased()
        guard let count = Int(digits), count <= 100_000, let unit = Span.Unit(rawValue: unit) else {
            throw problem("\(name): needs a span such as 12h, 3d, 2w, 6m or 1y")
        }
        return Span(count: count, unit: unit)
    }

    /// Sizes count in thousands, as file listings do.
    private func size() throws(QueryProblem) -> Int {
        let digits = value.prefix(while: \.isASCIIDigit)
        let factor: Int? =
            switch value.dropFirst(digits.count).lowercased() {
            case "", "b": 1
            case "k", "kb": 1_000
            case "m", "mb": 1_000_000
            case "g", "gb": 1_000_000_000
            default: nil
            }
        guard let count = Int(digits), let factor, count < 1_000_000_000 else {
            throw problem("\(name): needs a size such as 500k or 2M")
        }
        return count * factor
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

/// The little of address syntax that queries need.
enum EmailSyntax {
    /// One `@` with something on both sides.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
    }
}
