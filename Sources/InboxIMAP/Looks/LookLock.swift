import InboxModel

/// Lets one task at a time do something. The others wait, in the order in which they came, and leave when they are cancelled.
struct LookLock: Sendable {
    private let turnstile = Turnstile(1)

    /// - Throws: what `body` throws, or `cancelled`. Must not be called from within `body`.
    func run<Value>(_ body: () async throws(RemoteError) -> Value) async throws(RemoteError) -> Value {
        guard await turnstile.take() else { throw RemoteError(.cancelled, call: "look") }
        defer { turnstile.give() }
        return try await body()
    }
}
