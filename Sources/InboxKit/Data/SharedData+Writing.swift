import Synchronization

/// What the cache is asked to do. As long as it has not done so, whoever reads it is given these models instead.
extension SharedData {
    struct Write: Sendable {
        enum Order: Sendable {
            case models([any DataModel])
            /// - Parameter known: the collection as it was last known to be stored; nil stores `models` whatever is there.
            case collection(String, any DataModel.Type, [any DataModel], known: [any DataModel]?)
            case delete(Set<ModelID>)
        }

        let number: Int
        var order: Order
        let context: (any Sendable)?
        /// Receives the failure, which is told to nobody else then.
        let outcome: WriteOutcome?
        var isDone = false

        fileprivate var key: String? { if case .collection(let key, _, _, _) = order { key } else { nil } }

        /// The newest version of each model that is stored, children included; nil for those that are deleted.
        fileprivate var models: [ModelID: (any DataModel)?] {
            switch order {
            case .models(let models), .collection(_, _, let models, _): SharedData.nodes(of: models).mapValues { $0 }
            case .delete(let ids): Dictionary(uniqueKeysWithValues: ids.map { ($0, nil) })
            }
        }
    }

    // MARK: Asking

    mutating func write(_ models: [any DataModel], context: (any Sendable)?) {
        let named = models.filter { $0.modelID != nil }
        if !named.isEmpty { add(.models(named), context) }
    }

    mutating func write(deleting ids: Set<ModelID>, context: (any Sendable)?) {
        for entry in entries.keys { entries[entry]?.stored?.removeAll { $0.modelID.map(ids.contains) ?? false } }
        add(.delete(ids), context)
    }

    /// Stores the collection of a provider, if it has a key.
    mutating func write(of id: MemberID, context: (any Sendable)?) {
        if let entry = members[id]?.entry { write(entry, context: context) }
    }

    /// Stores a collection as its providers have it.
    mutating func write(_ id: EntryID, context: (any Sendable)?, outcome: WriteOutcome? = nil) {
        guard let entry = entries[id], let key = entry.key else { return }
        entries[id]?.stored = entry.models
        add(.collection(key, entry.type, entry.models, known: entry.stored), context, outcome)
    }

    /// Stores a collection that nobody holds.
    mutating func write<Model: DataModel>(
        _ models: [Model], key: String, known: [Model]?, context: (any Sendable)?, outcome: WriteOutcome?
    ) {
        add(.collection(key, Model.self, models, known: known), context, outcome)
    }

    private mutating func add(_ order: Write.Order, _ context: (any Sendable)?, _ outcome: WriteOutcome? = nil) {
        lastWrite += 1
        let write = Write(number: lastWrite, order: order, context: context, outcome: outcome)
        writes.append(write)
        for (id, model) in write.models where holders[id] != nil { stored[id] = model }
    }

    /// Returns the writes that were added since the last call.
    mutating func takeNewWrites() -> [Int] {
        defer { takenWrite = lastWrite }
        return takenWrite < lastWrite ? Array((takenWrite + 1)...lastWrite) : []
    }

    func write(_ number: Int) -> Write? { writes.first { $0.number == number } }

    mutating func endWrite(_ number: Int, hasFailed: Bool) {
        guard let index = writes.firstIndex(where: { $0.number == number }) else { return }
        let write = writes[index]
        writes[index].isDone = true
        if hasFailed {
            unstored.formUnion(write.models.keys)
            if case .collection(let key, _, _, let known) = write.order { forgetStoring(key, after: index, known) }
        } else {
            unstored.subtract(write.models.keys)
        }
        forgetWrites()
    }

    /// What follows a failed write finds the collection as it was before.
    private mutating func forgetStoring(_ key: String, after index: Int, _ known: [any DataModel]?) {
        let next = writes.indices.dropFirst(index + 1).first { writes[$0].key == key }
        if let next, case .collection(_, let type, let models, _) = writes[next].order {
            writes[next].order = .collection(key, type, models, known: known)
        } else if let entry = keys[key] {
            entries[entry]?.stored = known
        }
    }

    /// A read that is under way may have seen the cache as it was before a write that has ended since.
    mutating func forgetWrites() {
        if !isFetching { writes.removeAll(where: \.isDone) }
    }

    // MARK: Reading meanwhile

    func isWriting(_ key: String) -> Bool { writes.contains { !$0.isDone && $0.key == key } }

    /// Whether the cache has not got the newest version of a model that is to be stored.
    func isUnstored(_ id: ModelID) -> Bool {
        unstored.contains(id) || writes.contains { !$0.isDone && $0.models[id] != nil }
    }

    /// Returns a collection that the cache has, as it will be when everything is written; nil if there is none.
    func written(_ found: [any DataModel]?, key: String) -> [any DataModel]? {
        guard !writes.isEmpty else { return found }
        var models = found
        for write in writes {
            switch write.order {
            case .collection(key, _, let new, _): models = new
            case .delete(let ids): models?.removeAll { $0.modelID.map(ids.contains) ?? false }
            case .collection, .models: break
            }
        }
        let rewriting = writtenModels
        return models?.compactMap { rewriting($0) }
    }

    /// Returns a model that the cache has, as it will be when everything is written; nil if there is none.
    func written(_ found: (any DataModel)?, id: ModelID, as type: any DataModel.Type) -> (any DataModel)? {
        var newest = found
        if let written = writes.last(where: { $0.models[id] != nil })?.models[id] {
            guard let written else { return nil }
            if Swift.type(of: written) == type { newest = written }
        }
        return newest.flatMap { writtenModels($0) }
    }

    private var writtenModels: Rewriting {
        let all = writes.reduce(into: [:]) { $0.merge($1.models) { _, new in new } }
        return Rewriting { id in all[id] }
    }

    /// The models that have an identifier, and those inside them.
    static func nodes(of models: [any DataModel]) -> [ModelID: any DataModel] {
        var found: [ModelID: any DataModel] = [:]
        for model in models {
            model.forEachNode { node in if let id = node.modelID { found[id] = node } }
        }
        return found
    }
}

extension SharedData.Write {
    /// - Returns: whether the cache has stored more than it was given, because others had changed the collection.
    func perform(on cache: any ModelCache) async throws(DataError) -> Bool {
        switch order {
        case .models(let models):
            try await cache.save(models, context: context)
        case .collection(let key, let type, let models, let known):
            return try await save(models, type, key, known, cache)
        case .delete(let ids):
            try await cache.delete(ids, context: context)
        }
        return false
    }

    private func save<Model: DataModel>(
        _ models: [any DataModel], _ type: Model.Type, _ key: String, _ known: [any DataModel]?, _ cache: any ModelCache
    ) async throws(DataError) -> Bool {
        func typed(_ models: [any DataModel]) -> [Model] { models.compactMap { $0 as? Model } }
        return try await cache.saveCollection(
            typed(models), key: key, replacing: known.map(typed), context: context)
    }
}

/// Why one write failed, for a caller who waits for it.
final class WriteOutcome: Sendable {
    private let failure = Mutex<DataError?>(nil)
    func failed(_ error: DataError) { failure.withLock { $0 = error } }
    func get() throws(DataError) { if let error = failure.withLock(\.self) { throw error } }
}
