import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("A selected row that somebody else takes away", .timeLimit(.minutes(10)))
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

    @Test("a key that acts is not done in that moment to the row that came in its place, which is told; the next is")
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

    @Test("so it is with a number before the key")
    func counted() async throws {
        let (world, list) = try list()
        try await takeAway("m1", world, list)
        beFast(list)
        list.perform(.archive, onNext: 2)
        #expect(world.acted.isEmpty && list.rows.marked.isEmpty)
        list.perform(.archive, onNext: 2)
        #expect(world.acted.count == 1)
    }

    @Test("whoever had time to look, or went on to another row, means what is selected now")
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

    @Test("where another row goes, and where rows are marked, keys do what they say")
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

    @Test("what the user took away surprises nobody: the next key is done to the row that comes then")
    func own() async throws {
        let (world, list) = try list()
        for left in [4, 3] {
            #expect(list.perform(.archive))
            await world.until { list.shown.count == left }
            #expect(list.loss.since == nil)
        }
        #expect(world.acted.count == 2 && world.said.isEmpty)
    }

    @Test("nor does what goes while something that was done elsewhere is not shown yet, as by undo")
    func acting() async throws {
        let (world, list) = try list()
        // The action was never shown here.
        list.deeds.begun += 1
        try await takeAway("m1", world, list)
        #expect(list.isActing && list.loss.since == nil)
    }
}
