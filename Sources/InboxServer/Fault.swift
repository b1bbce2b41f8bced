/// A way to spoil the next writes, so that a client can prove what it does then.
public struct Fault: CountedSwitch {
    public enum Kind: String, CaseIterable, Sendable {
        /// Status 400; nothing is done.
        case refuse
        /// Status 503; nothing is done.
        case busy
        /// Status 429 with `Retry-After`; nothing is done.
        case limit
        /// Nothing is done, and the connection is cut.
        case drop
        /// It is done, and the connection is cut before the answer.
        case lost
        /// It is done after five seconds.
        case slow
    }

    public var kind: Kind
    /// How many writes; nil: all from then on.
    public var count: Int?

    public init(_ kind: Kind, count: Int? = nil) {
        self.kind = kind
        self.count = count
    }
}
