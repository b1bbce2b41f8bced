import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("The order of a list", .timeLimit(.minutes(10)))
struct ListOrderTests {
    @Test("a key sorts rows, and a second press reverses them; the view remembers the order")
    func sorts() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let byDate = list.shown
        #expect(list.perform(.sortBySubject))
        await world.until { list.shown != byDate && list.loadingSince == nil }
        let subjects = list.shownThreads.map(\.subject.first)
        #expect(subjects == ["L", "L", "N", "N", "[", "W"])
        #expect(world.text(list)[0].contains("2 unread · by subject"))
        #expect(world.text(list, 40, 12)[0].contains("2 unread · by subject"), "where columns are few too")
        #expect(list.perform(.sortBySubject))
        await world.until { list.shownThreads.first?.subject.first == "W" }
        #expect(world.said.last == "Sorted by subject, reversed")
        let (inbox, sorted) = (list.view, list.shown)
        list.show(.allInboxes)
        await world.until { list.shown == byDate && list.loadingSince == nil }
        list.show(inbox)
        await world.until { list.shown == sorted && list.loadingSince == nil }
        list.keepPlace()
        await world.session.setSetting(world.kept[ListPlaces.key], key: ListPlaces.key)
        #expect(world.list().shown == sorted, "after a restart too")
    }

    @Test(
        "what is selected stays selected in another order, wherever it is then, and what is typed behind that is for it",
        arguments: [Command.sortByDate, .sortBySubject])
    func followsSelection(command: Command) async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: noon - $0 * 60) })
        let list = world.list()
        _ = world.draw(list)
        let thread = try world.thread("t-m600")
        list.go(to: .position(600), near: 600)
        await world.until { list.selected == thread }
        #expect(list.perform(command))
        await world.until { list.loadingSince == nil && list.landing.target == nil }
        #expect(list.selected == thread && list.provider.above > 0)
        #expect(list.perform(command) && list.perform(.archive))
        await world.until { !world.acted.isEmpty }
        #expect(world.acted == ["archive \(thread.rawValue)"])
    }

    @Test("another order ends a range: what it selected stays selected, and nothing else is")
    func endsRange() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.range) && list.perform(.down))
        let (chosen, byDate) = (Set(list.threadsToActOn), list.shown)
        #expect(list.perform(.sortBySubject))
        await world.until { list.shown != byDate && list.loadingSince == nil }
        #expect(list.perform(.bottom) && list.perform(.top))
        #expect(Set(list.threadsToActOn) == chosen && chosen.count == 2)
    }

    @Test("at the top, the list stays at the top in another order")
    func staysAtTop() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: noon - $0 * 60) })
        let list = world.list()
        _ = world.draw(list)
        #expect(list.perform(.sortByDate))
        let oldest = try world.thread("t-m899")
        await world.until { list.loadingSince == nil && list.landing.target == nil }
        #expect(list.selected == oldest && list.provider.above == 0)
    }

    @Test("what is selected stays selected behind messages of other conversations, and back again")
    func followsMessages() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill(
            (0..<400).map { .remote(id: "long\($0)", thread: "long", at: noon - $0) }
                + (0..<300).map { .remote(id: "m\($0)", subject: "Number \($0)", at: noon - 1_000 - $0 * 60) })
        let list = world.list()
        _ = world.draw(list)
        let thread = try world.thread("t-m250")
        list.go(to: .position(251), near: 251)
        await world.until { list.selected == thread }
        for isFlat in [true, false] {
            #expect(list.perform(.conversations))
            await world.until { list.isFlat == isFlat && list.loadingSince == nil && list.landing.target == nil }
            #expect(list.selected == thread)
        }
    }

    @Test("a narrow header shows “oldest first”, and nothing for the usual order")
    func oldestFirst() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(!world.text(list, 40, 12)[0].contains("·"))
        #expect(list.perform(.sortByDate))
        await world.until { list.loadingSince == nil }
        #expect(world.text(list, 40, 12)[0].contains("2 unread · oldest first"))
    }

    @Test("day headings group rows; the first always shows", arguments: ScreenState.sizes)
    func days(width: Int, height: Int) throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.groupByDay))
        #expect(screenGolden("list-days", world.draw(list, width, height)) == nil)
        #expect(world.text(list).contains { $0.contains("Build Robot") && $0.contains(" 12:00") })
        #expect(list.perform(.groupByDay))
        #expect(!world.text(list).contains { $0.contains("Yesterday") || $0.contains("Today") })
        #expect(world.text(list).contains { $0.contains("Build Robot") && $0.contains(" Fri") })
    }

    @Test(
        "the date entry names the month, year or week that it goes to",
        arguments: [
            ("2025-06", "June 2025"), ("june", "June 2025"), ("2020", "2020"), ("12 jan", "Monday 12 January"),
            ("yesterday", "Yesterday"), ("last week", "Week from Sunday 1 February"),
        ])
    func toldBefore(text: String, words: String) throws {
        let clock = try FakeSurroundings(now: FakeSurroundings.noon).clock
        #expect(DayHeading.text(try #require(DayEntry.days(text, clock: clock)), clock: clock) == words)
    }

    @Test("a day that begins at one, because clocks were put forward at midnight, has its own heading and its own end")
    func noMidnight() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Africa/Cairo"))
        // 2026-04-24, a Friday of 23 hours, from 01:00 on.
        let begin = Date(timeIntervalSince1970: 1_776_981_600)
        func heading(_ date: Date, daysLater days: Int) -> String {
            DayHeading.text(date, clock: WallClock(calendar: calendar) { begin + TimeInterval(days * 86_400) })
        }
        #expect(heading(begin, daysLater: 0) == "Today" && heading(begin - 1, daysLater: 0) == "Yesterday")
        #expect(heading(begin, daysLater: 1) == "Yesterday" && heading(begin, daysLater: 2) == "Friday 24 April")
        let days = DayEntry.days("2026-04-24", clock: WallClock(calendar: calendar) { begin + 5 * 86_400 })
        #expect(days == begin..<(begin + 23 * 3_600))
    }

    @Test("the list goes to a date, loading a window around it, in both directions")
    func goesToDate() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: noon - $0 * 7_200) })
        let list = world.list()
        _ = world.draw(list)
        // Twelve a day: that day's last thread is the first before its end.
        let day = try #require(DayEntry.days("30d", clock: world.clock))
        list.go(to: day)
        await world.until { list.selected.flatMap { list.thread($0) }.map { day.contains($0.lastDate) } == true }
        #expect(list.provider.above > 0)
        let thread = try #require(list.selected.flatMap { list.thread($0) })
        #expect(list.thread(before: thread.id).flatMap { list.thread($0) }?.lastDate ?? .distantPast >= day.upperBound)
        list.go(to: try #require(DayEntry.days("yesterday", clock: world.clock)))
        let yesterday = try #require(DayEntry.days("yesterday", clock: world.clock))
        await world.until {
            list.selected.flatMap { list.thread($0) }.map { yesterday.contains($0.lastDate) } == true
        }
    }

    @Test("a day is found also if other rows are reported before those around it, as after a change of the order")
    func goesToDatePastOtherRows() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: noon - $0 * 7_200) })
        let list = world.list()
        _ = world.draw(list)
        let day = try #require(DayEntry.days("60d", clock: world.clock))
        let position = try world.session.position(
            of: day.upperBound, filter: list.provider.filter, sort: .newestFirst)
        list.go(to: .day(day, position), near: position)
        list.heard(.reset)
        #expect(list.landing.target != nil)
        await world.until { list.landing.target == nil }
        #expect(list.selected.flatMap { list.thread($0) }.map { day.contains($0.lastDate) } == true)
        #expect(!world.said.contains { $0.contains("oldest here") })
    }

    @Test("a day that is looked up while another view is opened does not move that view")
    func staysInOtherView() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: noon - $0 * 7_200) })
        let list = world.list()
        _ = world.draw(list)
        list.go(to: try #require(DayEntry.days("30d", clock: world.clock)))
        list.show(.allInboxes)
        await world.settle()
        #expect(list.provider.window.lowerBound == 0)
        await world.until { list.loadingSince == nil && list.landing.target == nil }
        #expect(list.view == .allInboxes && list.provider.above == 0 && list.selected == list.shown.first)
    }

    @Test("a day is looked up again if servers meanwhile found more of what is shown")
    func looksUpAgain() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        list.go(to: try #require(DayEntry.days("yesterday", clock: world.clock)))
        list.provider.widen(to: .any([list.provider.filter, .starred]))
        await world.settle()
        #expect(world.errandWords == ["Going to the day", "Going to the day"])
        await world.until { list.landing.target == nil }
    }

    @Test("a day beyond the newest or oldest mail goes to that end and says so", arguments: [false, true])
    func beyond(isAscending: Bool) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let byDate = list.shown
        if isAscending {
            #expect(list.perform(.sortByDate))
            await world.until { list.shown == byDate.reversed() && list.loadingSince == nil }
        }
        list.go(to: try #require(DayEntry.days("2031", clock: world.clock)))
        await world.until { world.said.last?.contains("newest") == true }
        #expect(world.said.last == "That is the newest here: Today" && list.selected == byDate.first)
        list.go(to: try #require(DayEntry.days("1990", clock: world.clock)))
        await world.until { world.said.last?.contains("oldest") == true }
        #expect(world.said.last?.hasPrefix("That is the oldest here: ") == true && list.selected == byDate.last)
    }

    @Test("going by days restores the date order, and a message names the key for the previous order")
    func leavesOrder() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let byDate = list.shown
        #expect(list.perform(.sortBySize))
        #expect(world.said.last == "Sorted by size, largest first")
        await world.until { list.loadingSince == nil }
        list.go(to: try #require(DayEntry.days("yesterday", clock: world.clock)))
        #expect(world.said.last == "Sorted by date, newest first; Oz sorts by size again")
        await world.until { list.shown == byDate && list.loadingSince == nil }
        #expect(list.perform(.sortBySubject))
        await world.until { list.loadingSince == nil }
        #expect(list.perform(.groupByDay))
        #expect(world.said.last == "Sorted by date, newest first; Os sorts by subject again")
        let said = world.said.count
        list.go(to: try #require(DayEntry.days("yesterday", clock: world.clock)))
        #expect(world.said.count == said, "in the order of time there is nothing to tell")
    }

    @Test(
        "typed dates are parsed",
        arguments: [
            ("2026-02-09", "2026-02-09", 1), ("2026-01", "2026-01-01", 31), ("2025", "2025-01-01", 365),
            ("yesterday", "2026-02-09", 1), ("12 Nov", "2025-11-12", 1), ("nov 12 2024", "2024-11-12", 1),
            ("Mon", "2026-02-09", 1), ("tuesday", "2026-02-03", 1), ("nov", "2025-11-01", 30),
            ("january", "2026-01-01", 31), ("feb", "2026-02-01", 28), ("last feb", "2025-02-01", 28),
            ("last month", "2026-01-01", 31), ("last week", "2026-02-01", 7), ("this year", "2026-01-01", 365),
            ("3 days ago", "2026-02-07", 1), ("9.2.", "2026-02-09", 1), ("nov 2024", "2024-11-01", 30),
            ("2w", "2026-01-27", 1), (" today ", "2026-02-10", 1),
        ])
    func dates(text: String, begin: String, length: Int) throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        let days = try #require(DayEntry.days(text, clock: world.clock))
        #expect(days.lowerBound.formatted(.iso8601.year().month().day()) == begin)
        #expect(days.upperBound.timeIntervalSince(days.lowerBound) == Double(length) * 86_400)
    }

    @Test(
        "bad dates are rejected", arguments: ["", "soon", "2026-13", "is:unread", "a b", "31 nov", "3 nov now", "ma"])
    func noDates(text: String) throws {
        #expect(DayEntry.days(text, clock: try FakeSurroundings(now: 0).clock) == nil)
    }
}
