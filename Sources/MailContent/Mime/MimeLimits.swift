/// How much of a message is taken apart. What lies beyond stays in its source, and a problem says so.
package enum MimeLimits {
    /// Multiparts within each other.
    package static let depth = 50
    /// Parts of one message, multiparts counted.
    package static let parts = 1_000
    /// Bytes of all headers of one message.
    package static let headerBytes = 1 << 20
    /// Bytes of one header value.
    package static let valueBytes = 64 << 10
    /// Addresses of one message.
    package static let recipients = 10_000
    /// Message ids of References and of In-Reply-To, each.
    package static let references = 1_000
}
