/// What a `CollectionDataProvider` reports: how its models were changed elsewhere, and the context of the change.
public struct CollectionEvent: Sendable {
    public var change: CollectionChange
    /// Whatever was passed along with the change.
    public var context: (any Sendable)?
}

/// Receives changes that others made, on the actor that made the provider.
public protocol CollectionDataProviderDelegate<Model>: AnyObject {
    associatedtype Model: DataModel
    /// - Parameter context: what was passed along with the change.
    func provider(
        _ provider: CollectionDataProvider<Model>, did change: CollectionChange, context: (any Sendable)?)
}

/// Holds an ordered list of models that is stored under a key. All providers of one key stay equal, and follow each model in the
/// list.
///
/// It belongs to the actor that makes it, and calls back there. `data` changes only just before the delegate is called, or while
/// one of its own methods runs. It ends when it is released. A collection that nobody holds can be changed by the functions of the
/// type (`append(_:key:manager:)` and so on).
public final class CollectionDataProvider<Model: DataModel> {
    /// The models in their order; empty until something is set or fetched.
    public private(set) var data: [Model] = []
    /// The key that the collection is stored and shared under; nil for one that is neither.
    public private(set) var cacheKey: String?
    /// Receives changes that others made, after `data` has changed. Weak.
    public weak var delegate: (any CollectionDataProviderDelegate<Model>)?
    /// Receives the same changes through its own callback, together with those of other providers.
    public internal(set) weak var batchListener: DataBatchListener?
    /// The manager that shares the models: providers of another manager do not get them.
    public let manager: DataManager
    /// Whether `pause` holds back changes.
    public internal(set) var isPaused = false

    let member: SharedData.MemberID
    let post: DataPost
    /// The key that was set, edited or asked for last: the answer to an earlier request is not taken any more.
    private var wantedKey: String?
    private let streams = EventStreams<CollectionEvent>()

    public init(manager: DataManager, isolation: isolated any Actor = #isolation) {
        self.manager = manager
        post = manager.post(isolation: isolation)
        member = manager.join(Model.self, post: post)
        post.add(self, isolation: isolation)
    }

    deinit {
        manager.leave(member)
        streams.finish()
    }

    public var count: Int { data.count }
    public subscript(index: Int) -> Model { data[index] }

    /// When the models last changed.
    public var lastUpdated: ChangeTime { manager.look { $0.changedAt(member) } }

    // MARK: Setting and editing

    /// Sets the models and the key. All other providers of that key get the models too (`reset`), and every copy of one of them
    /// elsewhere follows. The delegate is not called.
    /// - Parameters:
    ///   - cacheKey: the key under which the models are shared and stored; nil does neither.
    ///   - shouldCache: whether to store them as well.
    /// - Throws: `wrongType`, `keyOfOtherType`, in which case nothing has changed.
    public func setData(
        _ models: [Model], cacheKey: String?, shouldCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        let member = member
        try manager.change { (data) throws(DataError) in
            try data.set(member, models, key: cacheKey, context: context)
            if shouldCache { data.write(of: member, context: context) }
        } first: {
            data = models
            self.cacheKey = cacheKey
            wantedKey = cacheKey
        }
    }

    /// Inserts models before a row. Copies of them elsewhere follow; if one is in other rows of this collection, too, the delegate
    /// is told about those.
    /// - Parameter index: a row in `data`, or its `count`.
    /// - Returns: the rows of the models, which differ from `index` if others changed the collection and this provider has not been
    ///   told yet.
    /// - Throws: `outOfRange`, `paused`, `wrongType`; then nothing has changed.
    @discardableResult
    public func insert(
        _ models: [Model], at index: Int, shouldCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) -> Range<Int> {
        try edit(.insert(models, at: index), shouldCache, context)
    }

    /// Appends models.
    public func append(
        _ models: [Model], shouldCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        try edit(.append(models), shouldCache, context)
    }

    /// Replaces the model of a row.
    /// - Throws: `outOfRange`, `rowGone`, `paused`, `wrongType`; then nothing has changed.
    public func update(
        _ model: Model, at index: Int, shouldCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        try edit(.update(model, at: index), shouldCache, context)
    }

    /// Removes a row. The model itself is not deleted.
    /// - Throws: `outOfRange`, `rowGone`, `paused`; then nothing has changed.
    public func remove(
        at index: Int, shouldCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        try edit(.remove(at: index), shouldCache, context)
    }

    /// - Returns: the rows that the edit added or changed; for a removal, an empty range where the row was.
    @discardableResult
    private func edit(
        _ edit: CollectionEdit<Model>, _ shouldCache: Bool, _ context: (any Sendable)?,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) -> Range<Int> {
        if isPaused { throw .paused }
        let member = member
        let edited = try manager.change { (data) throws(DataError) in
            let edited = try data.edit(member, edit.map { $0 }, context: context)
            if shouldCache { data.write(of: member, context: context) }
            return edited
        } first: { edited in
            // Somebody on another actor was quicker: that change comes first, and is reported. The index is that of the row that
            // the caller saw.
            if let missed = edited.missed {
                tell(missed)
                batchListener?.speak(for: [self], context: missed.context)
            }
            take(edited.models)
            wantedKey = cacheKey
        }
        return edited.rows
    }

    // MARK: The cache

    /// Loads what is stored under a key, unless this provider is set or edited, or asked for another key, before the answer
    /// arrives. If others hold the key, their models are taken at once.
    /// - Returns: `data` afterwards; nil for a miss, which changes neither `data` nor `cacheKey`.
    /// - Throws: if the cache cannot be read, or `keyOfOtherType`. `data` stays.
    @discardableResult
    public func fetchDataFromCache(_ key: String, isolation: isolated any Actor = #isolation)
        async throws(DataError) -> [Model]?
    {
        wantedKey = key
        if cacheKey == key { return data }
        let manager = manager
        let asked = manager.look { $0.beginFetch() }
        defer { manager.look { $0.endFetch() } }
        if manager.look({ $0.models(under: key) != nil }) { return try install(nil, key, asked: asked) }
        let found = try await manager.reading { cache throws(DataError) in try cache.collection(key, of: Model.self) }
        guard wantedKey == key else { return data }
        return try install(found, key, asked: asked)
    }

    /// Does the same as `fetchDataFromCache`, but synchronously, for what must be on the first frame.
    @discardableResult
    public func loadNow(_ key: String, isolation: isolated any Actor = #isolation) throws(DataError) -> [Model]? {
        wantedKey = key
        if cacheKey == key { return data }
        let (asked, isHeld) = manager.look { ($0.beginFetch(), $0.models(under: key) != nil) }
        defer { manager.look { $0.endFetch() } }
        return try install(isHeld ? nil : try manager.cache.collection(key, of: Model.self), key, asked: asked)
    }

    /// Shares a key from now on without reading what is stored under it: edits by others arrive at once, and then the stored
    /// models, too, to which the edits are added.
    public func listen(to key: String, isolation: isolated any Actor = #isolation) throws(DataError) {
        wantedKey = key
        if cacheKey == key { return }
        let asked = manager.look { $0.beginFetch() }
        defer { manager.look { $0.endFetch() } }
        try install([], key, asked: asked)
    }

    @discardableResult
    private func install(
        _ found: [Model]?, _ key: String, asked: ChangeTime, isolation: isolated any Actor = #isolation
    ) throws(DataError) -> [Model]? {
        post.deliver()
        let member = member
        let installed = try manager.change { (data) throws(DataError) in
            try data.install(member, found, key: key, asked: asked)
        } first: { installed in
            guard installed.isTaken else { return }
            cacheKey = key
            take(installed.models)
        }
        return found == nil && !installed.isTaken && installed.isMiss ? nil : data
    }

    // MARK: Pausing

    /// Holds back changes until `resume`, which reports them as one.
    /// - Throws: `pausedByBatch` if only its batch listener may do this.
    public func pause() throws(DataError) { try setPausedAlone(true) }

    /// Follows again, and reports at once what was held back.
    /// - Throws: `pausedByBatch` if only its batch listener may do this.
    public func resume() throws(DataError) { try setPausedAlone(false) }

    // MARK: Telling

    /// The events that the delegate receives, as a sequence. Nothing is dropped.
    public func events() -> AsyncStream<CollectionEvent> { streams.make() }

    func speak() -> Spoken? {
        let member = member
        guard let news = manager.look({ $0.take(member) }) else { return nil }
        tell(news)
        return Spoken(context: news.context)
    }

    private func tell(_ news: SharedData.News) {
        take(news.models)
        delegate?.provider(self, did: news.change, context: news.context)
        streams.yield(CollectionEvent(change: news.change, context: news.context))
    }

    private func take(_ models: [any DataModel]) { data = models.compactMap { $0 as? Model } }
}
