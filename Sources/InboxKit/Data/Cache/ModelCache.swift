import Synchronization

/// Where data is stored while nobody holds it. It is called on any thread; a manager never makes two writes at a time.
public protocol ModelCache: Sendable {
    /// - Returns: nil when there is no such model, or one that can no longer be read as the type: a miss.
    func model<Model: DataModel>(_ id: ModelID, as type: Model.Type) throws(DataError) -> Model?
    /// - Returns: nil when nothing was ever kept under the key; an empty collection is not a miss.
    func collection<Model: DataModel>(_ key: String, of type: Model.Type) throws(DataError) -> [Model]?

    /// - Parameter context: what the maker of the change gave along.
    func save(_ models: [any DataModel], context: (any Sendable)?) async throws(DataError)
    /// Keeps models and, under the key, their order.
    func saveCollection(_ models: [any DataModel], key: String, context: (any Sendable)?) async throws(DataError)
    /// Forgets models, and takes them out of every collection.
    func delete(_ ids: Set<ModelID>, context: (any Sendable)?) async throws(DataError)
}

/// A cache in memory, for tests and for programs that store nothing.
public final class MemoryModelCache: ModelCache {
    private let state = Mutex((models: [ModelID: any DataModel](), collections: [String: [any DataModel]]()))

    public init() {}

    public func model<Model: DataModel>(_ id: ModelID, as type: Model.Type) throws(DataError) -> Model? {
        state.withLock { $0.models[id] as? Model }
    }

    public func collection<Model: DataModel>(_ key: String, of type: Model.Type) throws(DataError) -> [Model]? {
        state.withLock { state in
            state.collections[key]?.compactMap { kept in
                kept.modelID.map { state.models[$0] as? Model } ?? kept as? Model
            }
        }
    }

    public func save(_ models: [any DataModel], context: (any Sendable)?) async throws(DataError) {
        keep(models)
    }

    public func saveCollection(_ models: [any DataModel], key: String, context: (any Sendable)?) async throws(DataError)
    {
        keep(models)
        state.withLock { $0.collections[key] = models }
    }

    public func delete(_ ids: Set<ModelID>, context: (any Sendable)?) async throws(DataError) {
        state.withLock { state in
            for id in ids { state.models[id] = nil }
            for key in state.collections.keys {
                state.collections[key]?.removeAll { $0.modelID.map(ids.contains) ?? false }
            }
        }
    }

    private func keep(_ models: [any DataModel]) {
        state.withLock { state in
            for model in models { if let id = model.modelID { state.models[id] = model } }
        }
    }
}
