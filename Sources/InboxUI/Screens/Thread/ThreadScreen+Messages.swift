import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Acting on one message of the thread, the current one, and on those from it on.
extension ThreadScreen {
    func actOnMessage(_ command: Command) -> Bool {
        switch command {
        case .readMessage: onMessage { deal(.shake, $0) }
        case .unreadMessage: onMessage { keepUnread([$0]) }
        case .unreadFromHere: keepUnreadFromHere()
        case .starMessage: onMessage { deal($0.isStarred ? .unstar : .star, $0) }
        case .archiveMessage: onMessage { deal(.archive, $0) }
        case .trashMessage: trashMessage()
        case .junkMessage: onMessage { deal(around.junk([MailThread(alone: $0)].compactMap { $0 }), $0) }
        case .moveMessage: onMessage { pickMailbox(for: $0) }
        case .copyMessage: onMessage { pickMailbox(for: $0, toCopy: true) }
        case .labelMessage: onMessage { chooseLabel(for: $0) }
        case .snoozeMessage: onMessage { snooze($0) }
        default: return false
        }
        around.setNeedsDraw()
        return true
    }

    /// Does to this message what was last done to a single message.
    func againOnMessage(_ last: LastAct) {
        onMessage { message in
            if let series = last.series { return act(series: series, on: message) }
            guard last.isMeant(for: heading.map { [$0] } ?? []) else {
                return last.isLabelling
                    ? chooseLabel(for: message) : pickMailbox(for: message, toCopy: last.command == .copy)
            }
            switch last.command {
            case .snooze, .wake: snooze(message, until: last.date)
            case .mark, .unmark:
                guard let tag = last.tag else { return }
                around.tag(.messages([message.id]), last.command, tag, in: last.tagged)
            case .unread: keepUnread([message])
            default: deal(last.command, message, target: last.target)
            }
        }
    }

    // MARK: Which

    /// Acts on the current message. A line that stands for several messages is none of them, and a draft is not mail yet.
    private func onMessage(_ act: (Message) -> Void) {
        guard !refusesUnseen(), let message = pane.currentMessage else { return }
        if let count = pane.hiddenCount {
            let key = around.keyName(of: .open, in: .thread) ?? ""
            return around.say(
                "This line stands for \(Wording.number(count)) messages; \(key) shows them", kind: .info)
        }
        if !refusesDraft(message) { act(message) }
    }

    /// Refuses a draft, with a message.
    func refusesDraft(_ message: Message) -> Bool {
        guard message.isDraft else { return false }
        let keys = [Command.open, .trashMessage].map { around.keyName(of: $0, in: .thread) ?? "" }
        around.say("This is a draft: \(keys[0]) edits it, \(keys[1]) discards it", kind: .info)
        return true
    }

    /// Refuses a key that was meant for a message which has just been taken away, and says so.
    private func refusesUnseen() -> Bool {
        guard pane.loss.isFresh(pane.current.map { .message($0) }) else { return false }
        pane.loss.forget()
        around.say("The message has just gone. Nothing was done.", kind: .info)
        return true
    }

    /// Whether the thread has no other message, apart from drafts.
    private func isAlone(_ message: Message) -> Bool {
        !pane.items.contains { $0.id != message.id && !$0.isDraft }
    }

    // MARK: Acting

    private func deal(_ command: Action.Command, _ message: Message, target: MailboxID? = nil) {
        around.lastAct = LastAct(command, target: target, of: message.account, onMessages: true)
        if command == .shake { keptUnread.remove(message.id) }
        goAway(from: message, command) { around.act(command, onMessages: [message.id], target: target) }
    }

    private func act(series name: String, on message: Message) {
        guard let entry = message.entry, let series = around.order(of: name, on: [entry]) else { return }
        if series.commands.contains(.unread) { keptUnread.insert(message.id) }
        if series.commands.contains(.shake) { keptUnread.remove(message.id) }
        goAway(from: message, series.leading) { around.act(series) }
    }

    /// Acts on a message. If that takes the message away, goes to the next row, or out of the thread where no other message is
    /// left.
    private func goAway(from message: Message, _ command: Action.Command, _ act: () -> Void) {
        let leaves = command.takesAway
        let isAlone = leaves && isAlone(message)
        let next = isAlone ? afterAction : nil
        // Undo takes back the deed first, and then that the message was read.
        if leaves { markShown() }
        if isAlone { keepsUnread = true }
        order?.letGo(thread)
        act()
        if isAlone { leave(to: next) } else if leaves { pane.goToNextRow() }
    }

    private func trashMessage() {
        if refusesUnseen() { return }
        guard let message = pane.currentMessage, message.isDraft, pane.hiddenCount == nil else {
            return onMessage { deal(.trash, $0) }
        }
        pane.loss.touch(.message(message.id))
        around.discard(message.id)
    }

    private func pickMailbox(for message: Message, toCopy: Bool = false) {
        let title = toCopy ? "Copy this message to" : "Move this message to"
        around.pickMailbox(
            for: [message.account], in: [message.mailboxes], toCopy: toCopy, title: title
        ) { [weak self, around] mailbox in
            let command: Action.Command = toCopy ? .copy : .move
            guard let self, thread == message.thread, around.isInFront(self) else {
                around.lastAct = LastAct(command, target: mailbox, of: message.account, onMessages: true)
                return around.act(command, onMessages: [message.id], target: mailbox)
            }
            deal(command, message, target: mailbox)
        }
    }

    private func chooseLabel(for message: Message) {
        guard let alone = MailThread(alone: message) else { return }
        around.chooseLabel(for: [alone], .messages([message.id])) {}
    }

    private func snooze(_ message: Message) {
        guard let alone = MailThread(alone: message) else { return }
        around.askUntilWhen([alone], .messages([message.id])) { [weak self] in self?.snooze(message, until: $0) }
    }

    private func snooze(_ message: Message, until date: Date?) {
        guard !around.refusesPast(date) else { return }
        let command = date == nil ? Action.Command.wake : .snooze
        around.lastAct = LastAct(command, date: date, onMessages: true)
        goAway(from: message, command) { around.snooze(.messages([message.id]), until: date) }
    }

    // MARK: Unread

    /// Marks messages as unread, and keeps them so while they are visible.
    private func keepUnread(_ messages: [Message]) {
        keptUnread.formUnion(messages.map(\.id))
        around.lastAct = LastAct(.unread, of: messages.first?.account, onMessages: true)
        let read = messages.filter { !$0.isUnread }
        guard !read.isEmpty else {
            let words = messages.count == 1 ? "This message stays unread" : "These messages stay unread"
            return around.say(words, kind: .done)
        }
        order?.letGo(thread)
        around.act(.unread, onMessages: read.map(\.id), target: nil)
    }

    /// Marks this message and all after it as unread; what was read before them stays read. The user's own answers need no reading.
    private func keepUnreadFromHere() {
        guard !refusesUnseen(), let here = pane.items.firstIndex(where: { $0.id == pane.current }) else { return }
        let isOwn = pane.isOwn
        let later = pane.items[here...].filter { !$0.isDraft && ($0.id == pane.current || !isOwn($0)) }
        guard !later.isEmpty else { return onMessage { _ in } }
        keptUnread.formUnion(later.map(\.id))
        markShown()
        keepsUnread = true
        keepUnread(later)
        leave(to: nil)
    }
}

extension Action.Command {
    /// Whether it moves a message to another place.
    var takesAway: Bool { [.archive, .trash, .junk, .notJunk, .move, .snooze].contains(self) }
}

extension ThreadPane {
    /// How many messages the current line stands for; nil where it is a single one.
    fileprivate var hiddenCount: Int? {
        guard let row = current.flatMap({ row(of: $0) }), case .run(let ids) = rows[row] else { return nil }
        return ids.count
    }

    /// Goes to the row below, if there is one.
    fileprivate func goToNextRow() {
        if let row = current.flatMap({ row(of: $0) }), row + 1 < rows.count { step(1) }
    }
}
