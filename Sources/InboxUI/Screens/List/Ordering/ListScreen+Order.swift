import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The order of the rows, which each view remembers, and going to a day.
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
        around.sayHere("Sorted by \(Wording.order(new.sort))", kind: .done)
    }

    private func groupByDay() {
        var new = look
        new.isGrouped = !look.showsDays
        if new.isGrouped { return showByDate(new) }
        show(as: new)
    }

    /// Shows the rows by date, as only that order has days. If another order was shown, tells the user the key that restores it.
    private func showByDate(_ look: ViewLook) {
        var new = look
        let old = new.sort.field
        if old != .date { new.sort = .newestFirst }
        show(as: new)
        guard old != .date else { return }
        let key = sorting(by: old).flatMap { around.keyName(of: $0, in: .list) }
        let back = key.map { "; \($0) sorts by \(Wording.name(of: old)) again" } ?? ""
        around.sayHere("Sorted by \(Wording.order(new.sort))\(back)", kind: .done)
    }

    private func sorting(by field: MailSort.Field) -> Command? {
        switch field {
        case .date: .sortByDate
        case .from: .sortBySender
        case .subject: .sortBySubject
        case .size: .sortBySize
        case .unread, .starred, .files: nil
        }
    }

    /// Returns the heading above a row: its day, if the previous row is of another day.
    func heading(at index: Int, isFirst: Bool) -> StyledLine? {
        guard look.showsDays, loaded.items.indices.contains(index) else { return nil }
        let date = loaded.items[index].thread.lastDate
        let calendar = around.clock.calendar
        if !isFirst, calendar.isDate(date, inSameDayAs: loaded.items[index - 1].thread.lastDate) { return nil }
        return StyledLine(" " + DayHeading.text(date, clock: around.clock), Style(.dim).with(.bold))
    }

    // MARK: Going to a day

    private func askForDay() {
        let clock = around.clock
        around.push(
            EntryScreen(
                "Go to a date", deed: "go there", placeholder: "12 nov, monday, 2025-06, 3w", around: around,
                note: { text in
                    guard !text.isEmpty else {
                        return .init(text: "a day, a month, a year, or how long ago", isProblem: true)
                    }
                    guard let days = DayEntry.days(text, clock: clock) else {
                        return .init(
                            text: "not a past date: 12 nov, monday, last week, 2025-06-30, 3w", isProblem: true)
                    }
                    return .init(text: DayHeading.text(days, clock: clock))
                },
                done: { [weak self] text in
                    if let days = DayEntry.days(text, clock: clock) { self?.go(to: days) }
                }))
    }

    /// Goes to a day, after counting the rows before it as an errand.
    func go(to day: Range<Date>) {
        if look.sort.field != .date { showByDate(look) }
        let edge = look.sort.isAscending ? day.lowerBound : day.upperBound
        let (filter, session, sort) = (provider.filter, around.session, look.sort)
        let (view, isFlat) = (view, isFlat)
        around.start(
            Errand("Going to the day", for: self) { [weak self] in
                let before = await Task.detached {
                    let isBefore: MailPredicate = sort.isAscending ? .receivedBefore(edge) : .receivedSince(edge)
                    let position =
                        try? isFlat
                        ? session.count(filter && isBefore, messages: true)
                        : session.position(of: edge, filter: filter, sort: sort)
                    return position ?? 0
                }.value
                return {
                    // The position means nothing among other rows.
                    guard let self, self.view == view, self.isFlat == isFlat, self.look.sort == sort else { return }
                    // Servers have found more of a search meanwhile.
                    guard self.provider.filter == filter else { return self.go(to: day) }
                    self.go(to: .day(day, before), near: before)
                }
            })
    }

    /// Tells the user when a day is beyond all mail, so that the first or last row is selected instead.
    func sayEnd(insteadOf day: Range<Date>, at row: Int) {
        guard loaded.items.indices.contains(row) else { return }
        let date = loaded.items[row].thread.lastDate
        let isFuture = date < day.lowerBound
        let place = provider.above + row
        // The last row that is known may not be the last one.
        let isEnd =
            isFuture == look.sort.isAscending ? provider.isCounted && place == provider.count - 1 : place == 0
        guard !day.contains(date), isEnd else { return }
        let end = isFuture ? "newest" : "oldest"
        around.say("That is the \(end) here: \(DayHeading.text(date, clock: around.clock))", kind: .info)
    }
}

extension Wording {
    static func order(_ sort: MailSort) -> String {
        let way =
            switch sort.field {
            case .date: sort.isAscending ? ", oldest first" : ", newest first"
            case .from, .subject: sort.isAscending ? "" : ", reversed"
            case .size: sort.isAscending ? ", smallest first" : ", largest first"
            case .unread, .starred, .files: ""
            }
        return name(of: sort.field) + way
    }

    /// Returns the order for the top line of a list.
    /// - Parameter isShort: Whether room is scarce; the direction is then omitted unless it is all there is to say.
    static func sign(of sort: MailSort, isShort: Bool) -> String {
        guard isShort else { return "by " + order(sort) }
        return sort.field == .date && sort.isAscending ? "oldest first" : "by " + name(of: sort.field)
    }

    fileprivate static func name(of field: MailSort.Field) -> String {
        switch field {
        case .date: "date"
        case .from: "sender"
        case .subject: "subject"
        case .size: "size"
        case .unread: "unread"
        case .starred: "stars"
        case .files: "files"
        }
    }
}
