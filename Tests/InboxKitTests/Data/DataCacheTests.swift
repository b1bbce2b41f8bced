import InboxKit
import InboxModel
import InboxStore
import Synchronization
import TestSupport
import Testing

@Suite("Data and its cache", .timeLimit(.minutes(10)))
@MainActor
struct DataCacheTests {
    /// Records its calls, and fails on request.
    private final class Recorder: ModelCache {
        private let memory = MemoryModelCache()
        private let state = Mutex((log: [String](), isBroken: false))

        var log: [String] { state.withLock(\.log) }
        func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

        private func note(_ text: String) throws(DataError) {
            let isBroken = state.withLock { state in
                state.log.append(text)
                return state.isBroken
            }
            if isBroken { throw .store(.failed(detail: "broken")) }
        }

        func model<Model: DataModel>(_ id: ModelID, as type: Model.Type) throws(DataError) -> Model? {
            try note("read \(id)")
            return try memory.model(id, as: type)
        }

        func collection<Model: DataModel>(_ key: String, of type: Model.Type) throws(DataError) -> [Model]? {
            try note("read \(key)")
            return try memory.collection(key, of: type)
        }

        func save(_ models: [any DataModel], context: (any Sendable)?) async throws(DataError) {
            try note("save \(models.compactMap { $0.modelID?.key }.joined(separator: " ")) \(context ?? "-")")
            try await memory.save(models, context: context)
        }

        func saveCollection<Model: DataModel>(
            _ models: [Model], key: String, replacing known: [Model]?, context: (any Sendable)?
        ) async throws(DataError) -> Bool {
            try note("save \(key) \(models.compactMap { $0.modelID?.key }.joined(separator: " ")) \(context ?? "-")")
            return try await memory.saveCollection(models, key: key, replacing: known, context: context)
        }

        func delete(_ ids: Set<ModelID>, context: (any Sendable)?) async throws(DataError) {
            try note("delete \(ids.map(\.description).sorted().joined(separator: " ")) \(context ?? "-")")
            try await memory.delete(ids, context: context)
        }
    }

    private let cache = Recorder()
    private let manager: DataManager

    init() { manager = DataManager(cache: cache) }

    @Test("each change is written to the cache once with its context, unless caching is off")
    func contexts() async throws {
        let people = CollectionDataProvider<Person>(manager: manager)
        try people.setData(InboxKitTests.people(1), cacheKey: "k", context: "set")
        try people.insert(InboxKitTests.people(2, 3), at: 1, context: "insert")
        try people.append(InboxKitTests.people(4), shouldCache: false, context: "append")
        try manager.update(InboxKitTests.people(1, 2), context: "update")
        try manager.update(InboxKitTests.people(5), updateCache: false)
        manager.keep(Person(id: 6, name: "F"), context: "keep")
        await manager.settle()
        #expect(cache.log == ["save k 1 set", "save k 1 2 3 insert", "save 1 2 update", "save 6 keep"])
    }

    @Test("updating many models at once makes one call per affected provider")
    func together() throws {
        let (one, two) = (CollectionDataProvider<Person>(manager: manager), DataProvider<Person>(manager: manager))
        let (heardPeople, heardPerson) = (HeardPeople(), HeardData())
        try one.setData(people(1, 2, 3), cacheKey: nil)
        try two.setData(people(3)[0])
        one.delegate = heardPeople
        two.delegate = heardPerson
        try manager.update((1...3).map { Person(id: $0, name: "new") }, context: "all")
        #expect(heardPeople.changes == [.changed(.init(updates: [0, 1, 2]))] && heardPeople.contexts == ["all"])
        #expect(heardPerson.contexts == ["all"])
    }

    @Test("deleting a model also deletes the models that require it")
    func deletes() async throws {
        let chats = CollectionDataProvider<Chat>(manager: manager)
        try chats.setData([Chat(id: 1, title: "T", owner: people(1)[0], guests: people(2))], cacheKey: "chats")
        manager.delete(Person.id(2), context: "left")
        manager.delete(Person.id(1), context: "left")
        await manager.settle()
        #expect(Array(cache.log.dropFirst()) == ["delete person:2 left", "delete chat:1 person:1 left"])
        #expect(try await manager.collection("chats", of: Chat.self) == [])
    }

    @Test("a collection that is kept in memory has its models and their children as they were stored last")
    func children() async throws {
        let manager = DataManager()
        do {
            let chats = CollectionDataProvider<Chat>(manager: manager)
            try chats.setData([Chat(id: 1, title: "T", owner: people(1)[0], guests: people(2))], cacheKey: "chats")
        }
        try manager.update(Person(id: 1, name: "Ann"))
        manager.delete(Person.id(2))
        await manager.settle()
        let now = Chat(id: 1, title: "T", owner: Person(id: 1, name: "Ann"))
        #expect(try await manager.collection("chats", of: Chat.self) == [now])
        #expect(try await manager.model(Chat.id(1), as: Chat.self) == now)
        manager.delete(Person.id(1))
        #expect(try await manager.collection("chats", of: Chat.self) == [])
    }

    @Test("a failed cache read throws and keeps the shown data; a failed write is reported")
    func failures() async throws {
        let broken = DataError.store(.failed(detail: "broken"))
        let (person, list) = (DataProvider<Person>(manager: manager), CollectionDataProvider<Person>(manager: manager))
        try person.setData(people(1)[0], updateCache: false)
        try list.setData(people(1), cacheKey: "k", shouldCache: false)
        cache.setBroken(true)
        await #expect(throws: broken) { try await person.fetchDataFromCache(Person.id(2)) }
        await #expect(throws: broken) { try await list.fetchDataFromCache("other") }
        await #expect(throws: broken) {
            try await CollectionDataProvider.append(people(2), key: "nobody", manager: manager)
        }
        #expect(person.data == people(1)[0] && list.data == people(1) && list.cacheKey == "k")
        var failures = manager.failures().makeAsyncIterator()
        try list.append(people(2))
        #expect(list.data == people(1, 2))
        #expect(await failures.next(isolation: MainActor.shared) == broken)
        cache.setBroken(false)
        try list.append(people(3))
        await manager.settle()
        #expect(try await manager.collection("k", of: Person.self) == people(1, 2, 3))
    }

    @Test("once a key has no provider, the cache is read again, and uncached rows are gone")
    func forgets() async throws {
        weak var gone: CollectionDataProvider<Person>?
        do {
            let people = CollectionDataProvider<Person>(manager: manager)
            try people.setData(InboxKitTests.people(1, 2), cacheKey: "k")
            try people.append(InboxKitTests.people(3), shouldCache: false)
            gone = people
        }
        #expect(gone == nil)
        let next = CollectionDataProvider<Person>(manager: manager)
        #expect(try await next.fetchDataFromCache("k") == people(1, 2), "what was not kept went with the last holder")
    }

    @Test("a fetch always returns: the same model, one set meanwhile, or the current one on a miss")
    func answers() async throws {
        let slow = SlowCache()
        let manager = DataManager(cache: slow)
        let person = DataProvider<Person>(manager: manager)
        try person.setData(people(1)[0], updateCache: false)
        #expect(try await person.fetchDataFromCache(Person.id(1)) == people(1)[0])
        try await slow.save(people(2), context: nil)
        let asked = await slow.begin(manager) { try await person.fetchDataFromCache(Person.id(2)) }
        try person.setData(Person(id: 9, name: "set"), updateCache: false)
        slow.releaseWrites()
        #expect(try await asked.value == Person(id: 9, name: "set"))
        #expect(try await person.fetchDataFromCache(Person.id(7)) == Person(id: 9, name: "set"))
        #expect(person.modelIdentifier == Person.id(9))
    }
}
