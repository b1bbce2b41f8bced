/// The result of deleting for good.
public struct Destroyed: Hashable, Sendable {
    /// How many messages are gone.
    public var count = 0
    /// Why the rest was not attempted, or some were kept; nil if all are gone.
    public var failure: SessionError?
    /// Whether more may be gone than is known, since the last request got no answer. The server's changes will show it.
    public var isInDoubt = false

    public init(count: Int = 0, failure: SessionError? = nil, isInDoubt: Bool = false) {
        self.count = count
        self.failure = failure
        self.isInDoubt = isInDoubt
    }
}
