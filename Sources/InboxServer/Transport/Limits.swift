/// The resource limits for clients.
enum Limits {
    /// The headers of a request together, in bytes.
    static let headerBytes = 16 * 1024
    /// The body of a request: an upload of this size still fits into a message that mail servers take.
    static let bodyBytes = 32 * 1024 * 1024
    /// The body of a request without a token, which is read only to be refused.
    static let strangersBodyBytes = 64 * 1024
    /// The seconds for such a body, however steadily it arrives.
    static let strangersBodySeconds: Int64 = 10
    /// A frame of a WebSocket, in bytes: only requests, since files use HTTP.
    static let frameBytes = 10_000_000
    /// Long polls and streams waiting at the same time.
    static let waiting = 256
    /// Connections: the waiting ones, and 64 others.
    static let connections = waiting + 64
    /// How long a connection may be idle between requests, or stall within one.
    static let idleSeconds: Int64 = 30
    static let longestPoll = 3600
}
