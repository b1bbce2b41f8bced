import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// In what order the rows stand, and going to a day. Each view remembers its own.
extension ListScreen {
    func order(_ command: Command) -> Bool {
        switch command {
        case .sortByDate: sort(by: .date)
        case .sortBySender: sort(by: .from)
        case .sortBySubject: sort(by: .subject)
        case .sortBySize: sort(by: .size)
        case .groupByDay: groupByDay()
        case .goToDate: askForDay()
        default: return false
        }
        return true
    }

    private func sort(by field: MailSort.Field) {
        var new = look
        new.sort(by: field)
        show(as: new)
        around.say("Sorted by \(Wording.order(new.sort))", kind: .done, undo: false)
    }

    private func groupByDay() {
        var new = look
        new.isGrouped = !look.showsDays
        if new.isGrouped, new.sort.field != .date { new.sort = .newestFirst }
        show(as: new)
    }

    /// What stands above a row: its day, where the row before is of another.
    func heading(at index: Int, isFirst: Bool) -> StyledLine? {
        guard look.showsDays, items.indices.contains(index) else { return nil }
        let date = items[index].thread.lastDate
        let calendar = around.clock.calendar
        if !isFirst, calendar.isDate(date, inSameDayAs: items[index - 1].thread.lastDate) { return nil }
        return StyledLine(" " + DayHeading.text(date, clock: around.clock), Style(.dim).with(.bold))
    }

    // MARK: Going to a day

    private func askForDay() {
        let clock = around.clock
        around.push(
            EntryScreen(
                "Go to a date", placeholder: "12 nov, monday, last week, 2025-06, 3w", around: around,
                note: { text in
                    guard !text.isEmpty else {
                        return .init(text: "a day, a month, a year, or how long ago", isProblem: true)
                    }
                    guard let days = DayEntry.days(text, clock: clock) else {
                        return .init(
                            text: "no date that was: 12 nov, monday, last week, 2025-06-30, 3w", isProblem: true)
                    }
                    return .init(text: DayHeading.text(days.lowerBound, clock: clock))
                },
                done: { [weak self] text in
                    if let days = DayEntry.days(text, clock: clock) { self?.go(to: days) }
                }))
    }

    /// Counts what stands before the day, elsewhere, and goes there.
    func go(to day: Range<Date>) {
        if look.sort.field != .date {
            var new = look
            new.sort = .newestFirst
            show(as: new)
        }
        let edge: MailPredicate =
            look.sort.isAscending ? .receivedBefore(day.lowerBound) : .receivedSince(day.upperBound)
        let (filter, session, sort) = (provider.filter && edge, around.session, look.sort)
        let isFlat = isFlat
        around.start(
            Errand("Going to the day", for: self) { [weak self] in
                let before = await Task.detached { (try? session.count(filter, messages: isFlat)) ?? 0 }.value
                return {
                    guard let self, self.look.sort == sort else { return }
                    self.go(to: .day(day), near: before)
                }
            })
    }
}

extension Wording {
    static func order(_ sort: MailSort) -> String {
        switch sort.field {
        case .date: sort.isAscending ? "date, the oldest first" : "date, the newest first"
        case .from: sort.isAscending ? "sender" : "sender, from the end"
        case .subject: sort.isAscending ? "subject" : "subject, from the end"
        case .size: sort.isAscending ? "size, the smallest first" : "size, the largest first"
        case .unread: "unread"
        case .starred: "stars"
        case .files: "files"
        }
    }
}
