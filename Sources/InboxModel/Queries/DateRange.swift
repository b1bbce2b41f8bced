import Foundation

extension QueryDays {
    /// Returns the condition for the days of notmuch's `date:`: a day, a month or a year, or two of them or two ages with `..` between,
    /// of which either may be missing. The last day is included: `2026-01..2026-03`, `2w..`, `..yesterday`. Nil if the text is not in this
    /// form.
    func dateRange(_ text: String) -> MailPredicate? {
        guard let dots = text.firstRange(of: "..") else {
            guard Span(typed: text) == nil, let begin = begin(text), let end = end(text) else { return nil }
            return .all([begin, end])
        }
        let (first, last) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        var parts: [MailPredicate] = []
        if !first.isEmpty {
            guard let begin = begin(first) else { return nil }
            parts.append(begin)
        }
        if !last.isEmpty {
            guard let end = end(last) else { return nil }
            parts.append(end)
        }
        return parts.count > 1 ? .all(parts) : parts.first
    }

    private func begin(_ text: String) -> MailPredicate? {
        if let day = NamedDay(rawValue: text.lowercased()) { return .sinceDay(day) }
        if let span = Span(typed: text) { return .newer(than: span) }
        return date(text).map { .receivedSince($0) }
    }

    private func end(_ text: String) -> MailPredicate? {
        if let span = Span(typed: text) { return .older(than: span) }
        return switch NamedDay(rawValue: text.lowercased()) {
        // Nothing is received after today.
        case .today: .everything
        case .yesterday: .beforeDay(.today)
        case nil: endOfPeriod(text).map { .receivedBefore($0) }
        }
    }
}

extension Span {
    /// - Returns: nil if the text is no span.
    init?(typed text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = String(text.dropFirst(digits.count)).lowercased()
        guard let count = Int(digits), count <= Self.most, let unit = Unit(rawValue: unit) else { return nil }
        self.init(count: count, unit: unit)
    }
}
