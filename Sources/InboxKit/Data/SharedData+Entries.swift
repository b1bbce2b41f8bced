/// Which providers use which entries, and which models are in them.
extension SharedData {
    /// Moves a provider to the entry of a key, which is created if there is none; nil gives it an entry of its own.
    @discardableResult
    mutating func move(_ id: MemberID, to key: String?, _ type: any DataModel.Type) throws(DataError) -> EntryID {
        guard let old = members[id]?.entry else { return 0 }
        if entries[old]?.key == key { return old }
        let shared = key.flatMap { keys[$0] }
        if let key, let found = shared.flatMap({ entries[$0]?.type }), found != type {
            throw .keyOfOtherType(key: key, expected: "\(type)", found: "\(found)")
        }
        let new = shared ?? newEntry(type, key: key)
        entries[new]?.members.append(id)
        members[id]?.entry = new
        release(old, by: id)
        return new
    }

    mutating func newEntry(_ type: any DataModel.Type, key: String?) -> EntryID {
        lastID += 1
        entries[lastID] = Entry(type: type, key: key)
        if let key { keys[key] = lastID }
        return lastID
    }

    /// Removes a provider from its entry, which goes with the last one.
    mutating func release(_ id: EntryID, by member: MemberID) {
        entries[id]?.members.removeAll { $0 == member }
        guard let entry = entries[id], entry.members.isEmpty else { return }
        for model in entry.ids { unhold(model, id) }
        if let key = entry.key { keys[key] = nil }
        entries[id] = nil
    }

    /// Updates which models are in an entry.
    mutating func index(_ id: EntryID) {
        guard let entry = entries[id] else { return }
        var ids = entry.awaited
        for model in entry.models {
            model.forEachNode { node in
                guard let id = node.modelID else { return }
                ids.insert(id)
                if known[id] == nil { known[id] = Known(model: node, at: .never) }
            }
        }
        for gone in entry.ids.subtracting(ids) { unhold(gone, id) }
        for new in ids.subtracting(entry.ids) { holders[new, default: []].insert(id) }
        entries[id]?.ids = ids
    }

    private mutating func unhold(_ model: ModelID, _ entry: EntryID) {
        holders[model]?.remove(entry)
        if holders[model]?.isEmpty == true {
            holders[model] = nil
            stored[model] = nil
            if fetches == 0 { known[model] = nil }
        }
    }
}
