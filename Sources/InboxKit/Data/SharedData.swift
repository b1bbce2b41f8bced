import InboxModel

/// All data that the providers of one manager hold, and what each provider has still to be told. No actor, no disk.
///
/// Providers look at *entries*: one array of models that everyone with the same key shares, or that a single provider has
/// for itself. What a provider shows is the entry as the provider last took it; what has happened since waits for it.
struct SharedData {
    typealias EntryID = Int
    typealias MemberID = Int

    struct Entry {
        let type: any DataModel.Type
        var key: String?
        var models: [any DataModel] = []
        var members: [MemberID] = []
        /// Who is to be taken in as soon as there is one: listened for, or being fetched.
        var awaited: Set<ModelID> = []
        /// Everyone in the models, children included, and who is awaited.
        var ids: Set<ModelID> = []
        /// When it was last set, edited or emptied; models that follow others do not count.
        var changedAt = ChangeTime.never
    }

    /// What a provider has not been told yet.
    struct Waiting {
        var change: CollectionChange
        var context: (any Sendable)?
    }

    /// The models to show from now on, and what to tell of them.
    struct News {
        var models: [any DataModel]
        var change: CollectionChange
        var context: (any Sendable)?
    }

    struct Member {
        var entry: EntryID
        var isPaused = false
        /// How many models it shows.
        var count = 0
        var waiting: Waiting?
        var changedAt = ChangeTime.never
    }

    /// What was last said of someone whom an entry holds, or whom a fetch under way may bring.
    struct Known {
        /// Nil when it was deleted.
        var model: (any DataModel)?
        var at: ChangeTime
    }

    var now = ChangeTime.never
    var entries: [EntryID: Entry] = [:]
    var keys: [String: EntryID] = [:]
    var holders: [ModelID: Set<EntryID>] = [:]
    var known: [ModelID: Known] = [:]
    private var members: [MemberID: Member] = [:]
    private var lastID = 0
    private var fetches = 0

    /// Providers that have something to be told and may be.
    private var toTell: Set<MemberID> = []

    mutating func tick() -> ChangeTime {
        now = now.next
        return now
    }

    // MARK: Members

    mutating func join(_ type: any DataModel.Type) -> MemberID {
        let entry = newEntry(type, key: nil)
        lastID += 1
        members[lastID] = Member(entry: entry)
        entries[entry]?.members.append(lastID)
        return lastID
    }

    mutating func leave(_ id: MemberID) {
        guard let member = members.removeValue(forKey: id) else { return }
        toTell.remove(id)
        release(member.entry, by: id)
    }

    /// What the provider would show if it were up to date.
    func models(of id: MemberID) -> [any DataModel] { entry(of: id)?.models ?? [] }
    func entry(of id: MemberID) -> Entry? { members[id].flatMap { entries[$0.entry] } }
    func models(under key: String) -> [any DataModel]? { keys[key].flatMap { entries[$0]?.models } }
    func changedAt(_ id: MemberID) -> ChangeTime { members[id]?.changedAt ?? .never }

    mutating func setPaused(_ isPaused: Bool, _ id: MemberID) {
        members[id]?.isPaused = isPaused
        if !isPaused, members[id]?.waiting != nil { toTell.insert(id) }
    }

    /// Nil when there is nothing new, or when the provider is paused.
    mutating func take(_ id: MemberID) -> News? {
        toTell.remove(id)
        guard let member = members[id], !member.isPaused, let waiting = member.waiting else { return nil }
        let models = models(of: id)
        isShown(models.count, by: id)
        return News(models: models, change: waiting.change, context: waiting.context)
    }

    mutating func takeToTell() -> Set<MemberID> {
        defer { toTell = [] }
        return toTell
    }

    private mutating func isShown(_ count: Int, by id: MemberID) {
        members[id]?.count = count
        members[id]?.waiting = nil
    }

    // MARK: Setting and editing

    /// Makes the models those of the provider, and of everyone who shares the key.
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
        /// What others did that the provider had not heard of.
        var missed: News?
        var models: [any DataModel]
        var rows: Range<Int>
    }

    /// Edits the rows of a provider that is not paused; an index means a row as the provider shows it.
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

    /// Sets a shared collection that no provider of the maker's stands for.
    mutating func setAll(_ entry: EntryID, _ models: [any DataModel], context: (any Sendable)?) throws(DataError) {
        try check(models)
        let time = tick()
        put(models, in: entry, at: time, by: nil, context)
        spread(models, at: time, context)
    }

    /// The models of an entry, which must be of that type.
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

    /// - Parameter time: nil when the models only follow others.
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

    // MARK: Entries

    /// Brings a provider to the entry of a key, which is made when there is none; nil gives it one of its own.
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

    private mutating func newEntry(_ type: any DataModel.Type, key: String?) -> EntryID {
        lastID += 1
        entries[lastID] = Entry(type: type, key: key)
        if let key { keys[key] = lastID }
        return lastID
    }

    /// An entry that nobody looks at is forgotten.
    private mutating func release(_ id: EntryID, by member: MemberID) {
        entries[id]?.members.removeAll { $0 == member }
        guard let entry = entries[id], entry.members.isEmpty else { return }
        for model in entry.ids { unhold(model, id) }
        if let key = entry.key { keys[key] = nil }
        entries[id] = nil
    }

    /// Who is in the entry now.
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
            if fetches == 0 { known[model] = nil }
        }
    }

    // MARK: Fetches

    /// To be called before a cache or a server is asked. What changes from now on is remembered until the answer is in.
    mutating func beginFetch() -> ChangeTime {
        fetches += 1
        return now
    }

    mutating func endFetch() {
        fetches -= 1
        if fetches == 0 { known = known.filter { holders[$0.key] != nil } }
    }

    var isFetching: Bool { fetches > 0 }

    /// Who is taken in when it appears, while there are no models.
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

    /// Takes what a cache has under a key or identifier, unless something newer came meanwhile; nil is a miss, which
    /// changes nothing. The provider shows it without being told.
    mutating func install(_ id: MemberID, _ found: [any DataModel]?, key: String?, asked: ChangeTime)
        throws(DataError) -> Installed
    {
        guard let entry = entry(of: id), entry.changedAt <= asked else {
            return Installed(models: models(of: id), isTaken: false)
        }
        if let key, keys[key] != nil {
            // Someone else brought it meanwhile, and may have changed it since.
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
