import InboxModel

/// What is lost by signing out of an account; each thing is mentioned once.
struct SignOutLoss {
    /// The subjects of messages that have not been sent.
    private var unsent: [String]
    /// The number of other changes that the server does not have.
    private var changes: Int
    /// The number of snoozed threads, which only this client brings back.
    private var asleep: Int
    /// The number of drafts whose text no server has, besides those in the queue.
    private var draftsOnlyHere: Int

    /// - Parameter actions: The account's queue.
    init(_ actions: [Action], asleep: Int, draftsOnlyHere: Int) {
        unsent = actions.filter(\.command.sends).map(\.title)
        // Refused changes are undone already.
        changes = QueuedDeed.all(actions).count { !$0.action.command.sends && $0.action.isUnanswered }
        self.asleep = asleep
        self.draftsOnlyHere = draftsOnlyHere
    }

    /// The sentences, each with a leading blank; empty if nothing is lost.
    var words: String {
        var sentences: [String] = []
        if unsent.count == 1 { sentences.append("\(Wording.title(unsent[0])) is not sent yet, and will be lost.") }
        if unsent.count > 1 {
            let what = Wording.count(unsent.count, "message")
            sentences.append("\(what) are not sent yet, \(Wording.title(unsent[0])) among them, and will be lost.")
        }
        if changes > 0 {
            let what = Wording.count(changes, "change")
            sentences.append("\(what) that the server does not have yet will be lost.")
        }
        if asleep > 0 {
            let what = Wording.count(asleep, "snoozed thread")
            sentences.append("\(what) \(asleep == 1 ? "stays" : "stay") archived there, and won't come back.")
        }
        if draftsOnlyHere > 0 {
            let (some, are) =
                draftsOnlyHere == 1 ? ("A draft", "is") : ("\(Wording.number(draftsOnlyHere)) drafts", "are")
            sentences.append("\(some) \(are) on this machine only, and will be lost.")
        }
        return sentences.map { " " + $0 }.joined()
    }
}
