/// The result of deleting for good.
public struct Destroyed: Hashable, Sendable {
    /// How many messages are gone.
    public var count = 0
    /// Why the rest was not attempted, or why some messages were kept; nil if all are gone.
    public var failure: SessionError?
    /// Whether more messages may be gone than are counted, because the last request got no answer. The server's next changes will
    /// show it.
    public var isInDoubt = false

    public init(count: Int = 0, failure: SessionError? = nil, isInDoubt: Bool = false) {
        self.count = count
        self.failure = failure
        self.isInDoubt = isInDoubt
    }
}
