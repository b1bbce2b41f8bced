import Foundation

extension QueryDays {
    /// Returns the condition for mutt's days; the last day is included: `15/1/2020`, `15/1/2020-`, `-15/1/2020`,
    /// `1/1/2020-31/1/2020`, also written `20200115`. Nil if the text is not in this form.
    func muttDays(_ text: String) -> MailPredicate? {
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = ends.first, let last = ends.last, !(first.isEmpty && last.isEmpty) else { return nil }
        var parts: [MailPredicate] = []
        if !first.isEmpty {
            guard let day = muttDay(first) else { return nil }
            parts.append(.receivedSince(day))
        }
        if !last.isEmpty {
            guard let day = muttDay(last).flatMap(dayAfter) else { return nil }
            parts.append(.receivedBefore(day))
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private func muttDay(_ text: Substring) -> Date? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.count {
        case 1 where text.count == 8: return date("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
        case 3:
            guard let day = Int(parts[0]), let month = Int(parts[1]), let year = Int(parts[2]) else { return nil }
            let century = year < 70 ? 2000 : year < 100 ? 1900 : 0
            return date("\(century + year)-\(month)-\(day)")
        default: return nil
        }
    }
}
