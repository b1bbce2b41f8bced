/// What a client knows of whole threads when it changes many messages, for servers that can change a thread with one request.
public struct KnownThreads: Hashable, Sendable {
    /// A message as the server last reported it.
    public struct Message: Hashable, Sendable {
        public var id: RemoteID
        public var keywords: Set<Keyword>
        public var mailboxes: Set<RemoteID>

        public init(id: RemoteID, keywords: Set<Keyword>, mailboxes: Set<RemoteID>) {
            self.id = id
            self.keywords = keywords
            self.mailboxes = mailboxes
        }
    }

    /// The state of the account in which the server was last seen, as `RemoteService.changes` returned it.
    public var state: String
    /// All messages of each thread in that state, including drafts.
    public var threads: [RemoteID: [Message]]
    /// The mailboxes of sent mail.
    public var sent: Set<RemoteID>

    public init(state: String, threads: [RemoteID: [Message]], sent: Set<RemoteID> = []) {
        self.state = state
        self.threads = threads
        self.sent = sent
    }
}
