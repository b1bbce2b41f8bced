/// Which mail of an account stays in the store. What leaves the store stays on the server.
public struct Retention: Hashable, Sendable {
    /// Threads whose newest message is older than this many days leave, unless they were opened recently; nil keeps all.
    /// Threads always stay if they are in the inbox, starred, snoozed, muted or set aside for a reply, contain drafts, or
    /// are referred to by pending or refused actions or undo, or are held by the server until a time.
    public var days: Int?
    /// What was opened within this many days stays.
    static let openedDays = 14

    public init(days: Int? = nil) { self.days = days }
}

/// What a trim removed from the store, or would remove.
public struct TrimReport: Hashable, Sendable {
    public var threads: Int
    public var messages: Int

    public init(threads: Int = 0, messages: Int = 0) {
        self.threads = threads
        self.messages = messages
    }
}
