import InboxModel

/// Setting and editing what providers hold.
extension SharedData {
    /// Sets the models of a provider, and of all others that share its key.
    mutating func set(_ id: MemberID, _ models: [any DataModel], key: String?, context: (any Sendable)?)
        throws(DataError)
    {
        guard let type = entry(of: id)?.type else { return }
        try check(models)
        let entry = try move(id, to: key, type)
        entries[entry]?.awaited = []
        let time = tick()
        put(models, in: entry, at: time, by: id, context)
        spread(models, at: time, context)
    }

    struct Edited {
        /// The changes of others that the provider had not been told about.
        var missed: News?
        var models: [any DataModel]
        var rows: Range<Int>
    }

    /// Edits the rows of a provider that is not paused; an index refers to a row as the provider shows it.
    mutating func edit(_ id: MemberID, _ edit: CollectionEdit<any DataModel>, context: (any Sendable)?)
        throws(DataError) -> Edited
    {
        guard let member = members[id] else { return Edited(models: [], rows: 0..<0) }
        let current = models(of: id)
        let moved = try edit.moved(by: member.waiting?.change, countBefore: member.count, countAfter: current.count)
        try self.edit(member.entry, moved, by: id, context)
        let missed = member.waiting.map { News(models: current, change: $0.change, context: $0.context) }
        return Edited(missed: missed, models: models(of: id), rows: moved.rows(in: current.count))
    }

    mutating func edit(
        _ entry: EntryID, _ edit: CollectionEdit<any DataModel>, by maker: MemberID?, _ context: (any Sendable)?
    ) throws(DataError) {
        guard var models = entries[entry]?.models else { return }
        try check(edit.models)
        if case .update(let model, let index) = edit, models.indices.contains(index), models[index].isEqual(to: model) {
            return
        }
        let changes = try edit.apply(to: &models)
        guard !changes.isEmpty else { return }
        let time = tick()
        replace(entry, models, at: time, .changed(changes), by: maker, context)
        spread(edit.models, at: time, context)
    }

    /// Sets a shared collection for a caller without a provider.
    mutating func setAll(_ entry: EntryID, _ models: [any DataModel], context: (any Sendable)?) throws(DataError) {
        try check(models)
        let time = tick()
        put(models, in: entry, at: time, by: nil, context)
        spread(models, at: time, context)
    }

    /// Returns the models of an entry, which must be of that type.
    func typed<Model: DataModel>(_ id: EntryID, as type: Model.Type) throws(DataError) -> [Model] {
        guard let entry = entries[id] else { return [] }
        guard entry.type == type else {
            throw .keyOfOtherType(key: entry.key ?? "", expected: "\(type)", found: "\(entry.type)")
        }
        return entry.models.compactMap { $0 as? Model }
    }

    private mutating func put(
        _ models: [any DataModel], in entry: EntryID, at time: ChangeTime, by maker: MemberID?,
        _ context: (any Sendable)?
    ) {
        let old = entries[entry]?.models ?? []
        let isSame = old.count == models.count && zip(old, models).allSatisfy { $0.isEqual(to: $1) }
        replace(entry, models, at: time, isSame ? nil : .reset, by: maker, context)
    }

    /// - Parameter time: nil if the models only follow others.
    mutating func replace(
        _ entry: EntryID, _ models: [any DataModel], at time: ChangeTime?, _ change: CollectionChange?,
        by maker: MemberID?, _ context: (any Sendable)?
    ) {
        entries[entry]?.models = models
        if let time { entries[entry]?.changedAt = time }
        index(entry)
        for member in entries[entry]?.members ?? [] {
            if member == maker {
                isShown(models.count, by: member)
                members[member]?.changedAt = time ?? now
            } else if let change {
                note(change, to: member, context)
            }
        }
    }

    private mutating func note(_ change: CollectionChange, to id: MemberID, _ context: (any Sendable)?) {
        guard let member = members[id] else { return }
        members[id]?.changedAt = now
        let both = member.waiting.map { $0.change.composed(with: change, countBefore: member.count) } ?? change
        members[id]?.waiting = both.map { Waiting(change: $0, context: context) }
        if both != nil, !member.isPaused { toTell.insert(id) }
    }
}
