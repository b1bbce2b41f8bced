import InboxKit
import InboxModel
import InboxStore
import TestSupport
import Testing

@Suite("Collections", .timeLimit(.minutes(10)))
@MainActor
struct CollectionDataProviderTests {
    private typealias Collection = CollectionDataProvider<Person>

    private let manager = DataManager()
    private let heard = HeardPeople()

    private func pair(_ models: [Person] = people(1, 2, 3)) throws -> (Collection, Collection) {
        let (one, two) = (Collection(manager: manager), Collection(manager: manager))
        try one.setData(models, cacheKey: "k")
        try two.loadNow("k")
        two.delegate = heard
        return (one, two)
    }

    @Test("providers with the same key share data and report each edit's rows")
    func shares() throws {
        let (one, two) = try pair()
        #expect(two.data == people(1, 2, 3) && two.cacheKey == "k")
        #expect(try one.insert(people(4, 5), at: 1, context: "drag") == 1..<3)
        try one.append(people(6))
        try one.update(Person(id: 1, name: "Ann"), at: 0)
        try one.remove(at: 5)
        #expect(two.data.map(\.id) == [1, 4, 5, 2, 3] && two.data == one.data)
        #expect(
            heard.changes == [
                .changed(ChangeSet(inserts: [1, 2])), .changed(ChangeSet(inserts: [5])),
                .changed(ChangeSet(updates: [0])), .changed(ChangeSet(deletes: [5])),
            ])
        #expect(heard.contexts == ["drag", "-", "-", "-"])
        try one.setData(people(9), cacheKey: "k")
        #expect(heard.changes.last == .reset && two.data == people(9))
        try one.insert([], at: 0)
        try one.setData(people(9), cacheKey: "k")
        #expect(heard.changes.count == 5, "what changes nothing is not told")
    }

    @Test("indexes out of range throw and change nothing")
    func ranges() throws {
        let (one, _) = try pair()
        #expect(throws: DataError.outOfRange(index: 4, count: 3)) { try one.insert(people(4), at: 4) }
        #expect(throws: DataError.outOfRange(index: 3, count: 3)) { try one.remove(at: 3) }
        #expect(throws: DataError.outOfRange(index: -1, count: 3)) { try one.update(people(1)[0], at: -1) }
        #expect(one.data == people(1, 2, 3))
    }

    @Test("an index names the row that its caller saw, even if others have changed the rows since")
    func seenRows() throws {
        let (list, other) = try pair(people(1, 2, 3, 4))
        let batch = DataBatchListener()
        let batches = HeardBatches()
        batch.delegate = batches
        try batch.add(other)
        // From no actor: the providers here are told later.
        manager.delete(Person.id(1), context: "far", isolation: nil)
        #expect(other.data.count == 4)
        #expect(throws: DataError.rowGone(index: 0)) { try other.remove(at: 0) }
        #expect(throws: DataError.rowGone(index: 0)) { try other.update(Person(id: 1, name: "new"), at: 0) }
        #expect(other.data.count == 4 && heard.changes.isEmpty)
        try other.remove(at: 1)
        #expect(other.data == people(3, 4) && list.data == people(3, 4))
        #expect(heard.changes == [.changed(ChangeSet(deletes: [0]))] && batches.contexts == ["far"])
        manager.delete(Person.id(3), isolation: nil)
        #expect(try other.insert(people(5), at: 1) == 0..<1)
        #expect(other.data == people(5, 4) && list.data == other.data)
    }

    @Test("a key has one model type")
    func types() throws {
        let (one, _) = try pair()
        let lines = CollectionDataProvider<Line>(manager: manager)
        #expect(throws: DataError.self) { try lines.setData([Line(text: "a")], cacheKey: "k") }
        #expect(lines.data.isEmpty && lines.cacheKey == nil && one.data.count == 3)
    }

    @Test("updating a model that occurs twice updates both rows, and even the editing provider reports it")
    func twice() throws {
        let (one, two) = try pair()
        let own = HeardPeople()
        one.delegate = own
        try one.insert([Person(id: 3, name: "new")], at: 0)
        #expect(one.data.map(\.name) == ["new", "p1", "p2", "new"] && two.data == one.data)
        #expect(own.changes == [.changed(ChangeSet(updates: [3]))])
        #expect(heard.changes == [.changed(ChangeSet(inserts: [0], updates: [3]))])
    }

    @Test("changing one provider's key leaves the others")
    func keys() throws {
        let (one, two) = try pair()
        try one.setData(people(7), cacheKey: "other")
        try two.append(people(4))
        #expect(one.data == people(7) && two.data == people(1, 2, 3, 4))
        try one.setData(people(8), cacheKey: nil)
        #expect(one.cacheKey == nil)
    }

    @Test("resuming reports one change for the pause; row edits throw while paused, setting all works")
    func pauses() throws {
        let (one, two) = try pair()
        try two.pause()
        try one.remove(at: 0)
        try one.append(people(4))
        try manager.update(Person(id: 3, name: "C"), context: "last")
        #expect(two.data == people(1, 2, 3) && heard.changes.isEmpty)
        #expect(throws: DataError.paused) { try two.remove(at: 0) }
        try two.resume()
        #expect(heard.changes == [.changed(ChangeSet(deletes: [0], inserts: [2], updates: [1]))])
        #expect(heard.contexts == ["last"] && two.data == one.data)
        try two.pause()
        try two.setData(people(5), cacheKey: "k")
        #expect(one.data == people(5) && two.data == people(5))
    }

    @Test("a collection without a provider is edited by key in the cache; an unknown key fails")
    func unheld() async throws {
        #expect(try await Collection.append(people(1), key: "n", manager: manager) == .missing)
        #expect(try await manager.collection("n", of: Person.self) == nil)
        #expect(try await Collection.setData([], key: "n", manager: manager) == .editedInCache)
        #expect(try await manager.collection("n", of: Person.self) == [], "empty is not missing")
        #expect(try await Collection.append(people(1, 2), key: "n", manager: manager) == .editedInCache)
        try await Collection.insert(people(3), key: "n", manager: manager) { $0.count - 1 }
        try await Collection.remove(key: "n", manager: manager) { $0.firstIndex { $0.id == 1 } }
        try await Collection.update(Person(id: 2, name: "B"), key: "n", manager: manager) {
            $0.firstIndex { $0.id == 2 }
        }
        let provider = Collection(manager: manager)
        #expect(try await provider.fetchDataFromCache("n")?.map(\.name) == ["p3", "B"])
        provider.delegate = heard
        #expect(try await Collection.append(people(4), key: "n", manager: manager) == .editedInMemory)
        #expect(provider.data.count == 3 && heard.changes == [.changed(ChangeSet(inserts: [2]))])
        await #expect(throws: DataError.outOfRange(index: 9, count: 3)) {
            try await Collection.remove(key: "n", manager: manager) { _ in 9 }
        }
    }

    @Test("a late cache read loses to newer data, and to a provider that already has the key")
    func late() async throws {
        let cache = SlowCache()
        let manager = DataManager(cache: cache)
        _ = try await cache.saveCollection(people(1, 2), key: "k", replacing: nil, context: nil)
        let provider = Collection(manager: manager)
        cache.duringNextRead { try? manager.update(Person(id: 2, name: "new"), updateCache: false) }
        #expect(try await provider.fetchDataFromCache("k")?.map(\.name) == ["p1", "new"])
        let other = Collection(manager: manager)
        #expect(try await other.fetchDataFromCache("nothing") == nil)
        #expect(other.cacheKey == nil)
        try provider.append(people(3))
        #expect(try await other.fetchDataFromCache("k") == provider.data)
    }

    @Test("a fetch is answered, whatever others do meanwhile to the key that the provider leaves")
    func leaves() async throws {
        let cache = SlowCache()
        let manager = DataManager(cache: cache)
        _ = try await cache.saveCollection(people(5), key: "new", replacing: nil, context: nil)
        let (one, two) = (Collection(manager: manager), Collection(manager: manager))
        try one.setData(people(1), cacheKey: "old", shouldCache: false)
        try two.loadNow("old")
        let fetch = await cache.begin(manager) { try await two.fetchDataFromCache("new") }
        try one.append(people(2), shouldCache: false)
        cache.releaseWrites()
        #expect(try await fetch.value == people(5) && two.cacheKey == "new")
        #expect(one.data == people(1, 2))
    }

    @Test("a fetch does not replace what its provider was edited to meanwhile")
    func editedMeanwhile() async throws {
        let cache = SlowCache()
        let manager = DataManager(cache: cache)
        _ = try await cache.saveCollection(people(1), key: "k", replacing: nil, context: nil)
        let provider = Collection(manager: manager)
        let fetch = await cache.begin(manager) { try await provider.fetchDataFromCache("k") }
        try provider.append(people(7))
        cache.releaseWrites()
        #expect(try await fetch.value == people(7) && provider.cacheKey == nil)
    }

    @Test("of two fetches, the one that was requested last counts")
    func lastFetch() async throws {
        let cache = SlowCache()
        let manager = DataManager(cache: cache)
        _ = try await cache.saveCollection(people(1), key: "a", replacing: nil, context: nil)
        _ = try await cache.saveCollection(people(2), key: "b", replacing: nil, context: nil)
        let provider = Collection(manager: manager)
        let first = await cache.begin(manager) { try await provider.fetchDataFromCache("a") }
        let last = Task { @MainActor in try await provider.fetchDataFromCache("b") }
        cache.releaseWrites()
        #expect(try await last.value == people(2))
        _ = try await first.value
        #expect(provider.data == people(2) && provider.cacheKey == "b")
    }

    @Test("after random edits and pauses, all providers agree and their change sets lead there", arguments: 0..<60)
    func histories(seed: Int) throws {
        @MainActor
        final class Mirror: @MainActor CollectionDataProviderDelegate {
            var rows: [Person] = []
            var problems: [String] = []
            func provider(
                _ provider: CollectionDataProvider<Person>, did change: CollectionChange, context: (any Sendable)?
            ) {
                let before = rows
                rows = provider.data
                guard case .changed(let changes) = change else { return }
                let after = rows
                var told = changes.applied(to: before) { after[$0] }
                for position in changes.updates { told[position] = after[position] }
                if told != after { problems.append("\(before) by \(changes) is not \(after)") }
            }
        }
        var random = SeededRandom(seed: seed)
        let providers = (0..<3).map { _ in Collection(manager: manager) }
        let mirrors = providers.map { _ in Mirror() }
        try providers[0].setData(people(1, 2, 3), cacheKey: "k")
        for (provider, mirror) in zip(providers, mirrors) {
            try provider.loadNow("k")
            mirror.rows = provider.data
            provider.delegate = mirror
        }
        for _ in 0..<40 {
            let index = random.int(0..<3)
            let (provider, mirror) = (providers[index], mirrors[index])
            let person = Person(id: random.int(0..<8), name: "n\(random.int(0..<4))")
            let row = random.int(0..<max(1, provider.count))
            // The editor knows its own edits: the delegate is told only about other rows.
            switch random.int(0..<8) {
            case 0 where !provider.isPaused:
                mirror.rows.insert(person, at: provider.data.isEmpty ? 0 : row)
                try provider.insert([person], at: provider.data.isEmpty ? 0 : row)
            case 1 where !provider.isPaused && provider.count > 0:
                mirror.rows.remove(at: row)
                try provider.remove(at: row)
            case 2 where !provider.isPaused && provider.count > 0:
                mirror.rows[row] = person
                try provider.update(person, at: row)
            case 3: try manager.update(person)
            case 4: if random.chance(40) { manager.delete(Person.id(person.id)) }
            case 5: if provider.isPaused { try provider.resume() } else { try provider.pause() }
            case 6 where !provider.isPaused:
                mirror.rows.append(person)
                try provider.append([person])
            default: break
            }
            #expect(mirror.rows == provider.data, "seed \(seed)")
            #expect(mirrors.flatMap(\.problems) == [], "seed \(seed)")
        }
        for provider in providers where provider.isPaused { try provider.resume() }
        #expect(Set(providers.map(\.data)).count == 1, "seed \(seed)")
        #expect(mirrors.flatMap(\.problems) == [], "seed \(seed)")
        let names = Dictionary(grouping: providers[0].data, by: \.id).mapValues { Set($0).count }
        #expect(names.values.allSatisfy { $0 == 1 }, "one has one value everywhere")
    }
}

@Suite("Kept data", .timeLimit(.minutes(10)))
@MainActor
struct KeptDataTests {
    private func session(_ store: Store) -> MailSession {
        MailSession(store: store) { _, _ in ScriptedService(ModelServer()) }
    }

    @Test("collections survive a restart in order, with the current versions of their children")
    func restarts() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        do {
            let session = session(try Store(path: path))
            let lines: CollectionDataProvider<Line> = try session.collection("lines")
            try lines.setData([Line(text: "b"), Line(text: "a")], cacheKey: "lines")
            let chats: CollectionDataProvider<Chat> = try session.collection("chats")
            try chats.setData(
                [
                    Chat(id: 1, title: "T", owner: people(1)[0], guests: people(2)),
                    Chat(id: 2, title: "U", owner: people(2)[0]),
                ], cacheKey: "chats")
            let empty: CollectionDataProvider<Line> = try session.collection("empty")
            try empty.setData([], cacheKey: "empty")
            await session.data.settle()
        }
        let data = session(try Store(path: path)).data
        #expect(try await data.collection("lines", of: Line.self)?.map(\.text) == ["b", "a"])
        #expect(try await data.collection("empty", of: Line.self) == [])
        try data.update(Person(id: 1, name: "Ann"))
        data.delete(Person.id(2))
        let chats = try #require(try await data.collection("chats", of: Chat.self))
        #expect(chats == [Chat(id: 1, title: "T", owner: Person(id: 1, name: "Ann"))])
        #expect(try await data.collection("chats", of: Line.self)?.isEmpty == true, "of another type: nothing to read")
    }

    @Test("a model that leaves a collection stays inside those of another one, even over a restart")
    func contained() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        do {
            let session = session(try Store(path: path))
            let ann = Person(id: 1, name: "Ann")
            let list: CollectionDataProvider<Person> = try session.collection("people")
            try list.setData([ann], cacheKey: "people")
            let chats: CollectionDataProvider<Chat> = try session.collection("chats")
            try chats.setData([Chat(id: 1, title: "T", owner: ann)], cacheKey: "chats")
            try list.remove(at: 0)
            await session.data.settle()
        }
        let data = session(try Store(path: path)).data
        #expect(try await data.collection("people", of: Person.self) == [])
        #expect(try await data.collection("chats", of: Chat.self)?.map(\.owner.name) == ["Ann"])
    }

    @Test("a thread provider and a stored collection follow changes in the store")
    func threads() async throws {
        let store = try Store()
        let account = try store.addTestAccount()
        try store.receive(.remote(id: "a", subject: "A", unread: true), account: account)
        let session = session(store)
        let id = try #require(try session.named("t-a").threads.first)
        let thread = try session.threadData(id)
        let pinned: CollectionDataProvider<MailThread> = try session.collection("pinned")
        try pinned.setData([try #require(thread.data)], cacheKey: "pinned")
        var events = thread.events().makeAsyncIterator()
        try store.receive(.remote(id: "a", subject: "B", unread: false), account: account)
        _ = await events.next()
        #expect(thread.data?.subject == "B" && thread.data?.isUnread == false && pinned.data == [thread.data])
        try store.writeNow { try $0.remove(message: RemoteID("a"), account: account) }
        _ = await events.next()
        #expect(thread.data == nil && pinned.data.isEmpty)
    }

    @Test("a thread provider follows another process's writes")
    func otherProcesses() async throws {
        let folder = try TemporaryFolder()
        let ours = try Store(path: folder.file("store.sqlite"))
        let account = try ours.addTestAccount()
        try ours.receive(.remote(id: "a", subject: "A"), account: account)
        let session = session(ours)
        let thread = try session.threadData(try #require(try session.named("t-a").threads.first))
        var events = thread.events().makeAsyncIterator()
        try Store(path: folder.file("store.sqlite")).receive(.remote(id: "a", subject: "B"), account: account)
        try ours.followOthers()
        _ = await events.next()
        #expect(thread.data?.subject == "B")
    }
}
