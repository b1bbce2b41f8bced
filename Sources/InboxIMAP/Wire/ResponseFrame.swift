/// One whole response of a server: its text without line breaks and without the announcements of literals, and its literals.
struct ResponseFrame: Hashable, Sendable {
    struct Literal: Hashable, Sendable {
        /// The index in the text before which it stands.
        var position: Int
        var bytes: [UInt8]
    }

    var text: [UInt8] = []
    var literals: [Literal] = []
}

/// An answer that violates the protocol, so that what follows can't be understood either.
struct MalformedAnswer: Error, Hashable, Sendable {
    /// What is wrong, without anything that the server sent.
    var detail: String
}

/// What one response may consist of. A server that exceeds it gets no more memory.
enum ResponseLimits {
    static let literal = 128 << 20
    /// All literals of one response.
    static let literals = 256 << 20
    /// How many literals one response has: the empty ones are no bytes.
    static let literalCount = 100_000
    /// All bytes that come during one command. The flags of two million messages are a third of it.
    static let answer = 512 << 20
    /// All text outside of literals. The UIDs of a large folder stand in one line.
    static let text = 32 << 20
    /// Values of one response.
    static let values = 1_000_000
    /// Levels of lists in each other. A multipart has one of its own, a message in a message some more.
    static let depth = 150
    /// UIDs and ranges of them in an answer to a search.
    static let ranges = 5_000_000
    /// Larger messages and parts do not exist; sums of such sizes have room.
    static let size = 1 << 40
    static let folders = 50_000
}
