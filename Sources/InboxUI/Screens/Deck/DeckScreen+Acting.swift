import Foundation
import InboxKit
import InboxModel

/// Actions on the top card, and what becomes of the card.
extension DeckScreen {
    /// Marks the card as read; a card that is read already is only passed.
    func shake() {
        guard let card, !card.isUnread else { return act(.shake) }
        guard let passed = state.pass() else { return }
        note(passed)
        throwCard(toLeft: false)
    }

    /// Performs the action of a user-defined key. A card that is moved away makes room for the next one.
    func perform(_ deed: LastAct, on card: ThreadID) {
        guard deed.command != .move else { return act(.move, target: deed.target) }
        guard deed.command != .snooze else { return snooze(card, until: deed.date) }
        state.mark()
        if let tag = deed.tag {
            around.tag(.threads([card]), deed.command, tag, in: deed.tagged)
        } else {
            around.act(deed.command, on: [card], target: deed.target)
        }
    }

    /// Performs a user-defined series on the card as one action, and goes on to the next card as its commands do.
    func act(series name: String, on card: MailThread) {
        guard let entry = card.entry, let order = around.order(of: name, on: [entry]) else { return }
        switch order.leading {
        case .shake, .replyLater: break
        case .unread:
            around.act(order)
            if state.keep(isActed: true) != nil { throwCard(toLeft: true) }
            return
        case let command where command.takesAway: break
        default:
            state.mark()
            return around.act(order)
        }
        if state.act(order.leading) != nil { throwCard(toLeft: false) }
        around.act(order) { [weak self] in self?.bringBack(card.id, order.leading, $0) }
    }

    func act(_ command: Action.Command, target: MailboxID? = nil) {
        guard let id = state.act(command) else {
            return sayNoCard(to: Wording.infinitive(command))
        }
        throwCard(toLeft: false)
        around.act(command, on: [id], target: target) { [weak self] in self?.bringBack(id, command, $0) }
    }

    /// Puts a card back on top whose action failed or changed nothing, since it is still unread. One that was to be marked as read, and was
    /// so already, is done with.
    private func bringBack(_ id: ThreadID, _ command: Action.Command, _ reason: NotDone) {
        if command == .shake, reason == .needless { return }
        thrown = nil
        state.refuse(id)
        around.setNeedsDraw()
    }

    /// Leaves unread what was unread when the card came, and moves on to the next card. What was read stays read.
    func leaveUnread() {
        guard let card else { return sayNoCard(to: "leave unread") }
        let seen = opened?.thread == card.id ? opened?.unread ?? [] : []
        guard card.isUnread || !seen.isEmpty else {
            return around.say("Nothing of this card is unread", kind: .info)
        }
        if seen.isEmpty {
            around.say("\(Wording.title(card.subject)) stays unread", kind: .done)
        } else {
            around.act(.unread, onMessages: seen, target: nil)
        }
        guard let kept = state.keep(isActed: !seen.isEmpty) else { return }
        if seen.isEmpty { note(kept) }
        throwCard(toLeft: true)
    }

    func keep() {
        if let kept = state.keep() {
            note(kept)
            return throwCard(toLeft: true)
        }
        if state.startOver() { thrown = nil }
    }

    /// Notes that a card was kept or passed, so that undo brings it back in its turn.
    private func note(_ card: ThreadID) {
        around.noteStep(of: self) { [weak self] in
            guard let self, state.takeBack(card) else { return false }
            thrown = nil
            if !around.isInFront(self) {
                let title = (self.card?.subject).map { Wording.title($0) } ?? "The card"
                around.say("\(title) is on top of the deck again", kind: .done)
            }
            return true
        }
    }

    func undo() {
        thrown = nil
        around.undo()
    }

    /// Goes back to the card that was kept last.
    func goBack() {
        thrown = nil
        guard !state.goBack() else { return }
        let undo = around.keyName(of: .undo, in: .deck).map { "; \($0) undoes what was done" } ?? ""
        around.say("No card was kept for later\(undo)", kind: .info)
    }

    /// Says that there is no card for a key that acts on one.
    func sayNoCard(to deed: String) { around.say("No \(kind) to \(deed)", kind: .info) }

    func pickMailbox() {
        guard let card else { return sayNoCard(to: Wording.infinitive(.move)) }
        around.pickMailbox(for: [card.account], in: [card.mailboxes]) { [weak self, around] mailbox in
            // Another card may be on top by now, or the deck gone; the action is for the card that was asked about.
            guard let self, self.state.current == card.id else {
                return around.act(.move, on: [card.id], target: mailbox)
            }
            self.act(.move, target: mailbox)
        }
    }

    func snooze() {
        guard let card else { return sayNoCard(to: Wording.infinitive(.snooze)) }
        around.askUntilWhen([card]) { [weak self, around] date in
            guard let self else { return around.snooze(.threads([card.id]), until: date) }
            self.snooze(card.id, until: date)
        }
    }

    private func snooze(_ card: ThreadID, until date: Date?) {
        // Another card may be on top by now; the action is for the card that was asked about.
        guard date != nil, state.current == card, state.act(.snooze) != nil else {
            return around.snooze(.threads([card]), until: date)
        }
        throwCard(toLeft: false)
        around.snooze(.threads([card]), until: date) { [weak self] in self?.bringBack(card, .snooze, $0) }
    }

    private func throwCard(toLeft: Bool) {
        guard let picture else { return }
        thrown = ThrownCard(picture: picture, begin: .now, toLeft: toLeft)
        self.picture = nil
    }
}
