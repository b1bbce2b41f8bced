import InboxKit
import Synchronization
import TestSupport

/// A person who may be a member of several chats.
struct Person: DataModel {
    var id: Int
    var name: String
    var modelID: ModelID? { Self.id(id) }
    static func id(_ id: Int) -> ModelID { ModelID(kind: "person", key: "\(id)") }
}

/// A projection of a person: the data on a visiting card.
struct Card: DataModel {
    var id: Int
    var name: String
    var note = ""
    var modelID: ModelID? { Person.id(id) }

    func updated(by other: any DataModel) -> Card? {
        if let card = other as? Card { return card }
        guard let person = other as? Person else { return nil }
        return Card(id: id, name: person.name, note: note)
    }
}

/// A chat, which needs its owner; guests may leave.
struct Chat: DataModel {
    var id: Int
    var title: String
    var owner: Person
    var guests: [Person] = []
    var modelID: ModelID? { Self.id(id) }
    static func id(_ id: Int) -> ModelID { ModelID(kind: "chat", key: "\(id)") }

    func mappingChildren(_ map: ChildMap) -> Chat? {
        guard let owner = map(owner) else { return nil }
        return Chat(id: id, title: title, owner: owner, guests: map(guests))
    }

    func forEachChild(_ visit: (any DataModel) -> Void) {
        visit(owner)
        for guest in guests { visit(guest) }
    }
}

/// A model without an id.
struct Line: DataModel {
    var text: String
    var modelID: ModelID? { nil }
}

/// A model with the id of a person but another type.
struct Impostor: DataModel {
    var modelID: ModelID? { Person.id(1) }
}

/// A cache that does something while it reads, and holds its writes until the test releases them.
final class SlowCache: ModelCache {
    let memory = MemoryModelCache()
    private let atRead = Mutex<(@Sendable () -> Void)?>(nil)
    private let gate = Mutex((isClosed: false, waiting: [CheckedContinuation<Void, Never>]()))
    private let held = AsyncStream<Void>.makeStream(bufferingPolicy: .unbounded)

    /// Runs `body` while the next answer has been read but not delivered.
    func duringNextRead(_ body: @escaping @Sendable () -> Void) { atRead.withLock { $0 = body } }

    /// Begins what will read the cache, and returns once it waits behind a write that is held.
    @MainActor
    func begin<Output: Sendable>(
        _ manager: DataManager, _ work: @escaping @MainActor () async throws -> Output
    ) async -> Task<Output, any Error> {
        holdWrites()
        manager.keep(Person(id: 0, name: "held"))
        await untilWriting()
        let (begun, continuation) = AsyncStream<Void>.makeStream()
        let task = Task { @MainActor in
            continuation.finish()
            return try await work()
        }
        for await _ in begun {}
        return task
    }

    func holdWrites() { gate.withLock { $0.isClosed = true } }

    func releaseWrites() {
        let waiting = gate.withLock { gate in
            defer { gate = (false, []) }
            return gate.waiting
        }
        for write in waiting { write.resume() }
    }

    /// Waits until a write is held.
    func untilWriting() async { for await _ in held.stream { return } }

    private func pass() async {
        await withCheckedContinuation { continuation in
            let isHeld = gate.withLock { gate in
                if gate.isClosed { gate.waiting.append(continuation) }
                return gate.isClosed
            }
            if isHeld { held.continuation.yield() } else { continuation.resume() }
        }
    }

    private func answer() {
        let body = atRead.withLock { body in
            defer { body = nil }
            return body
        }
        body?()
    }

    func model<Model: DataModel>(_ id: ModelID, as type: Model.Type) throws(DataError) -> Model? {
        let found = try memory.model(id, as: type)
        answer()
        return found
    }

    func collection<Model: DataModel>(_ key: String, of type: Model.Type) throws(DataError) -> [Model]? {
        let found = try memory.collection(key, of: type)
        answer()
        return found
    }

    func save(_ models: [any DataModel], context: (any Sendable)?) async throws(DataError) {
        await pass()
        try await memory.save(models, context: context)
    }

    func saveCollection<Model: DataModel>(
        _ models: [Model], key: String, replacing known: [Model]?, context: (any Sendable)?
    ) async throws(DataError) -> Bool {
        await pass()
        return try await memory.saveCollection(models, key: key, replacing: known, context: context)
    }

    func delete(_ ids: Set<ModelID>, context: (any Sendable)?) async throws(DataError) {
        await pass()
        try await memory.delete(ids, context: context)
    }
}

/// What delegates were told, as text.
@MainActor
final class HeardData: @MainActor DataProviderDelegate {
    var contexts: [String] = []
    func provider(_ provider: DataProvider<Person>, changedWith context: (any Sendable)?) {
        contexts.append(context as? String ?? "-")
    }
}

@MainActor
final class HeardPeople: @MainActor CollectionDataProviderDelegate {
    var changes: [CollectionChange] = []
    var contexts: [String] = []
    func provider(_ provider: CollectionDataProvider<Person>, did change: CollectionChange, context: (any Sendable)?) {
        changes.append(change)
        contexts.append(context as? String ?? "-")
    }
}

@MainActor
final class HeardBatches: @MainActor DataBatchDelegate {
    var changed: [[Int]] = []
    var contexts: [String] = []
    func batch(_ batch: DataBatchListener, changed: [Int], context: (any Sendable)?) {
        self.changed.append(changed)
        contexts.append(context as? String ?? "-")
    }
}

func people(_ ids: Int...) -> [Person] { ids.map { Person(id: $0, name: "p\($0)") } }
