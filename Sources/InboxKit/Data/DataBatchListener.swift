/// Receives changes to several providers at once, on their actor.
public protocol DataBatchDelegate: AnyObject {
    /// - Parameters:
    ///   - changed: indexes, in the listener's order, of the providers that have really changed.
    ///   - context: what was passed along with the change.
    func batch(_ batch: DataBatchListener, changed: [Int], context: (any Sendable)?)
}

/// Joins several providers of one actor: one callback per change, after their own delegates, and one pause for all.
public final class DataBatchListener: BatchSpeaker {
    /// Receives each change once, whichever providers it concerns. Weak.
    public weak var delegate: (any DataBatchDelegate)?
    /// Whether `pause` holds back the changes of all providers.
    public private(set) var isPaused = false
    private var parts: [any BatchPart] = []

    public init() {}

    /// Adds a provider and retains it.
    /// - Returns: its index.
    /// - Throws: `secondBatch` if it has a batch listener already.
    @discardableResult
    public func add<Model>(_ provider: DataProvider<Model>) throws(DataError) -> Int {
        try join(provider)
    }

    /// Adds a provider of a collection and retains it.
    @discardableResult
    public func add<Model>(_ provider: CollectionDataProvider<Model>) throws(DataError) -> Int {
        try join(provider)
    }

    private func join(_ part: any BatchPart) throws(DataError) -> Int {
        if part.batchListener != nil { throw .secondBatch }
        part.batchListener = self
        part.setPaused(isPaused)
        parts.append(part)
        return parts.count - 1
    }

    /// Holds back the changes of all providers until `resume`, which reports them as one.
    public func pause() { setPaused(true) }

    /// Lets all providers follow again, and reports at once what was held back.
    public func resume() {
        setPaused(false)
        // Each manager has a post of its own; one that has nothing left to report does nothing.
        for part in parts { part.post.deliver() }
    }

    private func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        for part in parts { part.setPaused(isPaused) }
    }

    func speak(for changed: [any DataSpeaker], context: (any Sendable)?) {
        let indexes = parts.indices.filter { index in changed.contains { $0 === parts[index] } }
        delegate?.batch(self, changed: indexes, context: context)
    }
}

/// What a batch needs from its providers.
protocol BatchPart: DataSpeaker {
    var manager: DataManager { get }
    var post: DataPost { get }
    var batchListener: DataBatchListener? { get set }
    var isPaused: Bool { get set }
}

extension BatchPart {
    var batch: (any BatchSpeaker)? { batchListener }

    func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        let member = member
        manager.look { $0.setPaused(isPaused, member) }
    }

    /// For one that is in no batch; what happened while it was paused is told at once.
    func setPausedAlone(_ isPaused: Bool) throws(DataError) {
        if batchListener != nil { throw .pausedByBatch }
        setPaused(isPaused)
        if !isPaused { post.deliver() }
    }
}

extension DataProvider: BatchPart {}
extension CollectionDataProvider: BatchPart {}
