/// What of an account's mail stays in the store. What leaves it stays on the server.
public struct Retention: Hashable, Sendable {
    /// Threads whose newest message is older than so many days leave, unless they were opened lately; nil keeps all.
    /// Those in the inbox, starred ones, drafts, all that actions are pending on and all that undo can bring back always stay.
    public var days: Int?
    /// What was opened within so many days stays.
    public var openedDays: Int

    public init(days: Int? = nil, openedDays: Int = 14) {
        self.days = days
        self.openedDays = openedDays
    }

    /// Everything stays.
    public static let all = Retention()
}

/// What a trim took out of the store, or would take.
public struct TrimReport: Hashable, Sendable {
    public var threads: Int
    public var messages: Int

    public init(threads: Int = 0, messages: Int = 0) {
        self.threads = threads
        self.messages = messages
    }
}
