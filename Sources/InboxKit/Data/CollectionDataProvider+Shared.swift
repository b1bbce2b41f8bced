/// The outcome of an edit that was made without a provider.
public enum CollectionOutcome: Hashable, Sendable {
    /// Somebody holds the collection, and has the edit already.
    case editedInMemory
    /// Nobody holds it: the stored collection was changed.
    case editedInCache
    /// Nothing was ever stored under the key; nothing was done.
    case missing
}

/// Changing a collection by its key, whether or not anybody holds it.
extension CollectionDataProvider {
    /// Sets the models under the key, even if there were none.
    /// - Throws: `wrongType`, `keyOfOtherType`, or why they could not be stored; providers that hold the key have them all the
    ///   same.
    @discardableResult
    public static func setData(
        _ models: [Model], key: String, manager: DataManager, context: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(DataError) -> CollectionOutcome {
        try await edit(key, manager, context) { _ in .all(models) }
    }

    /// - Parameter place: chooses the position, given the current models; `nil` inserts nothing.
    /// - Throws: `outOfRange`, `wrongType`, `keyOfOtherType`, or what the cache met.
    @discardableResult
    public static func insert(
        _ models: [Model], key: String, manager: DataManager, context: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation, at place: @escaping @Sendable ([Model]) -> Int?
    ) async throws(DataError) -> CollectionOutcome {
        try await edit(key, manager, context) { all in place(all).map { .one(.insert(models, at: $0)) } }
    }

    /// Appends models. A collection that was never stored stays missing.
    @discardableResult
    public static func append(
        _ models: [Model], key: String, manager: DataManager, context: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(DataError) -> CollectionOutcome {
        try await edit(key, manager, context) { _ in .one(.append(models)) }
    }

    /// - Parameter row: chooses the row, given the current models.
    @discardableResult
    public static func update(
        _ model: Model, key: String, manager: DataManager, context: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation, at row: @escaping @Sendable ([Model]) -> Int?
    ) async throws(DataError) -> CollectionOutcome {
        try await edit(key, manager, context) { all in row(all).map { .one(.update(model, at: $0)) } }
    }

    /// - Parameter row: chooses the row, given the current models.
    @discardableResult
    public static func remove(
        key: String, manager: DataManager, context: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation, at row: @escaping @Sendable ([Model]) -> Int?
    ) async throws(DataError) -> CollectionOutcome {
        try await edit(key, manager, context) { all in row(all).map { .one(.remove(at: $0)) } }
    }

    private enum Edit {
        case all([Model])
        case one(CollectionEdit<Model>)
    }

    /// Chooses and applies an edit in its turn, so that edits of one key never overtake one another.
    private static func edit(
        _ key: String, _ manager: DataManager, _ context: (any Sendable)?,
        isolation: isolated (any Actor)? = #isolation, _ choose: @escaping @Sendable ([Model]) -> Edit?
    ) async throws(DataError) -> CollectionOutcome {
        let outcome = try await manager.inTurn { () throws(DataError) in
            if let models = try inMemory(key, manager, context, choose) {
                try await manager.cache.saveCollection(models, key: key, context: context)
                return CollectionOutcome.editedInMemory
            }
            return try await inCache(key, manager, context, choose)
        }
        // Providers on the caller's own actor are told before it goes on.
        manager.deliver(isolation: isolation)
        return outcome
    }

    /// - Returns: nil if no provider holds the key.
    private static func inMemory(
        _ key: String, _ manager: DataManager, _ context: (any Sendable)?, _ choose: ([Model]) -> Edit?
    ) throws(DataError) -> [any DataModel]? {
        try manager.change(isolation: nil) { (data) throws(DataError) -> [any DataModel]? in
            guard let entry = data.keys[key] else { return nil }
            let models = try data.typed(entry, as: Model.self)
            switch choose(models) {
            case .all(let new): try data.setAll(entry, new, context: context)
            case .one(let edit): try data.edit(entry, edit.map { $0 }, by: nil, context)
            case nil: break
            }
            return data.models(under: key)
        }
    }

    private static func inCache(
        _ key: String, _ manager: DataManager, _ context: (any Sendable)?, _ choose: ([Model]) -> Edit?
    ) async throws(DataError) -> CollectionOutcome {
        let kept = try manager.cache.collection(key, of: Model.self)
        var models = kept ?? []
        var new: [Model] = []
        switch choose(models) {
        case .all(let all): (models, new) = (all, all)
        case .one(let edit):
            guard kept != nil else { return .missing }
            _ = try edit.apply(to: &models)
            new = edit.models
        case nil: return kept == nil ? .missing : .editedInCache
        }
        let changed = new
        // Copies of these models that are held elsewhere follow.
        try manager.change(isolation: nil) { (data) throws(DataError) in try data.update(changed, context: context) }
        try await manager.cache.saveCollection(models, key: key, context: context)
        return .editedInCache
    }
}
