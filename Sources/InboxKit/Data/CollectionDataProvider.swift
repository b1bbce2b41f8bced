/// What a `CollectionDataProvider` tells: how its models changed elsewhere, and what came with the change.
public struct CollectionEvent: Sendable {
    public var change: CollectionChange
    /// What the maker of the change gave along.
    public var context: (any Sendable)?
}

/// Hears of changes that others made, on the actor that made the provider.
public protocol CollectionDataProviderDelegate<Model>: AnyObject {
    associatedtype Model: DataModel
    /// - Parameter context: what the maker of the change gave along.
    func provider(
        _ provider: CollectionDataProvider<Model>, did change: CollectionChange, context: (any Sendable)?)
}

/// Holds models in an order that is kept under a key. All that have one key stay the same, and follow each model in it.
///
/// It belongs to the actor that makes it and speaks there. `data` changes only just before the delegate hears of it, or
/// while one of its own methods runs. It ends when it is released. A collection that nobody holds is changed by the
/// functions of the type (`append(_:key:manager:)` and so on).
public final class CollectionDataProvider<Model: DataModel> {
    /// The models in their order; empty until something is set or fetched.
    public private(set) var data: [Model] = []
    /// What the collection is kept and shared under; nil for one that is neither.
    public private(set) var cacheKey: String?
    /// Hears of changes that others made, after `data` changed; it is not kept alive.
    public weak var delegate: (any CollectionDataProviderDelegate<Model>)?
    /// Hears the same through its own callback, together with other providers.
    public internal(set) weak var batchListener: DataBatchListener?
    /// By whom models are shared: providers of another manager hear nothing of them.
    public let manager: DataManager
    /// Whether `pause` keeps the models as they are.
    public private(set) var isPaused = false

    let member: SharedData.MemberID
    let post: DataPost
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

    /// Shows models at once, under a key from now on; all others with that key show them too (`reset`), and every copy
    /// of one of them elsewhere follows. The delegate is not called.
    /// - Parameters:
    ///   - cacheKey: nil neither shares nor keeps them.
    ///   - shouldCache: also keep them.
    /// - Throws: `wrongType`, `keyOfOtherType`; then nothing has changed.
    public func setData(
        _ models: [Model], cacheKey: String?, shouldCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        let member = member
        try manager.change { (data) throws(DataError) in
            try data.set(member, models, key: cacheKey, context: context)
        } first: {
            data = models
            self.cacheKey = cacheKey
        }
        if shouldCache { keep(context) }
    }

    /// Puts models in before a row. Copies of them elsewhere follow; if one stands in other rows of this collection, the
    /// delegate hears of those.
    /// - Parameter index: of a row in `data`, or `count`.
    /// - Returns: where they stand: elsewhere if others changed the collection and this provider had not heard of it.
    /// - Throws: `outOfRange`, `paused`, `wrongType`; then nothing has changed.
    @discardableResult
    public func insert(
        _ models: [Model], at index: Int, shouldCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) -> Range<Int> {
        try edit(.insert(models, at: index), shouldCache, context)
    }

    /// Puts models behind the last row.
    public func append(
        _ models: [Model], shouldCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        try edit(.append(models), shouldCache, context)
    }

    /// Puts a model in the place of a row's.
    /// - Throws: `outOfRange`, `rowGone`, `paused`, `wrongType`; then nothing has changed.
    public func update(
        _ model: Model, at index: Int, shouldCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        try edit(.update(model, at: index), shouldCache, context)
    }

    /// Takes a row out. The model itself is not deleted.
    /// - Throws: `outOfRange`, `rowGone`, `paused`; then nothing has changed.
    public func remove(
        at index: Int, shouldCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        try edit(.remove(at: index), shouldCache, context)
    }

    /// - Returns: the rows that the edit brought or changed; empty, and where it was, for one that was taken out.
    @discardableResult
    private func edit(
        _ edit: CollectionEdit<Model>, _ shouldCache: Bool, _ context: (any Sendable)?,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) -> Range<Int> {
        if isPaused { throw .paused }
        post.deliver()
        let member = member
        let edited = try manager.change { (data) throws(DataError) in
            try data.edit(member, edit.map { $0 }, context: context)
        } first: { edited in
            // Someone on another actor was quicker: that comes first, and is told.
            if let missed = edited.missed { tell(missed) }
            take(edited.models)
        }
        if shouldCache { keep(context) }
        return edited.rows
    }

    private func keep(_ context: (any Sendable)?) {
        guard let cacheKey else { return }
        let models = data
        manager.write { cache throws(DataError) in
            try await cache.saveCollection(models, key: cacheKey, context: context)
        }
    }

    // MARK: The cache

    /// Shows what is kept under a key, unless this provider is set before the answer. When others hold the key, theirs is
    /// taken at once.
    /// - Returns: what is shown afterwards; nil for a miss, which changes neither `data` nor `cacheKey`.
    /// - Throws: when the cache cannot be read; `keyOfOtherType`. What is shown stays.
    @discardableResult
    public func fetchDataFromCache(_ key: String, isolation: isolated any Actor = #isolation)
        async throws(DataError) -> [Model]?
    {
        if cacheKey == key { return data }
        let manager = manager
        let asked = manager.look { $0.beginFetch() }
        defer { manager.look { $0.endFetch() } }
        if manager.look({ $0.models(under: key) != nil }) { return try install(nil, key, asked: asked) }
        let found = try await manager.reading { cache throws(DataError) in try cache.collection(key, of: Model.self) }
        return try install(found, key, asked: asked)
    }

    /// `fetchDataFromCache` before it returns: for what must be on the first frame.
    @discardableResult
    public func loadNow(_ key: String, isolation: isolated any Actor = #isolation) throws(DataError) -> [Model]? {
        if cacheKey == key { return data }
        let asked = manager.look { $0.beginFetch() }
        defer { manager.look { $0.endFetch() } }
        return try install(try manager.cache.collection(key, of: Model.self), key, asked: asked)
    }

    /// Shares a key from now on without reading or changing what is kept under it: others' edits are heard at once.
    public func listen(to key: String, isolation: isolated any Actor = #isolation) throws(DataError) {
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

    /// Keeps the models as they are until `resume`, which tells what happened meanwhile in one change.
    /// - Throws: `pausedByBatch` when only its batch listener may.
    public func pause() throws(DataError) {
        if batchListener != nil { throw .pausedByBatch }
        setPaused(true)
    }

    /// Follows again, and tells at once what happened meanwhile.
    /// - Throws: `pausedByBatch` when only its batch listener may.
    public func resume() throws(DataError) {
        if batchListener != nil { throw .pausedByBatch }
        setPaused(false)
        post.deliver()
    }

    func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        let member = member
        manager.look { $0.setPaused(isPaused, member) }
    }

    // MARK: Telling

    /// The same that the delegate hears. Nothing is dropped.
    public func events() -> AsyncStream<CollectionEvent> { streams.make() }

    var batch: (any BatchSpeaker)? { batchListener }

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
