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

    /// Takes what a cache has under a key or identifier, unless something newer came meanwhile; nil is a miss, which changes
    /// nothing. The provider shows the models without being told.
    mutating func install(_ id: MemberID, _ found: [any DataModel]?, key: String?, asked: ChangeTime)
        throws(DataError) -> Installed
    {
        guard let entry = entry(of: id), entry.changedAt <= asked else {
            return Installed(models: models(of: id), isTaken: false)
        }
        if let key, keys[key] != nil {
            // Another provider loaded it meanwhile, and may have changed it since.
            let shared = try move(id, to: key, entry.type)
            let models = entries[shared]?.models ?? []
            isShown(models.count, by: id)
            return Installed(models: models, isTaken: true)
        }
        guard let models = found?.compactMap({ freshened($0, asked: asked, isCached: true) }),
            key != nil || !models.isEmpty
        else { return Installed(models: entry.models, isTaken: false, isMiss: true) }
        let target = key == nil ? members[id]?.entry ?? 0 : try move(id, to: key, entry.type)
        entries[target]?.awaited = []
        replace(target, models, at: tick(), nil, by: id, nil)
        return Installed(models: models, isTaken: true)
    }
}
