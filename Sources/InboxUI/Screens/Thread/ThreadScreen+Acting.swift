import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Acting on the thread, and what is shown next.
extension ThreadScreen {
    func shake() {
        let next = afterShake
        deal(.shake)
        keepsUnread = true
        leave(to: next)
    }

    private var afterShake: ThreadID? { around.settings.afterAction == .list ? nil : nextUnread() }

    /// Runs a user-defined series on the thread as one deed, then goes on as its commands do.
    func act(series name: String) {
        guard let entry = heading?.entry, let series = around.order(of: name, on: [entry]) else { return }
        let command = series.leading
        let next = command == .shake ? afterShake : command.takesAway ? afterAction : nil
        if command.takesAway { markBefore() }
        order?.letGo(thread, by: command)
        around.act(series)
        guard command.takesAway || command == .shake || command == .unread else { return }
        keepsUnread = true
        leave(to: next)
    }

    func deal(_ command: Action.Command, target: MailboxID? = nil) {
        around.lastAct = LastAct(command, target: target, of: heading?.account)
        order?.letGo(thread, by: command)
        around.act(command, on: [thread], target: target)
    }

    func snooze() {
        guard let thread = heading else { return }
        around.askUntilWhen([thread]) { [weak self] date in self?.snooze(thread.id, until: date) }
    }

    /// Snoozes the thread and leaves it, or wakes it: then it stays open.
    func snooze(_ thread: ThreadID, until date: Date?) {
        // A repeated time may be past by now.
        guard !around.refusesPast(date) else { return }
        around.lastAct = LastAct(date == nil ? .wake : .snooze, date: date)
        let isShown = self.thread == thread && date != nil
        let next = isShown ? afterAction : nil
        if isShown { markBefore() }
        order?.letGo(thread, by: date == nil ? .wake : .snooze)
        around.snooze(.threads([thread]), until: date)
        if isShown { leave(to: next) }
    }

    func actAndLeave(_ command: Action.Command, target: MailboxID? = nil) {
        actAndLeave(command, target: target, to: afterAction)
    }

    func actAndLeave(_ command: Action.Command, target: MailboxID? = nil, to next: ThreadID?) {
        markBefore()
        deal(command, target: target)
        leave(to: next)
    }

    /// Archives the thread that was answered; another one may be shown by now.
    func archiveAnswered(_ answered: ThreadID) {
        let isShown = thread == answered
        let next = isShown ? afterAction : nil
        if isShown { markBefore() }
        order?.letGo(answered, by: .archive)
        around.act(.archive, on: [answered], target: nil)
        if isShown { leave(to: next) }
    }

    /// Marks what was read before the thread is acted on, so that undo takes back the deed first.
    private func markBefore() {
        markShown()
        keepsUnread = true
    }

    /// Does to this thread what was done last, here or in the list.
    func again() {
        guard let last = around.lastAct else {
            return around.say("Nothing was done yet.", kind: .info)
        }
        if last.isOnMessages { againOnMessage(last) } else { again(last) }
    }

    func again(_ last: LastAct) {
        if let series = last.series { return act(series: series) }
        guard last.isMeant(for: heading.map { [$0] } ?? []) else {
            return last.isLabelling ? chooseLabel() : pickMailbox(toCopy: last.command == .copy)
        }
        let target = heading.flatMap { last.targets[$0.account] } ?? last.target
        switch last.command {
        case .shake: shake()
        case .archive, .trash, .junk, .notJunk, .move: actAndLeave(last.command, target: target)
        case .snooze, .wake: snooze(thread, until: last.date)
        case .mark, .unmark:
            if let tag = last.tag { around.tag(.threads([thread]), last.command, tag, in: last.tagged) }
        default: deal(last.command, target: target)
        }
    }

    func chooseLabel() {
        if let thread = heading { around.chooseLabel(for: [thread]) {} }
    }

    /// The thread to show after a deed; nil for the list.
    var afterAction: ThreadID? {
        switch around.settings.afterAction {
        case .next: order?.thread(after: thread)
        case .previous: order?.thread(before: thread)
        case .list: nil
        }
    }

    /// Asks for a mailbox to move or copy the thread to. A copy leaves the thread where it is, and open.
    func pickMailbox(toCopy: Bool = false) {
        guard let account = pane.items.first?.account else { return }
        let thread = thread
        let places = heading.map { [$0.mailboxes] } ?? []
        let command: Action.Command = toCopy ? .copy : .move
        around.pickMailbox(for: [account], in: places, toCopy: toCopy) { [weak self, around] mailbox in
            // A mailbox that is created first arrives late: the thread is moved, whatever is in front by then.
            guard let self, self.thread == thread, !toCopy, around.isInFront(self) else {
                around.lastAct = LastAct(command, target: mailbox, of: account)
                return around.act(command, on: [thread], target: mailbox)
            }
            self.actAndLeave(.move, target: mailbox)
        }
    }
}
