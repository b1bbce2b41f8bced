import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI

/// Selecting rows, near and far.
extension ListBulkTests {
    @Test("query selection includes threads out of view, acted on as one")
    func matching() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill(
            (0..<700).map {
                .remote(
                    id: "m\($0)", from: $0.isMultiple(of: 2) ? "ann" : "bob", subject: "Number \($0)", at: noon - $0)
            })
        let list = world.list()
        _ = world.draw(list)
        #expect(list.perform(.selectMatching))
        let entry = try #require(world.pushed.last as? EntryScreen)
        entry.type("from:ann")
        #expect(entry.handle(.key(.enter)))
        await world.until { list.matching != nil }
        #expect(world.said.last == "350 selected")
        #expect(world.text(list)[0].contains("350 selected"))
        #expect(world.text(list)[2].hasPrefix("✓") && !world.text(list)[3].hasPrefix("✓"))
        #expect(list.perform(.archive))
        await world.until { list.matching == nil && list.provider.count == 350 }
        #expect(world.acted.count == 1)
        #expect(try #require(try await world.session.undo()).threadCount == 350)
    }

    @Test("a thread selected out of view and removed by another program leaves the selection")
    func takenAway() async throws {
        let (world, list) = try await selected(100)
        let session = world.session
        try await session.perform(.archive, on: [world.thread("t-m650")])
        await world.until { list.selectedCount == 99 }
        #expect(list.perform(.trash))
        await world.until { world.acted.count == 1 }
        #expect(world.acted.first?.split(separator: ",").count == 99)
    }

    @Test("the number of selected threads is shown until the next key")
    func saidOnce() async throws {
        var settings = Settings()
        settings.keyPreset = .gmail
        let client = try ShellClient(settings: settings)
        client.type("*a")
        await client.sees(80, 24) { client.draw()[22].contains("2 selected") }
        #expect(client.draw()[22].contains("2 selected"))
        client.type("*n")
        #expect(!client.shows("selected"))
        await client.shell.end()
    }

    @Test("the selection survives a jump to distant rows; x deselects there")
    func staysSelected() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<700).map { .remote(id: "m\($0)", subject: "Number \($0)", at: noon - $0) })
        let list = world.list()
        _ = world.draw(list)
        for _ in 0..<2 { #expect(list.perform(.select)) }
        let wanted = list.targets
        #expect(wanted.count == 2)
        #expect(list.perform(.bottom))
        await world.until { list.provider.above > 100 && list.rows.selectedIndex == list.rows.rows.indices.last }
        #expect(list.targets == wanted && list.selectedCount == 2)
        #expect(world.text(list)[0].contains("2 selected"))
        #expect(list.perform(.select))
        #expect(list.selectedCount == 3 && list.targets.count == 3)
        #expect(list.perform(.top))
        await world.until { list.provider.above == 0 && list.rows.selectedIndex == 0 }
        #expect(list.selectedCount == 3)
        #expect(world.text(list)[2].hasPrefix("✓") && world.text(list)[3].hasPrefix("✓"))
        #expect(list.perform(.select))
        #expect(list.selectedCount == 2 && !world.text(list)[2].hasPrefix("✓"))
        #expect(list.perform(.archive))
        await world.until { world.acted.count == 1 && list.provider.count == 698 }
        #expect(list.selectedCount == 0)
    }

    @Test("a range reaches rows that are far away, either way, and is acted on as one", arguments: [false, true])
    func longRange(isUpwards: Bool) async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<900).map { .remote(id: "m\($0)", thread: "t\($0)", at: noon - $0) })
        let list = world.list()
        _ = world.draw(list)
        if isUpwards {
            #expect(list.perform(.bottom))
            await world.until { list.provider.above > 100 && list.landing.target == nil }
        }
        #expect(list.perform(.range))
        #expect(list.perform(isUpwards ? .top : .bottom))
        await world.until { list.landing.target == nil }
        #expect(list.selectedCount == 900 && list.rows.isMarkingRange)
        #expect(list.rows.selectedIndex == (isUpwards ? 0 : 899))
        #expect(list.perform(isUpwards ? .down : .up))
        #expect(list.selectedCount == 899)
        #expect(list.perform(.archive))
        await world.until { list.provider.count == 1 }
        #expect(world.acted.count == 1)
        #expect(try await world.session.undo()?.threadCount == 899)
    }

    @Test("a range that is given up leaves no more rows loaded than usual")
    func longRangeGivenUp() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<900).map { .remote(id: "m\($0)", thread: "t\($0)", at: noon - $0) })
        let list = world.list()
        _ = world.draw(list)
        #expect(list.perform(.range) && list.perform(.bottom))
        await world.until { list.landing.target == nil && list.selectedCount == 900 }
        #expect(list.perform(.back) && list.perform(.up))
        await world.until { list.rows.rows.count <= ListScreen.widest }
        #expect(list.selected == (try world.thread("t898")) && list.selectedCount == 0)
    }

    @Test("returning to a view restores its selection, except for threads that have left it")
    func comesBackSelected() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        _ = world.draw(list)
        let inbox = list.view
        for _ in 0..<3 { #expect(list.perform(.select)) }
        let selected = list.targetThreads.map(\.id)
        list.goStraight(to: .starred(world.account))
        #expect(list.selectedCount == 0)
        await world.until { list.shown.count == 1 && list.loadingSince == nil }
        #expect(list.perform(.select) && list.selectedCount == 1)
        world.act(.archive, on: [selected[1]], target: nil)
        list.goStraight(to: inbox)
        await world.until { list.shown.count == 5 && list.loadingSince == nil }
        #expect(list.targetThreads.map(\.id) == [selected[0], selected[2]])
        list.look(for: "lunch")
        #expect(list.selectedCount == 0)
        list.closeSearch()
        await world.until { list.shown.count == 5 && list.loadingSince == nil }
        #expect(list.selectedCount == 2)
        list.unmarkAll()
        list.goStraight(to: .starred(world.account))
        await world.until { list.shown.count == 1 && list.loadingSince == nil }
        #expect(list.selectedCount == 1, "each view has its own")
        list.goStraight(to: inbox)
        await world.until { list.shown.count == 5 && list.loadingSince == nil }
        #expect(list.selectedCount == 0, "what was let go of stays so")
    }

    @Test("returning to a view restores distant selected rows too")
    func comesBackFarAway() async throws {
        let noon = FakeSurroundings.noon
        let world = try FakeSurroundings(now: noon)
        try world.fill((0..<700).map { .remote(id: "m\($0)", subject: "Number \($0)", at: noon - $0) })
        let list = world.list()
        _ = world.draw(list)
        let inbox = list.view
        for _ in 0..<2 { #expect(list.perform(.select)) }
        let wanted = Set(list.targets)
        #expect(list.perform(.bottom))
        await world.until { list.provider.above > 100 && list.rows.selectedIndex == list.rows.rows.indices.last }
        list.goStraight(to: .starred(world.account))
        await world.until { list.shown.isEmpty && list.loadingSince == nil }
        list.goStraight(to: inbox)
        await world.until { list.provider.above > 100 && list.selectedCount == 2 }
        #expect(Set(list.targets) == wanted)
    }

    @Test("Esc clears the selection, and an invalid query selects nothing")
    func letsGo() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        list.select(matching: "is:unread")
        await world.until { list.matching != nil }
        #expect(list.selectedCount == 2)
        #expect(list.perform(.back))
        #expect(list.selectedCount == 0)
        list.select(matching: "zebra")
        await world.until { world.said.last == "Nothing matches." }
        #expect(list.perform(.selectMatching))
        let entry = try #require(world.pushed.last as? EntryScreen)
        #expect(world.text(entry).contains { $0.contains("everything in \(list.title), shown or not") })
        entry.type("🦊")
        #expect(entry.handle(.key(.enter)) && world.pops == 0)
        #expect(entry.handle(.key(.backspace)))
        entry.type("(a")
        #expect(entry.handle(.key(.enter)) && world.pops == 0)
        #expect(screenGolden("select-matching", { world.draw(entry, $0, $1) }) == nil)
    }
}
