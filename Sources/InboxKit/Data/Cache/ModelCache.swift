import Synchronization

/// Where data is stored while no provider holds it. It is called on any thread; a manager never makes two writes at a time.
public protocol ModelCache: Sendable {
    /// - Returns: nil for a miss: there is no such model, or it can no longer be read as the type.
    func model<Model: DataModel>(_ id: ModelID, as type: Model.Type) throws(DataError) -> Model?
    /// - Returns: nil if nothing was ever stored under the key; an empty collection is not a miss.
    func collection<Model: DataModel>(_ key: String, of type: Model.Type) throws(DataError) -> [Model]?

    /// - Parameter context: what was passed along with the change.
    func save(_ models: [any DataModel], context: (any Sendable)?) async throws(DataError)
    /// Stores models and, under the key, their order.
    /// - Parameter known: what the caller knows to be stored under the key. What others have added since stays, and what they have
    ///   removed is left out. Nil stores just `models`.
    /// - Returns: whether others had changed the collection, so that it must be read again.
    func saveCollection<Model: DataModel>(
        _ models: [Model], key: String, replacing known: [Model]?, context: (any Sendable)?
    ) async throws(DataError) -> Bool
    /// Deletes models, and removes them from every collection.
    func delete(_ ids: Set<ModelID>, context: (any Sendable)?) async throws(DataError)
}

/// A cache in memory, for tests and for programs that store nothing.
public final class MemoryModelCache: ModelCache {
    private struct State {
        /// Each model once, whether a collection has it, another model, or neither.
        var models: [ModelID: any DataModel] = [:]
        var collections: [String: [any DataModel]] = [:]

        /// Returns a model with everything in it as it was stored last; nil if it can't exist without what was deleted since.
        func current(_ model: any DataModel) -> (any DataModel)? {
            let rewriting = Rewriting { id in .some(models[id]) }
            return rewriting(model)
        }
    }

    private let state = Mutex(State())

    public init() {}

    public func model<Model: DataModel>(_ id: ModelID, as type: Model.Type) throws(DataError) -> Model? {
        state.withLock { state in state.models[id].flatMap { state.current($0) } as? Model }
    }

    public func collection<Model: DataModel>(_ key: String, of type: Model.Type) throws(DataError) -> [Model]? {
        state.withLock { state in
            state.collections[key]?.compactMap { state.current($0) as? Model }
        }
    }

    public func save(_ models: [any DataModel], context: (any Sendable)?) async throws(DataError) {
        keep(models)
    }

    public func saveCollection<Model: DataModel>(
        _ models: [Model], key: String, replacing known: [Model]?, context: (any Sendable)?
    ) async throws(DataError) -> Bool {
        let theirs = try collection(key, of: Model.self)
        keep(models)
        let merged = CollectionMerge.merged(models, known: known, theirs: theirs)
        state.withLock { $0.collections[key] = merged ?? models }
        return merged != nil
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
        state.withLock { state in state.models.merge(SharedData.nodes(of: models)) { _, new in new } }
    }
}
