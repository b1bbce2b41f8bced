/// The limits on parsing a message. What exceeds them is not parsed, and is reported as a problem.
package enum MimeLimits {
    /// Levels of nested multiparts.
    package static let depth = 50
    /// Parts of one message, including multiparts.
    package static let parts = 1_000
    /// Bytes of all headers of one message.
    package static let headerBytes = 1 << 20
    /// Bytes of one header value.
    package static let valueBytes = 64 << 10
    /// Addresses of one message.
    package static let recipients = 10_000
    /// Message ids of References and of In-Reply-To, each.
    package static let references = 1_000

    /// The texts that a message's problems contain when a limit was reached.
    package enum Problem {
        package static let depth = "Parts lie more than 50 deep; what is deeper stays in one piece"
        package static let parts = "There are more than 1,000 parts; the rest stays in one piece"
        package static let headers = "There is more than 1 MiB of headers; the rest of them was left out"
        package static let value = "A header longer than 64 KiB was cut"
        package static let recipients = "There are more than 10,000 addresses; the rest were left out"
        package static let references =
            "There are more than 1,000 message ids in one header; the first 1,000 were kept"
    }

    package static let problems: Set<String> = [
        Problem.depth, Problem.parts, Problem.headers, Problem.value, Problem.recipients, Problem.references,
    ]
}
