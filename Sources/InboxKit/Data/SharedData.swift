/// All data that the providers of one manager hold, and what each provider has yet to be told. Uses no actor and no disk.
///
/// Providers use *entries*: an array of models that is shared by all providers of a key, or belongs to a single provider. A
/// provider shows its entry as it last took it; what has happened since waits for it.
struct SharedData {
    typealias EntryID = Int
    typealias MemberID = Int

    struct Entry {
        let type: any DataModel.Type
        var key: String?
        var models: [any DataModel] = []
        var members: [MemberID] = []
        /// The models of which one is taken in as soon as it appears, because it is listened for or being fetched.
        var awaited: Set<ModelID> = []
        /// All models in the entry, children included, and those awaited.
        var ids: Set<ModelID> = []
        /// When the entry was last set, edited or emptied; models that follow others do not count.
        var changedAt = ChangeTime.never
        /// The collection as the cache has it, or will have it after all writes; nil if that is unknown.
        var stored: [any DataModel]?
    }

    /// What a provider has not been told yet.
    struct Waiting {
        var change: CollectionChange
        var context: (any Sendable)?
    }

    /// The models to show from now on, and the change to report.
    struct News {
        var models: [any DataModel]
        var change: CollectionChange
        var context: (any Sendable)?
    }

    struct Member {
        var entry: EntryID
        var isPaused = false
        /// The number of models that the provider shows.
        var count = 0
        var waiting: Waiting?
        var changedAt = ChangeTime.never
    }

    /// The last known state of a model that an entry holds, or that a fetch under way may bring.
    struct Known {
        /// Nil if it was deleted.
        var model: (any DataModel)?
        var at: ChangeTime
    }

    var now = ChangeTime.never
    var entries: [EntryID: Entry] = [:]
    var keys: [String: EntryID] = [:]
    var holders: [ModelID: Set<EntryID>] = [:]
    var known: [ModelID: Known] = [:]
    var members: [MemberID: Member] = [:]
    var lastID = 0
    var fetches = 0

    /// What the cache is asked to do, in order.
    var writes: [Write] = []
    var lastWrite = 0
    var takenWrite = 0
    /// The held models as the cache has them, or will have them after all writes.
    var stored: [ModelID: any DataModel] = [:]
    /// The models whose newest version could not be stored.
    var unstored: Set<ModelID> = []

    /// Providers that have something to be told, and are not paused.
    var toTell: Set<MemberID> = []

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

    /// Returns what the provider would show if it were up to date.
    func models(of id: MemberID) -> [any DataModel] { entry(of: id)?.models ?? [] }
    func entry(of id: MemberID) -> Entry? { members[id].flatMap { entries[$0.entry] } }
    func models(under key: String) -> [any DataModel]? { keys[key].flatMap { entries[$0]?.models } }
    func changedAt(_ id: MemberID) -> ChangeTime { members[id]?.changedAt ?? .never }

    mutating func setPaused(_ isPaused: Bool, _ id: MemberID) {
        members[id]?.isPaused = isPaused
        if !isPaused, members[id]?.waiting != nil { toTell.insert(id) }
    }

    /// Nil if there is nothing new, or if the provider is paused.
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

    mutating func isShown(_ count: Int, by id: MemberID) {
        members[id]?.count = count
        members[id]?.waiting = nil
    }
}
