/// What a `DataProvider` reports.
public enum DataEvent: Sendable {
    /// The model was changed, deleted or found elsewhere; `data` has changed already. `context` came with the change.
    case changed(context: (any Sendable)?)
}

/// Receives changes that others made, on the actor that made the provider.
public protocol DataProviderDelegate<Model>: AnyObject {
    associatedtype Model: DataModel
    /// - Parameter context: what was passed along with the change.
    func provider(_ provider: DataProvider<Model>, changedWith context: (any Sendable)?)
}

/// Holds one model and follows it: a change to the model, or to a model inside it, anywhere changes it here, too.
///
/// It belongs to the actor that makes it, and calls back there. `data` changes only just before the delegate is called, or while
/// one of its own methods runs. It ends when it is released.
public final class DataProvider<Model: DataModel> {
    /// The model; nil if there is none yet, or it was deleted.
    public private(set) var data: Model?
    /// Receives changes that others made, after `data` has changed. Weak.
    public weak var delegate: (any DataProviderDelegate<Model>)?
    /// Receives the same changes through its own callback, together with those of other providers.
    public internal(set) weak var batchListener: DataBatchListener?
    /// The manager that shares the models: providers of another manager do not get them.
    public let manager: DataManager
    /// Whether `pause` holds back changes.
    public internal(set) var isPaused = false
    /// The identity of the model that is held or awaited; nil if there is neither.
    public var modelIdentifier: ModelID? { if let data { data.modelID } else { awaited } }

    let member: SharedData.MemberID
    let post: DataPost
    /// The model that was asked for last: the answer to an earlier request is not taken any more.
    private var wanted: ModelID?
    /// What becomes `data` as soon as it appears, while there is no model.
    private var awaited: ModelID?
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

    /// Sets the model, and makes it the newest version everywhere. The delegate is not called.
    /// - Parameters:
    ///   - model: nil empties only this provider: nothing is deleted.
    ///   - updateCache: whether to store the model as well.
    /// - Throws: `wrongType`, in which case nothing has changed.
    public func setData(
        _ model: Model?, updateCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        let member = member
        try manager.change { (data) throws(DataError) in
            try data.set(member, model.map { [$0] } ?? [], key: nil, context: context)
            if updateCache, let model { data.write([model], context: context) }
        } first: {
            data = model
            awaited = nil
        }
    }

    /// Waits for a model that may not exist yet: as soon as one with that identifier appears anywhere, it becomes `data`.
    /// - Throws: `hasData` if there is a model already.
    public func listen(to identifier: ModelID) throws(DataError) {
        if let data { throw .hasData(data.modelID) }
        wanted = identifier
        awaited = identifier
        let member = member
        manager.look { $0.await([identifier], by: member) }
    }

    // MARK: The cache

    /// Loads the stored model, unless something newer is set or arrives before the answer, or another model is asked for.
    /// - Parameter listens: whether to keep waiting for the model if nothing is stored.
    /// - Returns: `data` afterwards.
    /// - Throws: if the cache cannot be read; `data` stays.
    @discardableResult
    public func fetchDataFromCache(
        _ identifier: ModelID, listens: Bool = false, isolation: isolated any Actor = #isolation
    ) async throws(DataError) -> Model? {
        wanted = identifier
        if let data, data.modelID == identifier { return data }
        let (manager, member) = (manager, member)
        let asked = manager.look { data in
            let asked = data.beginFetch()
            if data.models(of: member).isEmpty { data.await([identifier], by: member) }
            return asked
        }
        defer { manager.look { $0.endFetch() } }
        if data == nil { awaited = identifier }
        let found: Result<Model?, DataError>
        do throws(DataError) {
            found = .success(
                try await manager.reading { cache throws(DataError) in try cache.model(identifier, as: Model.self) })
        } catch {
            found = .failure(error)
        }
        guard wanted == identifier else {
            _ = try found.get()
            return data
        }
        try install(found, identifier, asked: asked, listens: listens)
        return data
    }

    /// Does the same as `fetchDataFromCache`, but synchronously, for what must be on the first frame.
    public func loadNow(
        _ identifier: ModelID, listens: Bool = false, isolation: isolated any Actor = #isolation
    ) throws(DataError) {
        wanted = identifier
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
        let model = try? found.get()
        manager.change { data in
            let installed = data.install(member, model, model: identifier, asked: asked)
            if installed.models.isEmpty { data.await(listens ? [identifier] : [], by: member) }
            return installed
        } first: { installed in
            take(installed.models)
            awaited = data == nil && listens ? identifier : nil
        }
        _ = try found.get()
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
    public func events() -> AsyncStream<DataEvent> { streams.make() }

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

    private func take(_ models: [any DataModel]) {
        data = models.first as? Model
        if data != nil { awaited = nil }
    }
}
