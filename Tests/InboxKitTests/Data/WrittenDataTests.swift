import InboxKit
import InboxModel
import TestSupport
import Testing

/// What was changed and is not stored yet.
@Suite("Data on its way to the cache", .timeLimit(.minutes(10)))
@MainActor
struct WrittenDataTests {
    private typealias Collection = CollectionDataProvider<Person>

    private let cache = SlowCache()
    private let manager: DataManager

    init() async throws {
        manager = DataManager(cache: cache)
        _ = try await cache.saveCollection(people(1, 2), key: "k", replacing: nil, context: nil)
    }

    private func holder() throws -> Collection {
        let holder = Collection(manager: manager)
        try holder.loadNow("k")
        return holder
    }

    private func stored() async throws -> [Int]? {
        cache.releaseWrites()
        await manager.settle()
        return try cache.memory.collection("k", of: Person.self)?.map(\.id)
    }

    @Test("the next holder gets what the last one appended, stored or not, and its own edits add to that")
    func handsOver() async throws {
        cache.holdWrites()
        do { try holder().append(people(3)) }
        let next = try holder()
        #expect(next.data == people(1, 2, 3))
        try next.append(people(4))
        #expect(try await stored() == [1, 2, 3, 4])
    }

    @Test("a model that is updated or deleted is so at once for whoever loads it")
    func models() async throws {
        cache.holdWrites()
        try manager.update(Person(id: 1, name: "new"))
        manager.keep(Person(id: 7, name: "kept"))
        manager.delete(Person.id(2))
        let (one, two, seven) = (
            DataProvider<Person>(manager: manager), DataProvider<Person>(manager: manager),
            DataProvider<Person>(manager: manager)
        )
        try one.loadNow(Person.id(1))
        try two.loadNow(Person.id(2))
        try seven.loadNow(Person.id(7))
        #expect(one.data?.name == "new" && two.data == nil && seven.data?.name == "kept")
        #expect(try holder().data.map(\.name) == ["new"])
        #expect(try await stored() == [1])
    }

    @Test("a provider that loads during an edit by key has the edit, and does not undo it")
    func editedByKey() async throws {
        cache.holdWrites()
        let edit = Task { @MainActor in try await Collection.append(people(3), key: "k", manager: manager) }
        await cache.untilWriting()
        let holder = try holder()
        #expect(holder.data == people(1, 2, 3))
        try holder.append(people(4))
        #expect(try await stored() == [1, 2, 3, 4])
        #expect(try await edit.value == .editedInCache)
    }

    @Test("a provider that loads while an edit by key reads is told the edit, and does not undo it")
    func loadedMeanwhile() async throws {
        let edit = await cache.begin(manager) { [manager] in
            try await Collection.append(people(3), key: "k", manager: manager)
        }
        let holder = try holder()
        let heard = HeardPeople()
        holder.delegate = heard
        #expect(holder.data == people(1, 2))
        cache.releaseWrites()
        #expect(try await edit.value == .editedInMemory)
        #expect(holder.data == people(1, 2, 3) && heard.changes == [.changed(.init(inserts: [2]))])
        try holder.append(people(4))
        #expect(try await stored() == [1, 2, 3, 4])
    }

    @Test("a fetch that read before an edit by key has the edit, and does not undo it")
    func fetchedMeanwhile() async throws {
        let fetching = Collection(manager: manager)
        let fetch = await cache.begin(manager) { try await fetching.fetchDataFromCache("k") }
        let edit = Task { @MainActor in try await Collection.append(people(3), key: "k", manager: manager) }
        cache.releaseWrites()
        #expect(try await edit.value != .missing)
        _ = try await fetch.value
        #expect(fetching.data == people(1, 2, 3))
        try fetching.append(people(4))
        #expect(try await stored() == [1, 2, 3, 4])
    }

    @Test("a provider that sets the key while another one's fetch is under way is that one's source")
    func siblings() async throws {
        let (fetching, sibling) = (Collection(manager: manager), Collection(manager: manager))
        let fetch = await cache.begin(manager) { try await fetching.fetchDataFromCache("k") }
        try sibling.setData(people(9), cacheKey: "k")
        cache.releaseWrites()
        #expect(try await fetch.value == people(9) && fetching.cacheKey == "k")
        try fetching.append(people(8))
        #expect(sibling.data == people(9, 8))
    }

    @Test("edits by key in a row are all stored")
    func edits() async throws {
        let edits = (3..<9).map { id in
            Task { @MainActor in try await Collection.append(people(id), key: "k", manager: manager) }
        }
        for edit in edits { _ = try await edit.value }
        #expect(try await stored()?.sorted() == Array(1..<9))
    }

    @Test("listening to a key reads nothing; an edit by key arrives at once, and the stored models are kept")
    func listens() async throws {
        let listener = Collection(manager: manager)
        let heard = HeardPeople()
        listener.delegate = heard
        try listener.listen(to: "k")
        #expect(listener.data.isEmpty && listener.cacheKey == "k")
        cache.holdWrites()
        let edit = Task { @MainActor in
            try await Collection.append(people(3), key: "k", manager: manager, context: "far")
        }
        await cache.untilWriting()
        #expect(listener.data == people(3) && heard.contexts == ["far"])
        #expect(try await stored() == [1, 2, 3])
        #expect(try await edit.value == .editedInMemory)
        await manager.settle()
        #expect(listener.data == people(1, 2, 3) && heard.changes.last == .changed(.init(inserts: [0, 1])))
        let unused = Collection(manager: manager)
        try unused.listen(to: "nothing")
        try unused.append(people(5))
        await manager.settle()
        #expect(try await manager.collection("nothing", of: Person.self) == people(5))
    }
}
