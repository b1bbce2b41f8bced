import InboxKit
import InboxModel

/// Which threads the deck deals, and in what order.
extension DeckScreen {
    static func dealt(_ filter: MailPredicate, _ takesRead: Bool) -> MailPredicate {
        takesRead ? filter : filter && .unread
    }

    private var dealt: MailPredicate { Self.dealt(filter, takesRead) }

    /// Whether the deck always deals all its threads, read or not.
    var dealsAllOnly: Bool { isForAnswering || isOfChosen }

    /// Toggles whether the deck begins with the oldest thread; the choice is remembered.
    func turnOver() {
        isOldestFirst.toggle()
        isTurning = true
        thrown = nil
        around.keep(isOldestFirst ? "1" : nil, for: Self.orderSetting)
        provider.sort = isOldestFirst ? .oldestFirst : .newestFirst
        around.sayHere(isOldestFirst ? "Oldest first" : "Newest first", kind: .done)
    }

    /// Toggles whether read threads are dealt as well; the choice is remembered.
    func dealAll() {
        guard !dealsAllOnly else {
            return around.say("All of these are dealt, read or not", kind: .info)
        }
        takesRead.toggle()
        isTurning = true
        (thrown, unreadInInbox) = (nil, nil)
        around.keep(takesRead ? "1" : nil, for: Self.readSetting)
        provider.filter = dealt
        around.sayHere(takesRead ? "All threads, read ones too" : "Unread threads only", kind: .done)
    }

    /// Refreshes the account of the top card, or all accounts if there is no card.
    func refresh() {
        let owner = card?.account
        let asked = around.session.knownAccounts.filter { owner == nil || $0.id == owner }
        guard !around.signsIn(to: asked) else { return }
        isRefreshing = true
        provider.refresh(failingFor: owner)
    }

    /// Looks for unread threads in the inbox if the view has none.
    func lookElsewhere() {
        let inbox = MailPredicate.mailbox(.role(.inbox))
        guard state.current == nil, filter != inbox else { return }
        let session = around.session
        around.run { [weak self] in
            let count = await Task.detached { (try? session.count(inbox && .unread)) ?? 0 }.value
            guard let self, count > 0, self.state.steps.isEmpty, self.card == nil else { return }
            self.unreadInInbox = count
            self.around.setNeedsDraw()
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
