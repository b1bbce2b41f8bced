import InboxKit
import InboxModel
import InboxStore
import TestSupport
import Testing

/// Two sessions on one file behave like two processes.
@Suite("Data of two processes", .timeLimit(.minutes(10)))
@MainActor
struct FollowedDataTests {
    private let folder: TemporaryFolder
    private let (ours, theirs): (Store, Store)
    private let (session, other): (MailSession, MailSession)

    init() throws {
        folder = try TemporaryFolder()
        ours = try Store(path: folder.file("store.sqlite"))
        theirs = try Store(path: folder.file("store.sqlite"))
        session = MailSession(store: ours) { _, _ in ScriptedService(ModelServer()) }
        other = MailSession(store: theirs) { _, _ in ScriptedService(ModelServer()) }
    }

    /// Looks at what the other process has written, until the provider has it.
    private func follow<Model: DataModel>(
        _ provider: CollectionDataProvider<Model>, until isThere: ([Model]) -> Bool
    ) async throws {
        var events = provider.events().makeAsyncIterator()
        try ours.followOthers()
        while !isThere(provider.data) { _ = await events.next(isolation: MainActor.shared) }
    }

    /// The collection as a process finds it that starts now.
    private func stored() throws -> [Line] {
        let session = MailSession(store: try Store(path: folder.file("store.sqlite"))) { _, _ in
            ScriptedService(ModelServer())
        }
        let list: CollectionDataProvider<Line> = try session.collection("k")
        return list.data
    }

    private func lines(_ texts: String...) -> [Line] { texts.map(Line.init) }

    @Test("a collection shows what another process did to it at once: added, removed and moved rows")
    func rows() async throws {
        let list: CollectionDataProvider<Line> = try session.collection("k")
        let far: CollectionDataProvider<Line> = try other.collection("k")
        try far.append(lines("a", "b", "c"))
        await other.data.settle()
        try await follow(list) { $0 == lines("a", "b", "c") }
        try far.setData(lines("c", "a", "d"), cacheKey: "k")
        await other.data.settle()
        try await follow(list) { $0 == lines("c", "a", "d") }
        try list.append(lines("e"))
        await session.data.settle()
        #expect(try stored() == lines("c", "a", "d", "e"))
    }

    @Test("edits that two processes made without knowing of each other are both kept, and both see them")
    func merges() async throws {
        let list: CollectionDataProvider<Line> = try session.collection("k")
        try list.append(lines("a", "b", "c"))
        await session.data.settle()
        let far: CollectionDataProvider<Line> = try other.collection("k")
        try far.remove(at: 1)
        try far.append(lines("theirs"))
        await other.data.settle()
        try list.insert(lines("ours"), at: 0)
        try list.append(lines("last"))
        try await follow(list) { $0 == lines("ours", "a", "c", "theirs", "last") }
        var events = far.events().makeAsyncIterator()
        try theirs.followOthers()
        while far.data != list.data { _ = await events.next(isolation: MainActor.shared) }
    }

    @Test("models follow another process's updates and deletes; what was never stored stays")
    func models() async throws {
        let list: CollectionDataProvider<Person> = try session.collection("k")
        try list.append(people(1, 2))
        await session.data.settle()
        try list.append(people(9), shouldCache: false)
        try session.data.update(Person(id: 9, name: "own"), updateCache: false)
        let one = DataProvider<Person>(manager: session.data)
        try one.loadNow(Person.id(1))
        let awaited = DataProvider<Person>(manager: session.data)
        try awaited.listen(to: Person.id(5))
        try other.data.update([Person(id: 1, name: "new"), Person(id: 5, name: "five")])
        await other.data.settle()
        try await follow(list) { $0.map(\.name) == ["new", "p2", "own"] }
        #expect(one.data?.name == "new" && awaited.data?.name == "five")
        other.data.delete(Person.id(1))
        await other.data.settle()
        try await follow(list) { $0.map(\.name) == ["p2", "own"] }
        #expect(one.data == nil)
    }

    @Test("a change here that could not be stored is not undone by another process's change")
    func unstored() async throws {
        let list: CollectionDataProvider<Line> = try session.collection("k")
        let numbers: CollectionDataProvider<Weight> = try session.collection("weights")
        var failures = session.data.failures().makeAsyncIterator()
        try numbers.append([Weight(id: 1, value: .infinity)])
        #expect(
            await failures.next(isolation: MainActor.shared) == .unwritable(key: "weight:1", type: "Weight"))
        await #expect(throws: DataError.unwritable(key: "weight:2", type: "Weight")) {
            try await CollectionDataProvider.setData(
                [Weight(id: 2, value: .infinity)], key: "alone", manager: session.data)
        }
        let far: CollectionDataProvider<Line> = try other.collection("k")
        try far.append(lines("a"))
        await other.data.settle()
        try await follow(list) { $0 == lines("a") }
        #expect(numbers.data.map(\.id) == [1])
        try numbers.setData([Weight(id: 1, value: 1)], cacheKey: "weights")
        await session.data.settle()
        #expect(numbers.data == [Weight(id: 1, value: 1)])
    }

    @Test("random edits by two processes lose nothing, and both end with the same list", arguments: 0..<20)
    func histories(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        let lists: [CollectionDataProvider<Line>] = [try session.collection("k"), try other.collection("k")]
        let stores = [ours, theirs]
        let managers = [session.data, other.data]
        var wanted: Set<String> = []
        for step in 0..<20 {
            let side = random.int(0..<2)
            let list = lists[side]
            if list.count > 0, random.chance(30) {
                let row = random.int(0..<list.count)
                wanted.remove(list[row].text)
                do throws(DataError) { try list.remove(at: row) } catch {
                    #expect(error == .rowGone(index: row), "the other removed it, and this one has not been told yet")
                }
            } else {
                let line = Line(text: "\(step)")
                wanted.insert(line.text)
                try list.insert([line], at: random.int(0..<(list.count + 1)))
            }
            if random.chance(60) { await managers[side].settle() }
            if random.chance(30) { try stores[1 - side].followOthers() }
        }
        for manager in managers { await manager.settle() }
        let stored = try stored()
        #expect(Set(stored.map(\.text)) == wanted && stored.count == wanted.count, "seed \(seed)")
        for (list, store) in zip(lists, stores) {
            var events = list.events().makeAsyncIterator()
            try store.followOthers()
            while list.data != stored { _ = await events.next(isolation: MainActor.shared) }
        }
    }
}

/// A model that JSON can't always write.
private struct Weight: DataModel {
    var id: Int
    var value: Double
    var modelID: ModelID? { ModelID(kind: "weight", key: "\(id)") }
}
