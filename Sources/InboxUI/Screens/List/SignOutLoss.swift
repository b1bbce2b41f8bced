import InboxModel

/// What is lost with an account that is signed out of: each thing is told once.
struct SignOutLoss {
    /// Messages that have not left, by their subjects.
    private var unsent: [String]
    /// What else the server has not learned.
    private var changes: Int
    /// Snoozed threads: what brings them back is here.
    private var asleep: Int
    /// Drafts that no server has.
    private var encryptedDrafts: Int

    /// - Parameter actions: the queue of the account.
    init(_ actions: [Action], asleep: Int, encryptedDrafts: Int) {
        unsent = actions.filter(\.command.sends).map(\.title)
        // What was refused is taken back already.
        changes = QueuedDeed.all(actions).count { !$0.action.command.sends && $0.action.isUnanswered }
        self.asleep = asleep
        self.encryptedDrafts = encryptedDrafts
    }

    /// With a blank before every sentence; empty where nothing is lost.
    var words: String {
        var sentences: [String] = []
        if unsent.count == 1 { sentences.append("\(Wording.title(unsent[0])) is not sent yet, and lost.") }
        if unsent.count > 1 {
            let what = Wording.count(unsent.count, "message")
            sentences.append("\(what) are not sent yet, \(Wording.title(unsent[0])) among them, and lost.")
        }
        if changes > 0 {
            let what = Wording.count(changes, "change")
            sentences.append("\(what) that the server has not learned yet \(changes == 1 ? "is" : "are") lost.")
        }
        if asleep > 0 {
            let (stay, them) = asleep == 1 ? ("stays", "it") : ("stay", "them")
            let what = Wording.count(asleep, "snoozed thread")
            sentences.append("\(what) \(stay) archived there, and nobody brings \(them) back.")
        }
        if encryptedDrafts > 0 {
            let some = encryptedDrafts == 1 ? "A draft" : "\(Wording.number(encryptedDrafts)) drafts"
            sentences.append(
                "\(some) to be encrypted \(encryptedDrafts == 1 ? "is" : "are") on this machine only, and lost.")
        }
        return sentences.map { " " + $0 }.joined()
    }
}
