/// What a `DataProvider` tells.
public enum DataEvent: Sendable {
    /// Its model was changed, deleted or found, elsewhere; `data` is new already. `context` came with the change.
    case changed(context: (any Sendable)?)
}

/// Hears of changes that others made, on the actor that made the provider.
public protocol DataProviderDelegate<Model>: AnyObject {
    associatedtype Model: DataModel
    /// - Parameter context: what the maker of the change gave along.
    func provider(_ provider: DataProvider<Model>, changedWith context: (any Sendable)?)
}

/// Holds one model and follows it: whoever changes it, or a model inside it, changes it here.
///
/// It belongs to the actor that makes it and speaks there. `data` changes only just before the delegate hears of it, or
/// while one of its own methods runs. It ends when it is released.
public final class DataProvider<Model: DataModel> {
    /// The model; nil when there is none yet, or when it was deleted.
    public private(set) var data: Model?
    /// Hears of changes that others made, after `data` changed; it is not kept alive.
    public weak var delegate: (any DataProviderDelegate<Model>)?
    /// Hears the same through its own callback, together with other providers.
    public internal(set) weak var batchListener: DataBatchListener?
    /// By whom models are shared: providers of another manager hear nothing of them.
    public let manager: DataManager
    /// Whether `pause` keeps the model as it is.
    public private(set) var isPaused = false
    /// Who is held or listened for.
    public private(set) var modelIdentifier: ModelID?

    let member: SharedData.MemberID
    let post: DataPost
    private let streams = EventStreams<DataEvent>()

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

    /// When the model last changed.
    public var lastUpdated: ChangeTime { manager.look { $0.changedAt(member) } }

    // MARK: Setting

    /// Shows a model at once, and makes it the newest that is known of it everywhere. The delegate is not called.
    /// - Parameters:
    ///   - model: nil empties this provider alone: nothing is deleted.
    ///   - updateCache: also keep the model.
    /// - Throws: `wrongType`; then nothing has changed.
    public func setData(
        _ model: Model?, updateCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        let member = member
        try manager.change { (data) throws(DataError) in
            try data.set(member, model.map { [$0] } ?? [], key: nil, context: context)
        } first: {
            data = model
            modelIdentifier = model?.modelID
        }
        if updateCache, let model { manager.save([model], context: context) }
    }

    /// Listens for a model that may not exist yet: as soon as one of that identifier appears anywhere, it is `data`.
    /// - Throws: `hasData` when there is a model already.
    public func listen(to identifier: ModelID) throws(DataError) {
        if let data { throw .hasData(data.modelID) }
        modelIdentifier = identifier
        let member = member
        manager.look { $0.await([identifier], by: member) }
    }

    // MARK: The cache

    /// Shows what is kept of a model, unless something newer is set or arrives before the answer.
    /// - Parameter listens: when nothing is kept, go on listening for it.
    /// - Returns: what is shown afterwards.
    /// - Throws: when the cache cannot be read; what is shown stays.
    @discardableResult
    public func fetchDataFromCache(
        _ identifier: ModelID, listens: Bool = false, isolation: isolated any Actor = #isolation
    ) async throws(DataError) -> Model? {
        if let data, data.modelID == identifier { return data }
        let (manager, member) = (manager, member)
        let asked = manager.look { data in
            let asked = data.beginFetch()
            if data.models(of: member).isEmpty { data.await([identifier], by: member) }
            return asked
        }
        defer { manager.look { $0.endFetch() } }
        let found: Result<Model?, DataError>
        do throws(DataError) {
            found = .success(
                try await manager.reading { cache throws(DataError) in try cache.model(identifier, as: Model.self) })
        } catch {
            found = .failure(error)
        }
        try install(found, identifier, asked: asked, listens: listens)
        return data
    }

    /// `fetchDataFromCache` before it returns: for what must be on the first frame.
    public func loadNow(
        _ identifier: ModelID, listens: Bool = false, isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        let asked = manager.look { $0.beginFetch() }
        defer { manager.look { $0.endFetch() } }
        let found: Result<Model?, DataError>
        do throws(DataError) { found = .success(try manager.cache.model(identifier, as: Model.self)) } catch {
            found = .failure(error)
        }
        try install(found, identifier, asked: asked, listens: listens)
    }

    private func install(
        _ found: Result<Model?, DataError>, _ identifier: ModelID, asked: ChangeTime, listens: Bool,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        post.deliver()
        let member = member
        let model = (try? found.get()) ?? nil
        try manager.change { (data) throws(DataError) in
            let installed = try data.install(member, model.map { [$0] }, key: nil, asked: asked)
            if installed.models.isEmpty { data.await(listens ? [identifier] : [], by: member) }
            return installed
        } first: { installed in
            take(installed.models)
            if installed.isTaken { modelIdentifier = data?.modelID }
            if data == nil { modelIdentifier = listens ? identifier : nil }
        }
        _ = try found.get()
    }

    // MARK: Pausing

    /// Keeps the model as it is until `resume`, which tells what happened meanwhile at once.
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
    public func events() -> AsyncStream<DataEvent> { streams.make() }

    var batch: (any BatchSpeaker)? { batchListener }

    func speak() -> Spoken? {
        let member = member
        guard let news = manager.look({ $0.take(member) }) else { return nil }
        let old = data
        take(news.models)
        guard old != data else { return nil }
        delegate?.provider(self, changedWith: news.context)
        streams.yield(.changed(context: news.context))
        return Spoken(context: news.context)
    }

    private func take(_ models: [any DataModel]) { data = models.first as? Model }
}
