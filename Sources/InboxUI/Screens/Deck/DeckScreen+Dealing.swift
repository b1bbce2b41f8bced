import InboxKit
import InboxModel

/// Which threads are dealt, and in what order.
extension DeckScreen {
    static func dealt(_ filter: MailPredicate, _ takesRead: Bool) -> MailPredicate {
        takesRead ? filter : filter && .unread
    }

    private var dealt: MailPredicate { Self.dealt(filter, takesRead) }

    /// Whether it is no question which threads are meant.
    var dealsAllOnly: Bool { isForAnswering || isOfChosen }

    /// From now on it starts with the oldest, or with the newest again; also the next time.
    func turnOver() {
        isOldestFirst.toggle()
        isTurning = true
        thrown = nil
        surroundings.keep(isOldestFirst ? "1" : nil, for: Self.orderSetting)
        provider.sort = isOldestFirst ? .oldestFirst : .newestFirst
        surroundings.say(isOldestFirst ? "The oldest first" : "The newest first", kind: .done, undo: false)
    }

    /// From now on read threads are dealt as well, or unread ones only again; also the next time.
    func dealAll() {
        guard !dealsAllOnly else {
            return surroundings.say("All of these are dealt, read or not", kind: .info, undo: false)
        }
        takesRead.toggle()
        isTurning = true
        (thrown, unreadInInbox) = (nil, nil)
        surroundings.keep(takesRead ? "1" : nil, for: Self.readSetting)
        provider.filter = dealt
        surroundings.say(takesRead ? "All threads, read ones too" : "Unread threads only", kind: .done, undo: false)
    }

    /// Asks the server of the card on top, or where there is none all of them.
    func refresh() {
        let owner = card?.account
        let asked = surroundings.session.knownAccounts.filter { owner == nil || $0.id == owner }
        if !surroundings.signsIn(to: asked) { provider.refresh() }
    }

    /// Where the view holds nothing unread, the inbox may.
    func lookElsewhere() {
        let inbox = MailPredicate.mailbox(.role(.inbox))
        guard state.current == nil, filter != inbox else { return }
        let session = surroundings.session
        surroundings.run { [weak self] in
            let count = await Task.detached { (try? session.count(inbox && .unread, messages: false)) ?? 0 }.value
            guard let self, count > 0, self.state.steps.isEmpty, self.card == nil else { return }
            self.unreadInInbox = count
            self.surroundings.setNeedsDraw()
        }
    }

    func dealInbox() {
        unreadInInbox = nil
        place = "Inbox"
        filter = .mailbox(.role(.inbox))
        takesRead = false
        provider.filter = dealt
    }
}
