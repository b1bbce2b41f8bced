package import InboxModel
package import InboxRemote

/// The connections of an account: up to three for work, made when needed and kept for a while, and one that only waits for news.
package actor IMAPPool {
    package init(places: IMAPPlaces, credential: MailCredential, transport: any MailTransport) { fatalError("to do") }

    /// Does something on a free connection; if all are busy, waits for one. A connection that turns out to be dead before anything
    /// was done on it is replaced once. After an error that is no refusal, the connection is closed.
    package func run<Value: Sendable>(
        _ body: @Sendable (IMAPConnection) async throws(RemoteError) -> Value
    ) async throws(RemoteError) -> Value { fatalError("to do") }

    /// Waits on a connection of its own until something happens in a folder, or for some time. A server without IDLE is only waited for.
    /// `wake` ends it early.
    /// - Returns: whether anything happened.
    package func wait(in folder: String, atMost: Duration) async throws(RemoteError) -> Bool { fatalError("to do") }
    package func wake() { fatalError("to do") }

    /// What the server can do.
    package func capabilities() async throws(RemoteError) -> IMAPCapabilities { fatalError("to do") }

    /// Makes later work use new connections.
    package func doubtConnections() { fatalError("to do") }
}
