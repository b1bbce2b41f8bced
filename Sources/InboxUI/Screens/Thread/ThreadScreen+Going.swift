import InboxKit
import InboxModel
import TerminalUI

/// Moving through the thread, to another thread, and back.
extension ThreadScreen {
    func move(_ command: Command) -> Bool {
        switch command {
        case .down: pane.step(1)
        case .up: pane.step(-1)
        case .top: pane.goToTop()
        case .bottom: pane.goToEnd()
        case .pageDown: pane.scroll(pages: 1)
        case .pageUp: pane.scroll(pages: -1)
        case .halfDown: pane.scroll(pages: 0.5)
        case .halfUp: pane.scroll(pages: -0.5)
        case .pageOn: pageOn()
        case .nextLink: goToLink(1)
        case .previousLink: goToLink(-1)
        case .nextThread:
            isGoingBack = false
            goOn(to: order?.thread(after: thread), otherwise: "This is the last thread in the list")
        case .previousThread:
            isGoingBack = true
            goOn(to: order?.thread(before: thread), otherwise: "This is the first thread in the list")
        case .goToParent: goToParent()
        case .goToReply: goToReply()
        case .open: openCurrent()
        case .fold: pane.toggleFold()
        case .back: back()
        case .moreFromSender:
            if let query = around.senderQuery(of: thread, at: pane.current) { inList { $0.look(for: query) } }
        case .moreFromList:
            around.findListQuery(of: thread, for: self) { [weak self] query in
                self?.inList { $0.look(for: query) }
            }
        case _ where Command.going.contains(command):
            inList { if !$0.leadsNowhere(command) { _ = $0.perform(command) } }
        case .goTo: askWhereToGo()
        default: return false
        }
        around.setNeedsDraw()
        return true
    }

    /// Leaves for the list that opened this thread, and shows something there.
    func inList(_ show: (ListScreen) -> Void) {
        guard let list = listToShowIn else { return }
        leave(to: nil)
        show(list)
    }

    /// Asks for a mailbox to go to; the thread stays until one is chosen.
    private func askWhereToGo() {
        listToShowIn?.askWhereToGo { [weak self] in self?.leave(to: nil) }
    }

    private var listToShowIn: ListScreen? {
        if let list = order as? ListScreen { return list }
        around.say("Go back to the list for that", kind: .info)
        return nil
    }

    /// Opens a draft for writing; anything else is opened, followed or folded.
    private func openCurrent() {
        if let message = pane.currentMessage, message.isDraft, pane.focus == nil { return open(.draft(message.id)) }
        openFocus()
    }

    func back() {
        if let saving, saving.isRunning { return saving.stop() }
        if isFinding { return endFinding() }
        leave(to: nil)
    }

    private func pageOn() {
        if !pane.isAtEnd {
            pane.scroll(pages: 1)
        } else if !pane.goToUnshown(), let next = nextUnread() {
            leave(to: next)
        }
    }

    private func goOn(to next: ThreadID?, otherwise hint: String) {
        guard let next else {
            return around.say(order == nil ? "This thread was not opened from a list" : hint, kind: .info)
        }
        leave(to: next)
    }

    /// Leaves the thread, to another one or back to where it was opened.
    func leave(to next: ThreadID?) {
        markShown()
        if next != nil { noteSeen() }
        if let sight = pane.sight { around.threadSights[thread] = sight }
        saving?.stop()
        saving = nil
        question = nil
        order?.takeBack(pane)
        guard let next else { return around.close(self) }
        order?.follow(next)
        keepsUnread = false
        keptUnread = []
        (readAt, rested) = ([:], [])
        let isByReplies = pane.messages.isByReplies
        pane = order?.takePane(of: next) ?? Self.makePane(next, order, around)
        // An order that a key has just set may not be stored yet.
        pane.order(byReplies: isByReplies)
        around.setNeedsDraw()
    }

    /// Returns the next unread thread below in the list; searches a few hundred rows.
    func nextUnread() -> ThreadID? {
        var id = order?.thread(after: thread)
        for _ in 0..<300 {
            guard let candidate = id else { return nil }
            if let found = try? around.session.thread(candidate), found.isUnread { return candidate }
            id = order?.thread(after: candidate)
        }
        return nil
    }

    func openDeck() {
        var filter = MailPredicate.mailbox(.role(.inbox))
        if let account = pane.items.first?.account { filter = .account(account) && filter }
        around.push(DeckScreen(filter: filter, title: Wording.name(of: .inbox), around: around))
    }
}
