import Foundation
import InboxModel

/// A day, month or year as one types it to go there: what a query takes after `after:`, or how long ago.
enum DayEntry {
    /// - Returns: nil when it is none.
    static func days(_ text: String, clock: WallClock) -> Range<Date>? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, !text.contains(where: { $0.isWhitespace || "\"()".contains($0) }) else { return nil }
        let calendar = clock.calendar
        let now = clock.now()
        if case .receivedSince(let begin) = MailQuery("after:\(text)", now: now, calendar: calendar).predicate {
            let units: [Calendar.Component] = [.year, .month, .day]
            let isDate = text.first?.isNumber == true
            let unit = isDate ? units[min(2, text.count { $0 == "-" })] : .day
            return calendar.date(byAdding: unit, value: 1, to: begin).map { begin..<max(begin, $0) }
        }
        if case .newer(let span) = MailQuery("newer:\(text)", now: now, calendar: calendar).predicate {
            let begin = calendar.startOfDay(for: span.before(now, calendar: calendar))
            return calendar.date(byAdding: .day, value: 1, to: begin).map { begin..<$0 }
        }
        return nil
    }
}
