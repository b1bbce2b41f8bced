import InboxKit
import TestSupport
import Testing

@Suite("Data providers", .timeLimit(.minutes(10)))
@MainActor
struct DataProviderTests {
    private let manager = DataManager()
    private let heard = HeardData()

    private func provider(_ person: Person? = nil) throws -> DataProvider<Person> {
        let provider = DataProvider<Person>(manager: manager)
        if let person { try provider.setData(person) }
        provider.delegate = heard
        return provider
    }

    @Test("setting a model updates the other providers, without calling its own delegate")
    func follows() throws {
        let first = try provider(Person(id: 1, name: "Ann"))
        let second = DataProvider<Person>(manager: manager)
        try second.setData(Person(id: 1, name: "Anna"), context: "typed")
        #expect(first.data?.name == "Anna" && heard.contexts == ["typed"])
        try first.setData(Person(id: 1, name: "Anne"))
        #expect(second.data?.name == "Anne" && heard.contexts == ["typed"])
        try manager.update(Person(id: 1, name: "Anne"))
        #expect(heard.contexts == ["typed"], "what is the same is not told")
    }

    @Test("setting nil empties only that provider")
    func empties() throws {
        let first = try provider(Person(id: 1, name: "Ann"))
        let second = try provider(Person(id: 1, name: "Ann"))
        try second.setData(nil)
        #expect(first.data != nil && second.data == nil)
        try manager.update(Person(id: 1, name: "Bo"))
        #expect(first.data?.name == "Bo" && second.data == nil)
    }

    @Test("updating a child updates every parent; deleting it removes it, or a parent that requires it")
    func children() throws {
        let chat = DataProvider<Chat>(manager: manager)
        let owner = DataProvider<Person>(manager: manager)
        let chats = CollectionDataProvider<Chat>(manager: manager)
        try chat.setData(Chat(id: 1, title: "T", owner: Person(id: 1, name: "Ann"), guests: people(2, 3)))
        try owner.setData(Person(id: 1, name: "Ann"))
        try chats.setData(
            [
                Chat(id: 1, title: "T", owner: Person(id: 1, name: "Ann"), guests: people(2, 3)),
                Chat(id: 2, title: "U", owner: people(3)[0], guests: people(1)),
            ], cacheKey: nil)
        try manager.update(Person(id: 1, name: "Anna"))
        #expect(chat.data?.owner.name == "Anna" && owner.data?.name == "Anna")
        #expect(chats.data.map(\.owner.name) == ["Anna", "p3"] && chats.data[1].guests.map(\.name) == ["Anna"])
        manager.delete(Person.id(2))
        #expect(chat.data?.guests.map(\.id) == [3])
        manager.delete(Person.id(1))
        #expect(chat.data == nil && owner.data == nil)
        #expect(chats.data.map(\.id) == [2] && chats.data[0].guests.isEmpty)
    }

    @Test("a provider can listen for a model that does not exist yet")
    func listens() async throws {
        let person = try provider()
        #expect(try await person.fetchDataFromCache(Person.id(7), listens: true) == nil)
        #expect(person.modelIdentifier == Person.id(7))
        manager.delete(Person.id(7))
        #expect(heard.contexts.isEmpty, "a delete of who is not there is nothing")
        try manager.update(Person(id: 7, name: "Late"), context: "sync")
        #expect(person.data?.name == "Late" && heard.contexts == ["sync"])
        let deaf = try provider()
        #expect(try await deaf.fetchDataFromCache(Person.id(8)) == nil)
        try manager.update(Person(id: 8, name: "Unheard"), updateCache: false)
        #expect(deaf.data == nil)
        try deaf.listen(to: Person.id(9))
        try manager.update(Person(id: 9, name: "Heard"))
        #expect(deaf.data?.name == "Heard")
        #expect(throws: DataError.hasData(Person.id(9))) { try deaf.listen(to: Person.id(1)) }
    }

    @Test("the identifier is that of the model, however it came, or of the awaited one, and nil once it is deleted")
    func identifiers() async throws {
        let cache = SlowCache()
        let manager = DataManager(cache: cache)
        let person = DataProvider<Person>(manager: manager)
        cache.duringNextRead { try? manager.update(Person(id: 1, name: "Ann"), updateCache: false) }
        #expect(try await person.fetchDataFromCache(Person.id(1))?.name == "Ann")
        #expect(person.modelIdentifier == Person.id(1))
        manager.delete(Person.id(1))
        #expect(person.data == nil && person.modelIdentifier == nil)
        try person.listen(to: Person.id(2))
        #expect(person.modelIdentifier == Person.id(2))
        try manager.update(Person(id: 2, name: "Bo"))
        manager.delete(Person.id(2))
        #expect(person.data == nil && person.modelIdentifier == nil)
    }

    @Test("a late cache read loses to data set or changed meanwhile")
    func lateAnswers() async throws {
        let cache = SlowCache()
        let manager = DataManager(cache: cache)
        try await cache.save([Person(id: 1, name: "old")], context: nil)
        let set = DataProvider<Person>(manager: manager)
        cache.duringNextRead { try? manager.update(Person(id: 1, name: "new"), updateCache: false) }
        #expect(try await set.fetchDataFromCache(Person.id(1))?.name == "new")
        let deleted = DataProvider<Person>(manager: manager)
        try set.setData(nil)
        cache.duringNextRead { manager.delete(Person.id(1), updateCache: false) }
        #expect(try await deleted.fetchDataFromCache(Person.id(1)) == nil)
        #expect(deleted.data == nil)
        let held = DataProvider<Person>(manager: manager)
        try held.setData(Person(id: 1, name: "held"), updateCache: false)
        #expect(try await deleted.fetchDataFromCache(Person.id(1))?.name == "held")
    }

    @Test("of two fetches, the one that was requested last counts")
    func lastFetch() async throws {
        let cache = SlowCache()
        let manager = DataManager(cache: cache)
        try await cache.save(people(1, 2), context: nil)
        let person = DataProvider<Person>(manager: manager)
        let first = await cache.begin(manager) { try await person.fetchDataFromCache(Person.id(1)) }
        let last = Task { @MainActor in try await person.fetchDataFromCache(Person.id(2)) }
        cache.releaseWrites()
        #expect(try await last.value == people(2)[0])
        _ = try await first.value
        #expect(person.data == people(2)[0] && person.modelIdentifier == Person.id(2))
    }

    @Test("a server's answer loses to changes made after the request")
    func lateServers() throws {
        let person = try provider(Person(id: 1, name: "Ann"))
        let asked = manager.now
        try manager.update(Person(id: 1, name: "typed"))
        try manager.update(Person(id: 1, name: "answer"), asked: asked)
        #expect(person.data?.name == "typed")
        try manager.update(Person(id: 1, name: "fresh"), asked: manager.now)
        #expect(person.data?.name == "fresh")
    }

    @Test("a paused provider stays as it is and then reports once")
    func pauses() throws {
        let person = try provider(Person(id: 1, name: "Ann"))
        try person.pause()
        try manager.update(Person(id: 1, name: "B"), context: "one")
        try manager.update(Person(id: 1, name: "C"), context: "two")
        #expect(person.data?.name == "Ann" && heard.contexts.isEmpty)
        try person.resume()
        #expect(person.data?.name == "C" && heard.contexts == ["two"])
        try person.pause()
        try manager.update(Person(id: 1, name: "D"))
        try manager.update(Person(id: 1, name: "C"))
        try person.resume()
        #expect(heard.contexts == ["two"], "what ends as it was is not told")
    }

    @Test("a projection takes over its fields; an unrelated model with that id is refused")
    func types() throws {
        let person = try provider(Person(id: 1, name: "Ann"))
        let card = DataProvider<Card>(manager: manager)
        try card.setData(Card(id: 1, name: "Ann", note: "tall"))
        try manager.update(Person(id: 1, name: "Anna"))
        #expect(card.data == Card(id: 1, name: "Anna", note: "tall") && person.data?.name == "Anna")
        #expect(throws: DataError.self) { try manager.update(Impostor()) }
        #expect(person.data?.name == "Anna")
    }

    @Test("a batch reports a change once, after its providers; only it may pause them")
    func batches() throws {
        let (one, two, three) = (try provider(people(1)[0]), try provider(people(1)[0]), try provider(people(2)[0]))
        let batch = DataBatchListener()
        let batches = HeardBatches()
        batch.delegate = batches
        for provider in [one, two, three] { try batch.add(provider) }
        #expect(throws: DataError.secondBatch) { try DataBatchListener().add(one) }
        #expect(throws: DataError.pausedByBatch) { try one.pause() }
        try manager.update(Person(id: 1, name: "A"), context: "c")
        #expect(batches.changed == [[0, 1]] && batches.contexts == ["c"] && heard.contexts == ["c", "c"])
        batch.pause()
        try manager.update([Person(id: 1, name: "B"), Person(id: 2, name: "B")])
        #expect(batches.changed.count == 1 && three.data?.name == "p2")
        batch.resume()
        #expect(batches.changed == [[0, 1], [0, 1, 2]] && three.data?.name == "B")
    }

    @Test("a batch that resumes reports what was held back in each of its managers")
    func batchOfManagers() throws {
        let other = DataManager()
        let (near, far) = (DataProvider<Person>(manager: manager), DataProvider<Person>(manager: other))
        let batch = DataBatchListener()
        let batches = HeardBatches()
        batch.delegate = batches
        for provider in [near, far] {
            try provider.setData(people(1)[0])
            try batch.add(provider)
        }
        batch.pause()
        try other.update(Person(id: 1, name: "far"))
        batch.resume()
        #expect(far.data?.name == "far" && near.data?.name == "p1" && batches.changed == [[1]])
    }

    @Test("a batch is not told of providers that ignored a late answer")
    func lateBatches() throws {
        let (one, two) = (try provider(people(1)[0]), try provider(people(2)[0]))
        let batch = DataBatchListener()
        let batches = HeardBatches()
        batch.delegate = batches
        for provider in [one, two] { try batch.add(provider) }
        let asked = manager.now
        try manager.update(Person(id: 1, name: "typed"))
        try manager.update([Person(id: 1, name: "answer"), Person(id: 2, name: "answer")], asked: asked)
        #expect(batches.changed == [[0], [1]])
        #expect(one.data?.name == "typed" && two.data?.name == "answer")
        try manager.update(Person(id: 1, name: "answer"), asked: asked)
        #expect(batches.changed.count == 2)
    }

    @Test("a released provider is freed, and its sequence ends")
    func ends() async throws {
        weak var weakProvider: DataProvider<Person>?
        var stream: AsyncStream<DataEvent>?
        do {
            let person = DataProvider<Person>(manager: manager)
            try person.setData(people(1)[0])
            stream = person.events()
            weakProvider = person
        }
        #expect(weakProvider == nil)
        if let stream { for await _ in stream {} }
        #expect(try await manager.model(Person.id(1), as: Person.self) == people(1)[0], "the cache has it")
    }

    @Test("a provider's own actor gets its events")
    func otherActors() async throws {
        actor Other {
            var provider: DataProvider<Person>?
            func hold(_ manager: DataManager) throws -> AsyncStream<DataEvent> {
                let provider = DataProvider<Person>(manager: manager)
                try provider.setData(people(1)[0])
                self.provider = provider
                return provider.events()
            }
            var name: String? { provider?.data?.name }
        }
        weak var weakOther: Other?
        do {
            let other = Other()
            weakOther = other
            var events = try await other.hold(manager).makeAsyncIterator()
            try manager.update(Person(id: 1, name: "far"))
            _ = await events.next()
            #expect(await other.name == "far")
        }
        try await eventually { weakOther == nil }
    }
}
