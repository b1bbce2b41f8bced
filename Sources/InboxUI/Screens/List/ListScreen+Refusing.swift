import InboxModel
import TerminalUI

/// Reasons not to perform a command at once.
extension ListScreen {
    /// Whether a command has to wait for its rows, or is refused, which the user is told.
    /// - Parameter awaited: What to do once the rows are there, if other than the command alone.
    func holdsBack(_ command: Command, as awaited: Awaited? = nil) -> Bool {
        command.actsOnThreads && refusesUnseen() || keepsWaiting(command, as: awaited ?? .command(command))
            || standsBehind(command) || refusesTargets(of: command)
    }

    /// Whether a command waits for those typed before it: in another order, these would act on other rows.
    private func standsBehind(_ command: Command) -> Bool {
        guard !awaiting.isEmpty, changesRows(command) else { return false }
        awaiting.append(.command(command))
        return true
    }

    private func changesRows(_ command: Command) -> Bool {
        switch command {
        case .sortByDate, .sortBySender, .sortBySubject, .sortBySize, .groupByDay, .conversations: true
        default: false
        }
    }

    /// Refuses a command, with a message, if it would act on other threads than those that the user saw.
    func refusesUnseen() -> Bool {
        if goneMailboxes.haveJustGone() {
            around.sayHere("The mailbox is gone; this is \(title). Nothing was done.", kind: .warning)
            return true
        }
        if above.hasJustMoved {
            above.moved = nil
            around.say("New mail has just arrived. Nothing was done.", kind: .info)
            return true
        }
        // With marked rows the cursor does not matter.
        return selectedCount == 0 && around.refuses(&loss, on: rows.selection)
    }

    /// Notes that an action may remove the selected row.
    func touchSelected() { if let row = rows.selection { loss.touch(row) } }

    /// Whether a command waits for the rows that it is about.
    private func keepsWaiting(_ command: Command, as awaited: Awaited) -> Bool {
        if let loadingSince, isAboutRows(command) {
            // By now the user has had time to look at the old rows, and may mean these.
            if command.actsOnThreads, ContinuousClock.now - loadingSince > .milliseconds(200) {
                around.say("The list is still being read.", kind: .info)
            } else {
                awaiting.append(awaited)
            }
            return true
        }
        if command.actsOnThreads || command == .deck, awaitsSelected(awaited) { return true }
        // A command typed behind one that was dropped was meant for other rows.
        if isAboutRows(command), givesUpJump(), command.actsOnThreads { return true }
        return isAboutRows(command) && (awaitsJump(awaited) || awaitsDeed(awaited))
    }

    /// Refuses a command, with a message, if it is impossible on the selected rows.
    func refusesTargets(of command: Command) -> Bool {
        if command.actsOnThreads, refusesTaken() { return true }
        if rows.rows.isEmpty, command.actsOnThreads || [.open, .select, .range].contains(command) {
            around.say("There is no \(noun) here.", kind: .info)
            return true
        }
        let discards = command == .trash || command == .again && around.lastAct?.command == .trash
        return command.actsOnThreads && !discards && refusesDrafts()
    }

    /// Refuses a command, with a message, if it is about drafts: their rows show them, but the command would act on the mail that
    /// they may answer. Of a selection that has other mail, too, the drafts are taken out, so that the command can be given again.
    private func refusesDrafts() -> Bool {
        let drafts = targetEntries.filter { $0.thread.messageCount == 0 }
        guard !drafts.isEmpty else { return false }
        let selected = selectedCount
        let keys = [Command.open, .trash].map { around.keyName(of: $0, in: .list) ?? "" }
        if selected > drafts.count {
            leaveOut(Set(drafts.map(\.id)))
            let which = drafts.count == 1 ? "is a draft" : "are drafts"
            around.say(
                "\(Wording.number(drafts.count)) of \(Wording.number(selected)) selected \(which), and no longer selected. "
                    + "Nothing was done; the same key acts on the rest.", kind: .info)
        } else if drafts.count > 1 {
            around.say("These are drafts: \(keys[1]) discards them.", kind: .info)
        } else {
            around.say("This is a draft: \(keys[0]) edits it, \(keys[1]) discards it.", kind: .info)
        }
        return true
    }

    /// Refuses an action, with a message, on rows that an earlier action may remove, as the user may then not mean them.
    func refusesTaken() -> Bool {
        guard isActing, mayGo(targetEntries) else { return false }
        around.say("The last change is not shown yet. Nothing was done.", kind: .info)
        return true
    }

    /// Whether a command is about the rows that the user expects to see, and so waits for them.
    private func isAboutRows(_ command: Command) -> Bool {
        switch command {
        case .down, .up, .top, .bottom, .pageDown, .pageUp, .pageOn, .halfDown, .halfUp, .open, .select, .range,
            .nextMatch, .previousMatch:
            true
        default: command.actsOnThreads
        }
    }
}

extension Command {
    /// Whether it acts on the selected mail of a list, or answers it.
    var actsOnThreads: Bool {
        switch self {
        case .shake, .unread, .star, .addStar, .removeStar, .archive, .archiveNext, .archivePrevious, .trash, .junk,
            .move, .copyTo, .again, .label, .mute, .snooze, .pipe, .runCommand, .replyLater, .reply, .replyAll,
            .replyList, .forward, .addContact, .bounce, .unsubscribe, .moreFromSender, .moreFromList,
            .copyLink:
            true
        default: false
        }
    }
}
