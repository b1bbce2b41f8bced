/// A simulated failure of the next writes, with which a client can prove how it handles it.
package struct Fault: CountedSwitch {
    package enum Kind: String, CaseIterable, Sendable {
        /// Answers with status 400 and does nothing.
        case refuse
        /// Answers with status 503 and does nothing.
        case busy
        /// Answers with status 429 and `Retry-After`, and does nothing.
        case limit
        /// Does nothing and closes the connection.
        case drop
        /// Performs the write and closes the connection before the answer.
        case lost
        /// Performs the write and answers with status 503, like a gateway that lost the answer.
        case gateway
        /// Performs the write after five seconds.
        case slow
    }

    package var kind: Kind
    /// The number of writes; nil for all from then on.
    package var count: Int?

    package init(_ kind: Kind, count: Int? = nil) {
        self.kind = kind
        self.count = count
    }
}
