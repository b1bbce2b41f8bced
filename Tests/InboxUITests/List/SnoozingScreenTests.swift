import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Snoozing on screens", .timeLimit(.minutes(10)))
struct SnoozingScreenTests {
    private func answer(_ text: String, _ world: FakeSurroundings) throws {
        let entry = try #require(world.pushed.last as? EntryScreen)
        entry.type(text)
        #expect(entry.handle(.key(.enter)))
    }

    @Test("a thread leaves until the typed time, its row shows it, and the same key wakes it")
    func list() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let first = try #require(list.selected)
        #expect(list.perform(.snooze))
        let box = try #require(world.pushed.last)
        #expect(screenGolden("snooze", { world.draw(box, $0, $1) }) == nil)
        // A time that is not in the future is refused.
        try answer("soon", world)
        #expect(world.text(box).contains { $0.contains("not understood: try tomorrow 8") })
        for _ in "soon" { _ = (world.pushed.last as? EntryScreen)?.handle(.key(.backspace)) }
        try answer("yesterday", world)
        #expect(world.text(box).contains { $0.contains("not a future time: try tomorrow 8") })
        #expect(world.pops == 0 && world.acted.isEmpty)
        for _ in "yesterday" { _ = (world.pushed.last as? EntryScreen)?.handle(.key(.backspace)) }
        try answer("tomorrow 8", world)
        await world.until { !list.shown.contains(first) }
        #expect(world.acted == ["snooze \(first)"])

        list.show(.search("is:snoozed"))
        await world.until { list.shown == [first] && list.loadingSince == nil }
        #expect(world.text(list).contains { $0.contains("until Wed 08:00") })
        let mismatch = await world.atRest { screenGolden("snoozed", { world.draw(list, $0, $1) }) }
        #expect(mismatch == nil)
        #expect(list.perform(.snooze))
        #expect(world.text(try #require(world.pushed.last)).contains { $0.contains("Snoozed until Wed 08:00") })
        try answer("now", world)
        await world.until { list.shown.isEmpty }
        #expect(world.acted.last == "wake \(first)")
        await world.settle()
        let woken = try #require(try world.session.thread(first))
        #expect(woken.lastDate == world.clock.now() && woken.isUnread)
    }

    @Test("several threads, or all matches, snooze together, and one undo restores them")
    func many() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let all = list.shown.count
        #expect(list.perform(.select) && list.perform(.select))
        #expect(list.perform(.snooze))
        #expect(world.text(try #require(world.pushed.last)).contains { $0.contains("Snooze 2 threads until when?") })
        try answer("in 3 hours", world)
        await world.until { list.shown.count == all - 2 }
        list.select(matching: "")
        await world.until { list.matching != nil }
        #expect(list.perform(.snooze))
        try answer("mon", world)
        await world.until { list.shown.isEmpty }
        #expect(try #require(try await world.session.undo()).threadCount == all - 2)
        #expect(try #require(try await world.session.undo()).threadCount == 2)
        await world.until { list.shown.count == all }
    }

    @Test("repeating a snooze uses its time for another thread")
    func again() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.snooze))
        try answer("mon 9", world)
        await world.until { list.shown.count == 5 }
        #expect(list.perform(.again))
        await world.until { list.shown.count == 4 }
        #expect(
            try world.session.threads(.keyword(.snoozed), limit: 9).map(\.snoozedUntil).allSatisfy {
                $0 == world.lastAct?.date
            })
    }

    @Test(
        "snoozing closes the thread, whose header then shows the time",
        arguments: ScreenState.sizes)
    func thread(width: Int, height: Int) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let first = try #require(list.selected)
        let screen = ThreadScreen(thread: first, around: world)
        #expect(screen.perform(.snooze))
        try answer("24 dec", world)
        #expect(world.pops == 2)
        await world.settle()
        let again = ThreadScreen(thread: first, around: world)
        let head = world.draw(again, width, height)
        #expect(screenGolden("thread-snoozed", head) == nil)
    }

    @Test("a thread can't repeat a snooze whose time has passed")
    func past() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.lastAct = LastAct(.snooze, date: world.clock.now().addingTimeInterval(-1))
        let screen = ThreadScreen(thread: try #require(list.selected), around: world)
        #expect(screen.perform(.again))
        #expect(world.acted.isEmpty && world.said.last == "That time has passed.")
    }

    @Test("snoozing a card raises the next card")
    func deck() async throws {
        let (world, _) = try FakeSurroundings.mailbox()
        let deck = DeckScreen(filter: .mailbox(.role(.inbox)), title: "Inbox", around: world)
        let card = try #require(deck.card)
        #expect(deck.perform(.snooze))
        try answer("tomorrow 8", world)
        #expect(deck.card != nil && deck.card?.id != card.id)
        #expect(world.acted == ["snooze \(card.id)"])
        #expect(deck.state.summary == "1 snoozed")
    }

    @Test(
        "future times are short, and the same everywhere",
        arguments: [
            (3_600, "13:00", "13:00"), (86_400, "Wed 12:00", "Wed"), (6 * 86_400, "Mon 12:00", "Mon"),
            (7 * 86_400, "17 Feb 12:00", "17 Feb"), (330 * 86_400, "2027-01-06 12:00", "2027-01-06"),
        ])
    func coming(seconds: Int, wide: String, narrow: String) throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        let date = world.clock.now().addingTimeInterval(TimeInterval(seconds))
        #expect(RowDate.coming(date, clock: world.clock) == wide)
        #expect(RowDate.coming(date, clock: world.clock, isNarrow: true) == narrow)
    }

    @Test(
        "mutt's preset bounces with b and snoozes with B", arguments: [("maraca", "b"), ("gmail", "b"), ("mutt", "B")])
    func keys(preset: String, key: String) throws {
        var settings = Settings()
        settings.keyPreset = try #require(Settings.KeyPreset(rawValue: preset))
        let map = KeyMap(settings: settings)
        for context in [KeyContext.list, .thread, .deck] {
            #expect(map.sequences(of: .snooze, in: context).map(\.description) == [key])
        }
    }
}
