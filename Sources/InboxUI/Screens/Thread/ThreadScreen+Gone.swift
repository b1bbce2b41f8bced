import TerminalUI

/// A thread of which nothing is left, because it was deleted elsewhere or has become part of another one.
extension ThreadScreen {
    static let goneText = "This thread is no longer here"

    var isGone: Bool { pane.items.isEmpty }

    /// The commands on mail, which a thread that is gone can only answer by saying so.
    private static let onMail: Set<Command> = [
        .reply, .replyAll, .replyList, .forward, .forwardAttached, .bounce, .unsubscribe, .addContact,
        .answerInvitation, .editAsNew,
        .shake, .unread, .star, .addStar, .removeStar, .archive, .archiveNext, .archivePrevious, .trash, .junk, .move,
        .copyTo, .label, .mute, .snooze, .replyLater, .again, .runCommand, .save,
        .readMessage, .unreadMessage, .unreadFromHere, .starMessage, .archiveMessage, .trashMessage, .junkMessage,
        .moveMessage, .copyMessage, .labelMessage, .snoozeMessage,
        .copyLink, .decrypt, .quotes, .html, .hiddenText, .openWith, .search, .nextMatch, .previousMatch,
    ]

    /// - Returns: whether the command was one that only mail could answer.
    func saysGone(_ command: Command) -> Bool {
        guard isGone, Self.onMail.contains(command) else { return false }
        around.say(Self.goneText, kind: .warning)
        return true
    }

    func drawGone(into grid: inout Grid) {
        grid.clear()
        grid.draw(centred: Self.goneText, y: grid.height / 2, .dim)
        let back = around.keyName(of: .back, in: .thread) ?? ""
        grid.draw(centred: "\(back)  back to the list", y: grid.height / 2 + 1, .dim)
    }
}
