import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("A long list", .timeLimit(.minutes(10)))
struct ListWindowTests {
    @Test("the window follows the selection to the end and back")
    func window() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            (0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: FakeSurroundings.noon - $0 * 60) })
        let list = world.list()
        _ = world.draw(list)
        #expect(list.provider.count == 900)
        #expect(list.perform(.bottom))
        let last = try world.thread("t-m899")
        await world.until { list.rows.selection == last }
        #expect(list.provider.items.count < 700)
        _ = world.draw(list)
        #expect(list.perform(.up))
        #expect(list.rows.selection == (try world.thread("t-m898")))
        #expect(list.perform(.top))
        let first = try world.thread("t-m0")
        await world.until { list.rows.selection == first }
    }

    @Test("going down one by one never ends before the list does")
    func walk() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            (0..<700).map { .remote(id: "m\($0)", subject: "Number \($0)", at: FakeSurroundings.noon - $0 * 60) })
        let list = world.list()
        var seen = list.rows.selection.map { [$0] } ?? []
        while seen.count < 700 {
            // At the end of the window more comes by itself.
            await world.until { (list.rows.selectedIndex ?? 0) < list.rows.rows.count - 1 }
            guard list.perform(.down), let selection = list.rows.selection else { break }
            seen.append(selection)
        }
        #expect(seen.count == 700)
        #expect(Set(seen).count == 700)
    }

    @Test("the place is kept for the next start")
    func place() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.bottom))
        list.disappear()
        await world.session.setSetting(world.kept[ListPlaces.key], key: ListPlaces.key)
        let next = world.list()
        #expect(next.rows.selection == (try world.thread("t-old")))
        #expect(next.view == list.view)
    }

    @Test("the thread screen is told its neighbours, and the selection goes along")
    func order() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let rows = list.rows.rows
        #expect(list.thread(after: rows[0]) == rows[1])
        #expect(list.thread(before: rows[0]) == nil)
        #expect(list.thread(after: rows[5]) == nil)
        list.follow(rows[3])
        #expect(list.rows.selection == rows[3])
    }
}
