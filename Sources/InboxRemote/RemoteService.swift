public import InboxModel

/// A mail server as the sync engine and the action queue see it. One type conforms for each dialect.
///
/// Every call may be cancelled and may be made again: none of them does twice what it was asked once.
public protocol RemoteService: Sendable {
    /// Proves that the server lets us in, and tells whose account it is.
    func signIn() async throws(RemoteError) -> RemoteAccount

    func mailboxes() async throws(RemoteError) -> [RemoteMailbox]

    /// The state from which `changes` will tell everything that happens from now on.
    func latestState() async throws(RemoteError) -> String

    /// Messages without bodies, whole threads at a time, the newest threads first.
    /// - Parameters:
    ///   - mailbox: only threads with a message there; nil means all mail.
    ///   - position: where the page before ended; nil starts with the newest.
    ///   - limit: how many threads at most.
    func threads(in mailbox: RemoteID?, from position: RemotePosition?, limit: Int) async throws(RemoteError)
        -> RemoteMessagePage

    /// Messages with bodies, newest first: what the background fetch of bodies walks through.
    func messages(from position: RemotePosition?, limit: Int) async throws(RemoteError) -> RemoteMessagePage

    /// One message with its body, or nil when the server has none of that id.
    func message(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage?

    /// One message as it was sent (RFC 5322), byte for byte.
    func rawMessage(_ id: RemoteID) async throws(RemoteError) -> [UInt8]

    func drafts() async throws(RemoteError) -> [RemoteMessage]

    func contacts() async throws(RemoteError) -> [RemoteContact]

    /// What is new since a state.
    /// - Parameter wait: how long the server may hold the answer back until there is something to tell; nil answers at once.
    func changes(since state: String, wait: Duration?) async throws(RemoteError) -> RemoteChanges

    /// Sets marks and places of a message, and answers with the message as the server now has it.
    func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage

    /// The bytes of a file.
    func download(_ file: RemoteID) async throws(RemoteError) -> [UInt8]
}
