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

    /// Chooses and applies an edit at once, so that edits of one key never overtake one another, and waits until it is stored.
    private static func edit(
        _ key: String, _ manager: DataManager, _ context: (any Sendable)?,
        isolation: isolated (any Actor)? = #isolation, _ choose: ([Model]) -> Edit?
    ) async throws(DataError) -> CollectionOutcome {
        let failure = WriteOutcome()
        _ = manager.look { $0.beginFetch() }
        defer { manager.look { $0.endFetch() } }
        var edited = try edit(nil, key, manager, context, failure, choose)
        if edited == nil {
            let kept = try await manager.reading { cache throws(DataError) in try cache.collection(key, of: Model.self)
            }
            edited = try edit(.some(kept), key, manager, context, failure, choose)
        }
        guard let edited else { return .missing }
        if edited.isWritten { await manager.settle() }
        try failure.get()
        return edited.outcome
    }

    private typealias Edited = (outcome: CollectionOutcome, isWritten: Bool)

    /// - Parameter kept: the stored collection; nil if it has not been read yet.
    /// - Returns: nil if it must be read, because nobody holds the collection.
    private static func edit(
        _ kept: [Model]??, _ key: String, _ manager: DataManager, _ context: (any Sendable)?, _ failure: WriteOutcome,
        isolation: isolated (any Actor)? = #isolation, _ choose: ([Model]) -> Edit?
    ) throws(DataError) -> Edited? {
        try manager.change { (data) throws(DataError) -> Edited? in
            if let entry = data.keys[key] {
                switch choose(try data.typed(entry, as: Model.self)) {
                case .all(let new): try data.setAll(entry, new, context: context)
                case .one(let edit): try data.edit(entry, edit.map { $0 }, by: nil, context)
                case nil: return (.editedInMemory, false)
                }
                data.write(entry, context: context, outcome: failure)
                return (.editedInMemory, true)
            }
            guard let kept else { return nil }
            let stored = data.written(kept, key: key)?.compactMap { $0 as? Model }
            var models = stored ?? []
            var new: [Model] = []
            switch choose(models) {
            case .all(let all): (models, new) = (all, all)
            case .one(let edit):
                guard stored != nil else { return (.missing, false) }
                _ = try edit.apply(to: &models)
                new = edit.models
            case nil: return (stored == nil ? .missing : .editedInCache, false)
            }
            // Copies of these models that are held elsewhere follow.
            try data.update(new, context: context)
            data.write(models, key: key, known: stored, context: context, outcome: failure)
            return (.editedInCache, true)
        }
    }
}
