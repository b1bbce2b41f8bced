/// What a client may use up.
enum Limits {
    /// All headers of a request, in bytes.
    static let headerBytes = 16 * 1024
    /// A request's body: an upload of this size still fits into a message that mail servers take.
    static let bodyBytes = 32 * 1024 * 1024
    /// The same for a request without a token, which is only read to be refused.
    static let strangersBodyBytes = 64 * 1024
    /// How long that may take, however steadily it comes.
    static let strangersBodySeconds: Int64 = 10
    /// A frame of a WebSocket: requests only, since files go by HTTP.
    static let frameBytes = 10_000_000
    /// Long polls and streams that wait at the same time.
    static let waiting = 256
    /// Connections: those that wait, and 64 that work.
    static let connections = waiting + 64
    /// How long a connection may be silent between requests, or dawdle within one.
    static let idleSeconds: Int64 = 30
    static let longestPoll = 3600
}
