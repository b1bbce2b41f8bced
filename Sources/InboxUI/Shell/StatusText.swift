/// The state of an account in a few words, for top lines.
struct StatusText: Hashable, Sendable {
    /// `● live`, `○ polling`, `○ offline`, `⠹ syncing 41,200 of 60,000`, `! sign in again`.
    var connection: String
    /// `⟲ 2 queued`, `! 1 refused`; empty when there is neither.
    var queue: String
    /// The same where there is little room: `! 2`.
    var shortQueue = ""
    var isGood: Bool
    /// What the refresh key does about a problem, in two words: “sign in”, “try now”; empty when there is no problem.
    var remedy: String
    /// Whether mail is still being fetched: an empty list may fill.
    var isGettingMail: Bool
    /// How much of the server's mail is here while it is fetched: “getting mail 1,000 of 4,267”; empty when none is fetched.
    var getting = ""
    /// Why the server can't be reached, in its words or the network's; nil while it can, or before the first try.
    var offline: String?
    /// Whether something in the queue waits for a decision of the user.
    var needsUser = false
    /// The sign that deeds are still being saved: `⠹ saving`; empty when nothing is late.
    var saving = ""
    /// Whether nothing of the account can be changed, as in a feed.
    var isReadOnly = false
    /// Whether mail can be given labels or tags.
    var takesLabels = true
    /// Whether mail can be sent from some account.
    var sends = true
    /// The text for a bottom line: that deeds are being saved, else what is queued.
    var foot: String { saving.isEmpty ? queue : saving }
    /// The short form of `foot`; nil where there is none.
    var shortFoot: String? { saving.isEmpty && !shortQueue.isEmpty ? shortQueue : nil }

    init(
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

    private static let changing: Set<Command> = [
        .shake, .archive, .trash, .star, .move, .snooze, .label, .unread, .select, .deck, .undo,
    ]
    private static let sending: Set<Command> = [.reply, .replyAll, .forward, .compose]

    /// Returns the commands of a bottom line without those that the account refuses in any case.
    func possible(_ commands: [Command]) -> [Command] {
        commands.filter {
            guard isReadOnly else { return takesLabels || $0 != .label }
            return !Self.changing.contains($0) && (sends || !Self.sending.contains($0))
        }
    }
}
