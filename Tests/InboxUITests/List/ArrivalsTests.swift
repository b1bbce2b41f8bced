import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Arriving mail in the list", .timeLimit(.minutes(10)))
struct ArrivalsTests {
    private func list() throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            (0..<30).map { .remote(id: "m\($0)", subject: "Number \($0)", at: FakeSurroundings.noon - 1_000 - $0) })
        let list = world.list()
        _ = world.draw(list)
        return (world, list)
    }

    private func arrive(
        _ numbers: Range<Int>, _ world: FakeSurroundings, _ list: ListScreen, unread: Bool = true,
        at start: Int = FakeSurroundings.noon
    ) async throws {
        let count = list.provider.count + numbers.count
        try world.fill(
            numbers.map {
                .remote(id: "n\($0)", subject: "News \($0)", unread: unread, at: start + $0)
            })
        await world.until { list.shown.count == count }
        _ = world.draw(list)
    }

    /// Makes the last visit to the inbox end at that second.
    private func keepVisit(_ end: Int, _ world: FakeSurroundings) throws {
        var places = ListPlaces(text: nil)
        places.keep(ListPlace(view: .role(world.account, .inbox), thread: nil, leftAt: .test(end)))
        let text = places.text
        try world.store.writeNow { try $0.setSetting(text, key: ListPlaces.key) }
    }

    @Test("an untouched list stays at its top, and no key acts on a thread that just moved there")
    func staysAtTop() async throws {
        let (world, list) = try list()
        let first = list.selected
        // Arrivals around it leave the selection on its thread.
        try await arrive(0..<3, world, list)
        #expect(list.selected == first && list.rows.top == 0 && list.rows.selectedIndex == 3)
        try await arrive(3..<40, world, list)
        #expect(list.rows.top == 0 && list.rows.selectedIndex == 0)
        #expect(!world.text(list)[0].contains("↑"))
        #expect(list.above.moved != nil)
        list.above.moved = .now
        #expect(list.perform(.archive))
        #expect(world.acted.isEmpty && world.said.last == "New mail has just arrived. Nothing was done.")
        #expect(list.perform(.archive))
        #expect(world.acted.count == 1)
    }

    @Test("whenever one more arrives, an untouched list shows it in its first row", arguments: [(80, 24), (40, 12)])
    func oneByOne(width: Int, height: Int) async throws {
        let (world, list) = try list()
        _ = world.draw(list, width, height)
        for number in 0..<45 {
            let count = list.provider.count + 1
            try world.fill(
                .remote(id: "n\(number)", subject: "News \(number)", unread: true, at: FakeSurroundings.noon + number))
            await world.until { list.shown.count == count }
            let rows = world.text(list, width, height)
            #expect(list.rows.top == 0 && rows[2].contains("News \(number)"), "\(rows)")
        }
    }

    @Test("moving or opening a thread keeps the place, and the header counts new mail")
    func keepsPlace() async throws {
        for command in [Command.down, .open] {
            let (world, list) = try list()
            #expect(list.perform(command))
            let kept = list.selected
            try await arrive(0..<40, world, list)
            #expect(list.selected == kept && list.rows.top > 0)
            let hidden = list.rows.top
            #expect(world.text(list)[0].contains("↑ \(hidden) new: gg"))
            // Mail scrolled into view counts as seen.
            for _ in 0..<20 { _ = list.perform(.up) }
            _ = world.draw(list)
            let left = list.rows.top
            #expect(left < hidden && (left == 0 || world.text(list)[0].contains("↑ \(left) new: gg")))
            #expect(list.perform(.top))
            #expect(!world.text(list)[0].contains("↑"))
            // Mail that arrives already read is not announced.
            _ = list.perform(.down)
            try await arrive(40..<80, world, list, unread: false)
            #expect(!world.text(list)[0].contains("↑"))
        }
    }

    @Test("older mail fetched above the view isn't new; mail delayed by a few days is")
    func olderMail() async throws {
        let (world, list) = try list()
        let day = 86_400
        try await arrive(0..<30, world, list, unread: false, at: FakeSurroundings.noon - 900 * day)
        #expect(list.perform(.bottom))
        _ = world.draw(list)
        try await arrive(30..<50, world, list, at: FakeSurroundings.noon - 300 * day)
        #expect(list.rows.top > 20 && !world.text(list)[0].contains("↑"))
        try await arrive(50..<52, world, list, at: FakeSurroundings.noon - 3 * day)
        #expect(world.text(list)[0].contains("↑ 2 new"))
    }

    @Test("going to the end of a long list of unread mail, and back, announces nothing as new; what arrives then is")
    func longList() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill(
            (0..<260).map { .remote(id: "m\($0)", subject: "Number \($0)", unread: true, at: noon - 1_000 - $0) })
        let list = world.list()
        _ = world.draw(list)
        #expect(list.perform(.bottom))
        let last = try world.thread("t-m259")
        await world.until { list.selected == last }
        #expect(!world.text(list)[0].contains("↑"))
        #expect(list.provider.above == 60 && list.provider.window == 60..<260, "no row above is needed yet")
        for _ in 0..<180 { #expect(list.perform(.up)) }
        await world.until { list.provider.above == 0 && list.rows.rows.count == 260 }
        #expect(!world.text(list)[0].contains("↑") && list.rows.top > 2)
        try world.fill((0..<2).map { .remote(id: "n\($0)", subject: "News \($0)", unread: true, at: noon + $0) })
        await world.until { list.provider.count == 262 }
        #expect(world.text(list)[0].contains("↑ 2 new: gg"))
    }

    @Test(
        "how many are new is told only as long as all of these are loaded",
        arguments: [(10, "260 unread, 10 new"), (250, "260 unread")])
    func newOnes(count: Int, words: String) async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try keepVisit(noon - 10 * count + 5, world)
        try world.fill(
            (0..<260).map { number in
                .remote(
                    id: "m\(number)", from: "bob\(number % 50)", subject: "Number \(number)", unread: true,
                    at: noon - 10 * number)
            })
        let list = world.list()
        await world.until { list.provider.isCounted }
        let top = world.text(list)[0]
        #expect(top.contains(words) && top.contains("new") == words.contains("new"))
        // By sender, the newest may be anywhere.
        #expect(list.perform(.sortBySender))
        await world.until { list.loadingSince == nil && list.provider.isCounted }
        #expect(world.text(list)[0].contains("260 unread · by sender"))
    }

    @Test("mail that was still on its way when the view was left is new, what the view had is not")
    func late() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill(
            (0..<3).map { .remote(id: "m\($0)", subject: "Number \($0)", unread: true, at: noon - 1_000 - $0) })
        let list = world.list()
        _ = world.draw(list)
        list.keepPlace()
        let places = try #require(world.kept[ListPlaces.key])
        try world.store.writeNow { try $0.setSetting(places, key: ListPlaces.key) }
        try world.fill(.remote(id: "n", subject: "Late", unread: true, at: noon - 500))
        let next = world.list()
        _ = world.draw(next)
        await world.until { next.sinceVisit.count == 1 }
        #expect(next.newThreads.map(\.subject) == ["Late"])
    }

    @Test("the user's own reply isn't new; mail before it since the last visit is")
    func ownAnswers() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try keepVisit(noon - 500, world)
        try world.fill(
            // Unread before; the reply is the user's own.
            .remote(id: "a1", thread: "a", subject: "Old", unread: true, at: noon - 900),
            .remote(id: "a2", thread: "a", from: "me", subject: "Re: Old", at: noon - 100),
            // Arrived since, and answered without being marked as read.
            .remote(id: "b1", thread: "b", subject: "News", unread: true, at: noon - 300),
            .remote(id: "b2", thread: "b", from: "me", subject: "Re: News", at: noon - 90),
            // A reply to the user is new.
            .remote(id: "c1", thread: "c", from: "me", subject: "Question", at: noon - 800),
            .remote(id: "c2", thread: "c", subject: "Re: Question", unread: true, at: noon - 80))
        let list = world.list()
        _ = world.draw(list)
        await world.until { list.sinceVisit.count == 2 }
        let new = list.newThreads.compactMap(\.remoteID?.rawValue)
        #expect(Set(new) == ["b", "c"])
        #expect(world.text(list)[0].contains("3 unread, 2 new"))
    }
}

extension ListScreen {
    fileprivate var newThreads: [MailThread] { shownThreads.filter { sinceVisit.isNew($0, own: around.ownAddresses) } }
}
