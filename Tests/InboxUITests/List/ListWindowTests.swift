import InboxKit
import InboxModel
import InboxStore
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
        await world.until { list.selected == last }
        #expect(list.shownThreads.count < 700)
        _ = world.draw(list)
        #expect(list.perform(.up))
        #expect(list.selected == (try world.thread("t-m898")))
        #expect(list.perform(.top))
        let first = try world.thread("t-m0")
        await world.until { list.selected == first }
    }

    /// A list of 900 threads, its last one sought while it shows the first, and "archive" pressed behind that.
    private func seeking() throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            (0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: FakeSurroundings.noon - $0 * 60) })
        let list = world.list()
        _ = world.draw(list)
        #expect(list.perform(.bottom) && list.perform(.archive))
        return (world, list)
    }

    @Test("a server that cannot be reached ends no jump within the store, nor what was typed behind it")
    func unreachable() async throws {
        let (world, list) = try seeking()
        list.heard(.fetchFailed(.remote(RemoteError(.unreachable(detail: "timed out"), call: "threads"))))
        let last = try world.thread("t-m899")
        await world.until { !world.acted.isEmpty }
        #expect(world.acted == ["archive \(last.rawValue)"])
    }

    @Test("another order waits for what was typed before it", arguments: [Command.sortBySubject, .conversations])
    func order(command: Command) async throws {
        let (world, list) = try seeking()
        #expect(list.perform(command))
        let last = try world.thread("t-m899")
        await world.until { !world.acted.isEmpty }
        #expect(world.acted == ["archive \(last.rawValue)"])
        await world.until { command == .conversations ? list.isFlat : list.provider.sort.field == .subject }
    }

    @Test("if the store cannot be read, what was typed behind a jump is not done, which is said")
    func unreadable() async throws {
        let (world, list) = try seeking()
        list.heard(.fetchFailed(.store(.locked)))
        #expect(world.said.last == "The rows could not be read. Nothing was done.")
        #expect(list.landing.target == nil && list.awaiting.isEmpty && world.acted.isEmpty)
    }

    @Test("moving down row by row reaches the end of the list")
    func walk() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            (0..<700).map { .remote(id: "m\($0)", subject: "Number \($0)", at: FakeSurroundings.noon - $0 * 60) })
        let list = world.list()
        var seen = list.selected.map { [$0] } ?? []
        while seen.count < 700 {
            // At the end of the window more rows are loaded automatically.
            await world.until { (list.rows.selectedIndex ?? 0) < list.shown.count - 1 }
            guard list.perform(.down), let selection = list.selected else { break }
            seen.append(selection)
        }
        #expect(seen.count == 700)
        #expect(Set(seen).count == 700)
    }

    @Test(
        "rows that were drawn ahead look as if drawn on demand, also if they changed meanwhile")
    func ahead() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        func mail(_ number: Int, unread: Bool = false) -> RemoteMessage {
            .remote(
                id: "m\(number)", subject: "Number \(number)", unread: unread, at: FakeSurroundings.noon - number * 60)
        }
        try world.fill((0..<100).map { mail($0) })
        let list = world.list()
        _ = world.draw(list)
        #expect(list.prepare())
        func goOn(_ command: Command) {
            #expect(list.perform(command))
            let drawn = world.draw(list)
            let fresh = world.list()
            fresh.rows.select(index: list.rows.selectedIndex ?? 0)
            fresh.rows.showSelection(rowsBelowTop: (list.rows.selectedIndex ?? 0) - list.rows.top)
            let wanted = world.draw(fresh)
            #expect((0..<24).map(drawn.text(row:)) == (0..<24).map(wanted.text(row:)), "\(command)")
            #expect(drawn.cells == wanted.cells, "\(command)")
        }
        for command in [Command.down, .pageDown, .down, .pageDown, .up, .pageUp] {
            // In small steps, and not endlessly.
            #expect((0..<40).contains { _ in !list.prepare() })
            goOn(command)
        }
        while list.prepare() {}
        let changed = try #require(list.rows.selectedIndex) + 1
        try world.fill(mail(changed, unread: true))
        let id = try world.thread("t-m\(changed)")
        await world.until { list.thread(id)?.isUnread == true }
        goOn(.down)
    }

    @Test("the list's place survives a restart")
    func place() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        #expect(list.perform(.bottom))
        list.keepPlace()
        await world.session.setSetting(world.kept[ListPlaces.key], key: ListPlaces.key)
        let next = world.list()
        #expect(next.selected == (try world.thread("t-old")))
        #expect(next.view == list.view)
    }

    @Test("selection and scroll position survive restarts deep in a long list, and in a list that mail arrives in")
    func deepPlace() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        func mail(_ number: Int) -> RemoteMessage {
            .remote(id: "m\(number)", subject: "Number \(number)", at: FakeSurroundings.noon - number * 60)
        }
        try world.fill((0..<900).map(mail))
        var list = world.list()
        _ = world.draw(list)
        // The rows in sight, as long as only the place is restored.
        func sight() throws -> (selected: ThreadID?, top: Int, shown: [String]) {
            let shown = world.text(list)
            return (list.selected, list.provider.above + list.rows.top, shown)
        }
        for (steps, moves) in [(0, [Command.down]), (25, [.up, .up]), (12, [.down]), (3, [.halfUp])] {
            for _ in 0..<steps {
                let before = list.selected
                #expect(list.perform(.pageDown))
                await world.until { list.selected != before && (list.rows.selectedIndex ?? 0) < list.shown.count - 30 }
                _ = world.draw(list)
            }
            for move in moves { #expect(list.perform(move)) }
            let before = try sight()
            #expect(steps == 0 || before.top > 100)
            list.keepPlace()
            await world.session.setSetting(world.kept[ListPlaces.key], key: ListPlaces.key)
            list = world.list()
            let after = try sight()
            #expect(after.selected == before.selected && after.top == before.top)
            #expect(after.shown == before.shown)
        }
        let before = try sight()
        list.keepPlace()
        await world.session.setSetting(world.kept[ListPlaces.key], key: ListPlaces.key)
        try world.fill((-40..<0).map(mail))
        list = world.list()
        let after = try sight()
        #expect(after.selected == before.selected)
        #expect(after.top == before.top + 40, "the same rows are in sight")
    }

    @Test("back in a view, or after a restart, the row that took the place of a thread that has gone is selected")
    func goneMeanwhile() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(
            (0..<900).map { .remote(id: "m\($0)", subject: "Number \($0)", at: FakeSurroundings.noon - $0 * 60) })
        let list = world.list()
        _ = world.draw(list)
        let (inbox, gone, next) = (list.view, try world.thread("t-m600"), try world.thread("t-m601"))
        #expect(list.perform(.open, number: 601))
        await world.until { list.selected == gone && list.landing.target == nil }
        _ = world.draw(list)
        list.keepPlace()
        await world.session.setSetting(world.kept[ListPlaces.key], key: ListPlaces.key)
        list.goStraight(to: .starred(world.account))
        await world.until { list.shown.isEmpty && list.loadingSince == nil }
        world.act(.archive, on: [gone], target: nil)
        await world.settle()
        list.goStraight(to: inbox)
        await world.until { list.loadingSince == nil }
        #expect(list.selected == next && list.provider.above > 400)
        #expect(world.list().selected == next)
    }

    @Test("in a view that keeps read rows, no row lingers in the provider")
    func lingers() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        list.linger(try world.thread("dir"))
        #expect(list.provider.lingeringRows.isEmpty)
    }

    @Test("the thread screen gets its neighbours, and the selection follows it")
    func order() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let rows = list.shown
        #expect(list.thread(after: rows[0]) == rows[1])
        #expect(list.thread(before: rows[0]) == nil)
        #expect(list.thread(after: rows[5]) == nil)
        list.follow(rows[3])
        #expect(list.selected == rows[3])
    }
}
