/// What deleting for good came to.
public struct Destroyed: Hashable, Sendable {
    /// How many messages are gone.
    public var count = 0
    /// Why the rest was not asked for, or some were kept; nil when all are gone.
    public var failure: SessionError?
    /// Whether more may be gone than is known: no answer came to what was asked last. The server's changes will tell.
    public var isInDoubt = false

    public init(count: Int = 0, failure: SessionError? = nil, isInDoubt: Bool = false) {
        self.count = count
        self.failure = failure
        self.isInDoubt = isInDoubt
    }
}
