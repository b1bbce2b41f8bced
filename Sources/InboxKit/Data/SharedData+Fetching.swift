/// Answers of a cache or a server, which come late.
extension SharedData {
    /// Begins a fetch. Call this before a cache or a server is asked: what changes from now on is remembered until the answer is
    /// in.
    mutating func beginFetch() -> ChangeTime {
        fetches += 1
        return now
    }

    mutating func endFetch() {
        fetches -= 1
        if fetches == 0 { known = known.filter { holders[$0.key] != nil } }
        forgetWrites()
    }

    var isFetching: Bool { fetches > 0 }

    /// Sets the models of which one is taken in when it appears, while there are none.
    mutating func await(_ models: Set<ModelID>, by id: MemberID) {
        guard let entry = members[id]?.entry else { return }
        entries[entry]?.awaited = models
        index(entry)
    }

    struct Installed {
        var models: [any DataModel]
        /// Whether the provider shows them now.
        var isTaken: Bool
        var isMiss = false
    }

    /// Takes the collection that a cache has under a key, with newer versions of its models that came meanwhile; nil is a miss,
    /// which changes nothing. The provider shows the models without being told. Whether it still wants them, only it knows: what
    /// others do to the key that it leaves says nothing about that.
    mutating func install(_ id: MemberID, _ found: [any DataModel]?, key: String, asked: ChangeTime)
        throws(DataError) -> Installed
    {
        guard let entry = entry(of: id) else { return Installed(models: [], isTaken: false) }
        if keys[key] != nil {
            // Another provider loaded it meanwhile, and may have changed it since.
            let shared = try move(id, to: key, entry.type)
            let models = entries[shared]?.models ?? []
            isShown(models.count, by: id)
            return Installed(models: models, isTaken: true)
        }
        guard let written = written(found, key: key)?.filter({ type(of: $0) == entry.type }) else {
            return Installed(models: entry.models, isTaken: false, isMiss: true)
        }
        let models = written.compactMap { freshened($0, asked: asked, isCached: true) }
        let target = try move(id, to: key, entry.type)
        entries[target]?.stored = written
        take(models, of: written, in: target, by: id)
        return Installed(models: models, isTaken: true)
    }

    /// Takes the model that a cache has, unless something newer came meanwhile; nil is a miss, which changes nothing.
    mutating func install(_ id: MemberID, _ found: (any DataModel)?, model: ModelID, asked: ChangeTime) -> Installed {
        guard let entry = entry(of: id), entry.changedAt <= asked else {
            return Installed(models: models(of: id), isTaken: false)
        }
        guard let written = written(found, id: model, as: entry.type),
            let new = freshened(written, asked: asked, isCached: true), let target = members[id]?.entry
        else { return Installed(models: entry.models, isTaken: false, isMiss: true) }
        take([new], of: [written], in: target, by: id)
        return Installed(models: [new], isTaken: true)
    }

    private mutating func take(_ models: [any DataModel], of read: [any DataModel], in id: EntryID, by member: MemberID)
    {
        entries[id]?.awaited = []
        replace(id, models, at: tick(), nil, by: member, nil)
        areStored(read)
    }

    /// Notes that the cache has these versions of the models.
    mutating func areStored(_ models: [any DataModel]) {
        for (id, model) in Self.nodes(of: models) where holders[id] != nil { stored[id] = model }
    }
}
