import InboxModel
import TerminalUI

/// What keeps a command from being done as it is given.
extension ListScreen {
    /// Whether a command has to wait for its rows or is refused, which is said.
    /// - Parameter awaited: what is done once they are there, where that is not the command alone.
    func holdsBack(_ command: Command, as awaited: Awaited? = nil) -> Bool {
        actsOnThreads(command) && refusesUnseen() || keepsWaiting(command, as: awaited ?? .command(command))
            || refusesTargets(of: command)
    }

    /// Refuses, and says why, what would act on other threads than those that the user saw.
    func refusesUnseen() -> Bool {
        if hasJustGone {
            around.say("The mailbox is gone; this is \(title). Nothing was done.", kind: .warning, undo: false)
            return true
        }
        if above.hasJustMoved {
            above.moved = nil
            around.say("New mail has just come on top. Nothing was done.", kind: .info, undo: false)
            return true
        }
        // What is marked is acted on, wherever the cursor stands.
        if selectedCount == 0, loss.isFresh(rows.selection) {
            loss.forget()
            around.say("What was selected has just gone from here. Nothing was done.", kind: .info, undo: false)
            return true
        }
        return false
    }

    /// The selected row may go by what is done now.
    func touchSelected() { if let row = rows.selection { loss.touch(row) } }

    /// Whether a command waits for the rows that it is about.
    private func keepsWaiting(_ command: Command, as awaited: Awaited) -> Bool {
        if let loadingSince, isAboutRows(command) {
            // Who has had time to look at the rows that are still here means these.
            if actsOnThreads(command), ContinuousClock.now - loadingSince > .milliseconds(200) {
                around.say("The list is still being read.", kind: .info, undo: false)
            } else {
                awaiting.append(awaited)
            }
            return true
        }
        if actsOnThreads(command) || command == .deck, awaitsSelected(awaited) { return true }
        // What comes behind what was not done was meant for other rows.
        if isAboutRows(command), givesUpJump(), actsOnThreads(command) { return true }
        return isAboutRows(command) && (awaitsJump(awaited) || awaitsDeed(awaited))
    }

    /// Refuses, and says why, what cannot be done to what is chosen.
    func refusesTargets(of command: Command) -> Bool {
        if actsOnThreads(command), refusesTaken() { return true }
        if rows.rows.isEmpty, actsOnThreads(command) {
            around.say("There is no \(noun) here.", kind: .info, undo: false)
            return true
        }
        // What stands in its row is not what would be acted on: mail that it may answer.
        if actsOnThreads(command), command != .trash, targetThreads.contains(where: { $0.messageCount == 0 }) {
            let keys = [Command.open, .trash].map { around.keyName(of: $0, in: .list) ?? "" }
            around.say("This is a draft: \(keys[0]) writes on it, \(keys[1]) discards it.", kind: .done, undo: false)
            return true
        }
        return false
    }

    /// Refuses, and says why, what would be done to rows that may go by what was done before, and is not what is meant then.
    func refusesTaken() -> Bool {
        guard isActing, mayGo(targetEntries) else { return false }
        around.say("What was done before is not shown yet. Nothing was done.", kind: .info, undo: false)
        return true
    }

    /// Whether a command means the rows that the user expects to see, so that it waits until they are there.
    private func isAboutRows(_ command: Command) -> Bool {
        switch command {
        case .down, .up, .top, .bottom, .pageDown, .pageUp, .pageOn, .halfDown, .halfUp, .open, .select, .range: true
        default: actsOnThreads(command)
        }
    }

    func actsOnThreads(_ command: Command) -> Bool {
        switch command {
        case .addStar, .removeStar, .archiveNext, .archivePrevious: true
        case .shake, .unread, .star, .archive, .trash, .junk, .move, .copyTo, .again, .label, .mute, .snooze, .pipe,
            .runCommand,
            .replyLater:
            true
        case .reply, .replyAll, .replyList, .forward, .addContact, .bounce, .unsubscribe,
            .moreFromSender, .moreFromList:
            true
        default: false
        }
    }
}
