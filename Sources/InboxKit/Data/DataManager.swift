import Synchronization

/// Keeps the data of all its providers equal, and a cache in step with them.
///
/// Usually there is one, `MailSession.data`. Everything here may be called from anywhere. Providers are told on the actors that
/// they belong to, those of the caller's own actor before the call returns.
public final class DataManager: Sendable {
    private struct State {
        var data = SharedData()
        var posts: [SharedData.MemberID: WeakPost] = [:]
        var shared: [ObjectIdentifier: WeakPost] = [:]
    }

    private struct WeakPost {
        weak var post: DataPost?
    }

    let cache: any ModelCache
    private let state = Mutex(State())
    private let jobs: AsyncStream<@Sendable () async -> Void>.Continuation
    private let failureStreams = EventStreams<DataError>()
    private let worker: Task<Void, Never>

    public init(cache: any ModelCache = MemoryModelCache()) {
        self.cache = cache
        let (stream, continuation) = AsyncStream<@Sendable () async -> Void>.makeStream(bufferingPolicy: .unbounded)
        jobs = continuation
        // Ends with the stream, after everything that the cache was asked to do.
        worker = Task { for await job in stream { await job() } }
    }

    deinit {
        jobs.finish()
        failureStreams.finish()
    }

    /// The current time. Get it before asking a server or a cache, and pass it in with the answer.
    public var now: ChangeTime { state.withLock(\.data.now) }

    // MARK: Models

    /// Makes these the newest versions of the models: everyone who holds one, or a model that contains one, follows.
    /// - Parameters:
    ///   - updateCache: whether to store them as well.
    ///   - asked: when the answer that brings them was requested; changes since then win over it. Nil means now.
    ///   - context: anything; passed to delegates and to the cache.
    /// - Throws: `wrongType`, in which case nothing has changed.
    public func update(
        _ models: [any DataModel], updateCache: Bool = true, asked: ChangeTime? = nil, context: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) throws(DataError) {
        try change { (data) throws(DataError) in
            try data.update(models, asked: asked, context: context)
            if updateCache { data.write(models, context: context) }
        }
    }

    /// Makes this the newest version of a single model.
    public func update(
        _ model: any DataModel, updateCache: Bool = true, asked: ChangeTime? = nil, context: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) throws(DataError) {
        try update([model], updateCache: updateCache, asked: asked, context: context)
    }

    /// Deletes a model wherever it is held or stored, with every model that can't exist without it.
    public func delete(
        _ id: ModelID, updateCache: Bool = true, context: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) {
        change { data in
            let gone = data.delete([id], context: context)
            if updateCache { data.write(deleting: gone, context: context) }
        }
    }

    // MARK: The cache, directly

    /// A model that somebody holds, or else the stored one; nil if there is neither.
    public func model<Model: DataModel>(_ id: ModelID, as type: Model.Type = Model.self)
        async throws(DataError) -> Model?
    {
        if let held = state.withLock({ $0.data.known[id]?.model }) as? Model { return held }
        return try await reading { cache throws(DataError) in try cache.model(id, as: type) }
    }

    /// The collection that somebody holds under a key, or else the stored one; nil if there is neither.
    public func collection<Model: DataModel>(_ key: String, of type: Model.Type = Model.self)
        async throws(DataError) -> [Model]?
    {
        if let held = state.withLock({ $0.data.models(under: key) }) as? [Model] { return held }
        return try await reading { cache throws(DataError) in try cache.collection(key, of: type) }
    }

    /// Stores a model without telling anybody.
    public func keep(_ model: any DataModel, context: (any Sendable)? = nil) {
        change(isolation: nil) { $0.write([model], context: context) }
    }

    /// Reports why something could not be stored. Providers that hold it still have it; it is lost once none does.
    public func failures() -> AsyncStream<DataError> { failureStreams.make() }

    /// Returns once everything is stored that was passed in before this call.
    public func settle() async {
        await withCheckedContinuation { continuation in
            if case .terminated = jobs.yield({ continuation.resume() }) { continuation.resume() }
        }
    }

    // MARK: For providers

    func post(isolation: isolated any Actor) -> DataPost {
        state.withLock { state in
            let actor = ObjectIdentifier(isolation)
            if let post = state.shared[actor]?.post { return post }
            state.shared = state.shared.filter { $0.value.post != nil }
            let post = DataPost(isolation: isolation)
            state.shared[actor] = WeakPost(post: post)
            return post
        }
    }

    func join(_ type: any DataModel.Type, post: DataPost) -> SharedData.MemberID {
        state.withLock { state in
            let member = state.data.join(type)
            state.posts[member] = WeakPost(post: post)
            return member
        }
    }

    func leave(_ member: SharedData.MemberID) {
        state.withLock { state in
            state.posts[member] = nil
            state.data.leave(member)
        }
    }

    func look<Result: Sendable>(_ body: (inout SharedData) -> Result) -> Result {
        state.withLock { body(&$0.data) }
    }

    /// Changes data, and tells the providers concerned.
    /// - Parameter first: what the maker of the change does before anybody is told.
    @discardableResult
    func change<Output: Sendable, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ body: (inout SharedData) throws(Failure) -> Output,
        first: (Output) -> Void = { _ in }
    ) throws(Failure) -> Output {
        let (answer, posts) = state.withLock { state in
            let answer: Result<Output, Failure>
            do throws(Failure) { answer = .success(try body(&state.data)) } catch { answer = .failure(error) }
            // Under the lock, so that the cache meets the changes in their order. Whoever changes something may then be released.
            for number in state.data.takeNewWrites() { jobs.yield { await self.write(number) } }
            return (answer, state.data.takeToTell().compactMap { state.posts[$0]?.post })
        }
        if case .success(let output) = answer { first(output) }
        var told: Set<ObjectIdentifier> = []
        let here = isolation.map { ObjectIdentifier($0) }
        for post in posts where told.insert(post.actor).inserted {
            if post.actor == here { post.deliver() } else { post.ask() }
        }
        return try answer.get()
    }

    private func write(_ number: Int) async {
        guard let write = look({ $0.write(number) }) else { return }
        var hasFailed = false
        var hasMore = false
        do throws(DataError) { hasMore = try await write.perform(on: cache) } catch {
            hasFailed = true
            if let outcome = write.outcome { outcome.failed(error) } else { failureStreams.yield(error) }
        }
        look { $0.endWrite(number, hasFailed: hasFailed) }
        if hasMore { lookAgain() }
    }

    /// Reads everything that is held again, after everything that the cache was asked to do before: others have changed it.
    func lookAgain() {
        jobs.yield { [weak self] in self?.lookAgainNow() }
    }

    private func lookAgainNow() {
        let (asked, entries) = look { data in (data.beginFetch(), Array(data.entries.values)) }
        defer { look { $0.endFetch() } }
        var found = SharedData.Found()
        for entry in entries {
            do throws(DataError) { try found.add(entry, of: entry.type, from: cache) } catch {
                failureStreams.yield(error)
            }
        }
        change(isolation: nil) { $0.take(found, asked: asked) }
    }

    /// Reads from the cache, after everything that it was asked to do before.
    func reading<Result: Sendable>(_ body: @escaping @Sendable (any ModelCache) throws(DataError) -> Result)
        async throws(DataError) -> Result
    {
        try await inTurn { [cache] () throws(DataError) in try body(cache) }
    }

    /// Runs an operation in its turn among those for the cache.
    func inTurn<Output: Sendable>(_ body: @escaping @Sendable () async throws(DataError) -> Output)
        async throws(DataError) -> Output
    {
        let answer: Result<Output, DataError> = await withCheckedContinuation { continuation in
            let job: @Sendable () async -> Void = {
                do throws(DataError) { continuation.resume(returning: .success(try await body())) } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            jobs.yield(job)
        }
        return try answer.get()
    }
}
