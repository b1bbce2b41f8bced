/// The truth about an account in a few words, for top lines.
public struct StatusText: Hashable, Sendable {
    /// `● live`, `○ polling`, `○ offline`, `⠹ syncing 41,200 of 60,000`, `! sign in again`.
    public var connection: String
    /// `⟲ 2 queued`, `! 1 refused`; empty when neither is so.
    public var queue: String
    /// The same where there is little room: `! 2`.
    public var shortQueue = ""
    public var isGood: Bool
    /// What the refresh key does about trouble, in two words: “sign in”, “try now”; empty when there is none.
    public var remedy: String
    /// Whether mail is on its way that is not here yet: an empty list may fill.
    public var isGettingMail: Bool
    /// What of the server's mail is not here yet, and on its way: “getting mail 1,000 of 4,267”; empty when nothing is.
    public var getting = ""
    /// Why the server can't be reached, in its words or the network's; nil while it can, or nobody has tried.
    public var offline: String?
    /// Whether something in the queue goes on only when the user says how.
    public var needsUser = false
    /// That what was done is still being written down: `⠹ saving`; empty when nothing is late.
    public var saving = ""
    /// What a bottom line says of what was done: that it is being written down, else what is queued.
    public var foot: String { saving.isEmpty ? queue : saving }
    /// The same where there is little room; nil where it can't be said in less.
    var shortFoot: String? { saving.isEmpty && !shortQueue.isEmpty ? shortQueue : nil }

    public init(
        connection: String, queue: String, isGood: Bool, remedy: String = "", isGettingMail: Bool = false,
        offline: String? = nil
    ) {
        self.connection = connection
        self.queue = queue
        self.isGood = isGood
        self.remedy = remedy
        self.isGettingMail = isGettingMail
        self.offline = offline
    }
}
