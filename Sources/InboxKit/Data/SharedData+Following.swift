import InboxModel

/// How models follow one another: all models with the same identifier have the same value, everywhere.
extension SharedData {
    /// Takes models as the newest versions of themselves and their children.
    /// - Parameter asked: when the answer that brings them was requested; nil for a change that is made now. What is known since
    ///   then wins.
    mutating func update(_ models: [any DataModel], asked: ChangeTime? = nil, context: (any Sendable)?)
        throws(DataError)
    {
        try check(models)
        let time = tick()
        spread(models.map { freshened($0, asked: asked) ?? $0 }, at: time, asked: asked, context)
    }

    /// Removes models from everything that holds them, with everything that can't exist without them.
    /// - Returns: all models that are gone.
    @discardableResult
    mutating func delete(_ ids: Set<ModelID>, context: (any Sendable)?) -> Set<ModelID> {
        let time = tick()
        var gone = ids
        var waiting = ids
        while !waiting.isEmpty {
            for id in waiting where holders[id] != nil || isFetching { known[id] = Known(model: nil, at: time) }
            let orphans = follow(waiting, Change(gone: gone), context)
            waiting = orphans.subtracting(gone)
            gone.formUnion(orphans)
        }
        return gone
    }

    /// Returns a model that comes late, with everything in it as it is known by now; nil if it is gone.
    /// - Parameter isCached: whether it comes from the cache, which has nothing newer than what is held.
    func freshened(_ model: any DataModel, asked: ChangeTime?, isCached: Bool = false) -> (any DataModel)? {
        guard let asked else { return model }
        let known = known
        let rewriting = Rewriting { id in
            guard let found = known[id], found.at > asked || isCached && found.model != nil else { return nil }
            return .some(found.model)
        }
        return rewriting(model)
    }

    /// Passes models on to everything that holds one of them, or something in them.
    mutating func spread(
        _ models: [any DataModel], at time: ChangeTime, asked: ChangeTime? = nil, _ context: (any Sendable)?
    ) {
        var new: [ModelID: any DataModel] = [:]
        for model in models {
            model.forEachNode { node in
                guard let id = node.modelID, new[id] == nil else { return }
                if let asked, let known = known[id], known.at > asked { return }
                new[id] = node
            }
        }
        for (id, model) in new where holders[id] != nil || isFetching { known[id] = Known(model: model, at: time) }
        follow(Set(new.keys), Change(new: new), context)
    }

    private struct Change {
        var new: [ModelID: any DataModel] = [:]
        var gone: Set<ModelID> = []
    }

    /// Brings every entry up to date with a change.
    /// - Returns: parents that are gone because a child of theirs is.
    @discardableResult
    private mutating func follow(_ ids: Set<ModelID>, _ change: Change, _ context: (any Sendable)?) -> Set<ModelID> {
        let rewriting = Rewriting { id in
            if change.gone.contains(id) { return .some(nil) }
            return change.new[id].map { .some($0) }
        }
        let touched = ids.reduce(into: Set<EntryID>()) { $0.formUnion(holders[$1] ?? []) }
        for id in touched.sorted() {
            guard let entry = entries[id] else { continue }
            if let arrived = arrived(in: entry, change) {
                entries[id]?.awaited = []
                replace(id, [arrived], at: now, .changed(ChangeSet(inserts: [0])), by: nil, context)
                continue
            }
            var models: [any DataModel] = []
            var changes = ChangeSet()
            for (position, model) in entry.models.enumerated() {
                guard let new = rewriting(model) else {
                    changes.deletes.insert(position, at: 0)
                    continue
                }
                if !new.isEqual(to: model) { changes.updates.append(models.count) }
                models.append(new)
            }
            if !changes.isEmpty { replace(id, models, at: nil, .changed(changes), by: nil, context) }
        }
        return rewriting.lost
    }

    /// Returns the awaited model, if it has arrived.
    private func arrived(in entry: Entry, _ change: Change) -> (any DataModel)? {
        guard entry.models.isEmpty, let model = entry.awaited.lazy.compactMap({ change.new[$0] }).first else {
            return nil
        }
        return type(of: model) == entry.type ? model : nil
    }

    /// Throws for models that have the identifier of a held one but an incompatible type.
    func check(_ models: [any DataModel]) throws(DataError) {
        var problem: DataError?
        for model in models {
            model.forEachNode { node in
                guard let id = node.modelID, let held = known[id]?.model, held.updated(by: node) == nil,
                    node.updated(by: held) == nil
                else { return }
                problem = .wrongType(id, expected: "\(type(of: held))", found: "\(type(of: node))")
            }
        }
        if let problem { throw problem }
    }
}

/// Rebuilds models with everything in them as it is now.
final class Rewriting {
    /// Returns nil for a model that stays as it is, `.some(nil)` for one that is gone.
    private let change: (ModelID) -> (any DataModel)??
    /// The models that are gone because they can't exist without a child.
    private(set) var lost: Set<ModelID> = []

    init(_ change: @escaping (ModelID) -> (any DataModel)??) {
        self.change = change
    }

    func callAsFunction(_ model: any DataModel) -> (any DataModel)? { rewritten(model, inside: []) }

    /// - Parameter parents: the models that were replaced on the way here; none is put into itself.
    private func rewritten(_ model: any DataModel, inside parents: Set<ModelID>) -> (any DataModel)? {
        var model = model
        var parents = parents
        if let id = model.modelID, parents.insert(id).inserted, let new = change(id) {
            guard let new else { return nil }
            // A projection that shows nothing of the new model stays as it is.
            model = model.updated(by: new) ?? model
        }
        let new = model.mappingChildren(ChildMap { self.rewritten($0, inside: parents) })
        if new == nil, let id = model.modelID { lost.insert(id) }
        return new
    }
}
