import InboxModel

/// Reading what is held again, because the cache was changed elsewhere.
extension SharedData {
    /// What the cache has of what is held.
    struct Found {
        var collections: [String: [any DataModel]] = [:]
        var models: [ModelID: any DataModel] = [:]
        var gone: Set<ModelID> = []

        mutating func add<Model: DataModel>(_ entry: Entry, of type: Model.Type, from cache: any ModelCache)
            throws(DataError)
        {
            var ids = entry.awaited.union(entry.models.compactMap(\.modelID))
            if let key = entry.key, let rows = try cache.collection(key, of: type) {
                collections[key] = rows
                ids.subtract(rows.compactMap(\.modelID))
            }
            for id in ids where models[id] == nil {
                if let model = try cache.model(id, as: type) { models[id] = model } else { gone.insert(id) }
            }
        }
    }

    /// Takes over what others have changed: rows that came or went, and new versions of models. What has not been stored, or was
    /// changed here since, stays.
    mutating func take(_ found: Found, asked: ChangeTime) {
        for (key, rows) in found.collections { take(rows, key: key, asked: asked) }
        let read = Self.nodes(of: found.collections.values.flatMap { $0 } + found.models.values)
        let new = read.filter { id, model in holders[id] != nil && isChanged(id, model) }.map(\.value)
        let gone = found.gone.filter { id in
            guard let known = known[id], let model = known.model, known.at <= asked else { return false }
            return model is any MailModel || stored[id] != nil && !isUnstored(id)
        }
        if !gone.isEmpty { delete(gone, context: nil) }
        // Data from the store is of the types that are held, so this does not fail.
        if !new.isEmpty { try? update(new, asked: asked, context: nil) }
        areStored(Array(read.values))
    }

    private mutating func take(_ rows: [any DataModel], key: String, asked: ChangeTime) {
        // A write that is waiting joins the two, and then the rows are read again.
        guard let id = keys[key], let entry = entries[id], let known = entry.stored, !isWriting(key) else { return }
        let fresh = rows.compactMap { freshened($0, asked: asked, isCached: true) }
        let merged = CollectionMerge.merged(entry.models, known: known, theirs: fresh)
        entries[id]?.stored = rows
        let changes = ChangeSet(from: CollectionMerge.rows(entry.models), to: CollectionMerge.rows(merged), updated: [])
        if !changes.isEmpty { replace(id, merged, at: tick(), .changed(changes), by: nil, nil) }
    }

    /// Whether others have changed a model that the cache has. Mail has no newer version than that of the store.
    private func isChanged(_ id: ModelID, _ model: any DataModel) -> Bool {
        if model is any MailModel { return true }
        return !isUnstored(id) && !(stored[id]?.isEqual(to: model) ?? false)
    }
}
