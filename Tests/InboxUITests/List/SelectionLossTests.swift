import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("A selected row that another program removes", .timeLimit(.minutes(10)))
struct SelectionLossTests {
    /// A list with the second of five rows selected.
    private func list() throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill((0..<5).map { .remote(id: "m\($0)", at: FakeSurroundings.noon - 1_000 - $0) })
        let list = world.list()
        _ = world.draw(list)
        #expect(list.perform(.down))
        return (world, list)
    }

    private func takeAway(_ id: String, _ world: FakeSurroundings, _ list: ListScreen) async throws {
        let (account, count) = (world.account, list.shown.count - 1)
        try world.store.writeNow { try $0.remove(message: RemoteID(id), account: account) }
        await world.until { list.shown.count == count }
        _ = world.draw(list)
    }

    /// Prevents a timeout on a slow machine.
    private func beFast(_ list: ListScreen) { list.loss.since = list.loss.since.map { _ in .now + .seconds(60) } }

    @Test("a command right then doesn't act on the row that took its place, and says so; the next command does")
    func told() async throws {
        let (world, list) = try list()
        let third = list.shown[2]
        try await takeAway("m1", world, list)
        beFast(list)
        #expect(list.perform(.archive))
        #expect(world.acted.isEmpty)
        #expect(world.said.last == "The selected row has just gone. Nothing was done.")
        #expect(list.perform(.archive))
        #expect(world.acted == ["archive \(third)"])
    }

    @Test("neither does a command with a number")
    func counted() async throws {
        let (world, list) = try list()
        try await takeAway("m1", world, list)
        beFast(list)
        list.perform(.archive, onNext: 2)
        #expect(world.acted.isEmpty && list.rows.marked.isEmpty)
        list.perform(.archive, onNext: 2)
        #expect(world.acted.count == 1)
    }

    @Test("after a pause, or a move to another row, commands act on the new selection")
    func seen() async throws {
        for hasLooked in [true, false] {
            let (world, list) = try list()
            let shown = list.shown
            try await takeAway("m1", world, list)
            if hasLooked { list.loss.since = .now - .seconds(1) } else { beFast(list) }
            if !hasLooked { #expect(list.perform(.down)) }
            #expect(list.perform(.archive))
            #expect(world.acted == ["archive \(shown[hasLooked ? 2 : 3])"])
        }
    }

    @Test("if another row leaves, or rows are marked, commands act as usual")
    func others() async throws {
        var (world, list) = try list()
        try await takeAway("m3", world, list)
        #expect(list.loss.since == nil && list.perform(.archive))
        #expect(world.acted.count == 1)
        (world, list) = try self.list()
        let marked = list.shown[1]
        #expect(list.perform(.select))
        try await takeAway("m2", world, list)
        beFast(list)
        #expect(list.perform(.archive))
        #expect(world.acted == ["archive \(marked)"])
    }

    @Test("after the user's own removal, the next command acts on the next row")
    func own() async throws {
        let (world, list) = try list()
        for left in [4, 3] {
            #expect(list.perform(.archive))
            await world.until { list.shown.count == left }
            #expect(list.loss.since == nil)
        }
        #expect(world.acted.count == 2 && world.said.isEmpty)
    }

    @Test("a row that leaves while an action elsewhere, such as undo, is pending blocks nothing")
    func acting() async throws {
        let (world, list) = try list()
        // The action was never shown here.
        list.deeds.begun += 1
        try await takeAway("m1", world, list)
        #expect(list.isActing && list.loss.since == nil)
    }
}
