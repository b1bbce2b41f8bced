import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// A thread: all its messages, with what can be done to them.
@UI
final class ThreadScreen: Screen {
    let keyContext = KeyContext.thread

    let around: any Surroundings
    let order: (any ThreadOrder)?
    var pane: ThreadPane
    /// The question before a link is opened.
    var question: LinkQuestion?
    var saving: FileSaving?
    /// The words searched in the thread; empty for none.
    var wanted = ""
    /// The number of searches that went on beside the screen.
    var searches = 0
    var detector = ShakeDetector()
    /// Where the mouse was last pressed.
    var pressed: Point?
    /// The direction in which the user last went to another thread, in which the next one is prepared.
    var isGoingBack = false
    /// The columns and symbols of the last frame.
    var lastFrame: (columns: Int, glyphs: Glyphs)?
    private var hasAppeared = false
    /// Whether the user marked it as unread: leaving marks nothing as read then.
    var keepsUnread = false
    /// The messages that the user marked as unread one by one.
    var keptUnread: Set<MessageID> = []
    /// When visible unread messages will have been so for long enough, and the messages that were.
    var readAt: [MessageID: ContinuousClock.Instant] = [:]
    var rested: Set<MessageID> = []

    /// - Parameter order: the list that opened the thread, for going to its neighbours.
    init(thread: ThreadID, order: (any ThreadOrder)? = nil, around: any Surroundings) {
        self.order = order
        self.around = around
        pane = order?.takePane(of: thread) ?? Self.makePane(thread, order, around)
    }

    var thread: ThreadID { pane.thread }
    /// The thread as a whole; nil when it is gone.
    var heading: MailThread? { pane.heading?.thread }
    var takesText: Bool { question != nil }

    static func makePane(
        _ thread: ThreadID, _ order: (any ThreadOrder)?, _ around: any Surroundings
    ) -> ThreadPane {
        let pane = ThreadPane(
            thread: thread, session: around.session, search: order?.lookedFor, clock: around.clock,
            own: { [weak around] in around?.ownAddresses ?? [] },
            servers: around.settings.authenticationServers, explain: { Wording.sentence($0) },
            changed: { [weak around] in around?.setNeedsDraw() })
        pane.followSettings(of: around)
        pane.outgoing = { [weak around] in around?.outgoing ?? OutgoingMail() }
        pane.widest = { [weak around] in (around?.settings ?? Settings()).textWidth }
        pane.keyName = { [weak around] in around?.keyName(of: $0, in: .thread) }
        pane.selectionLost = { [weak around] in
            around?.say("The selected lines have moved. Select them again.", kind: .warning)
        }
        pane.order(byReplies: isByReplies(around))
        pane.heading = ThreadHeading(thread, session: around.session) { [weak around] in
            around?.setNeedsDraw()
        }
        pane.mailboxes = ThreadMailboxes((try? around.session.mailboxes()) ?? [])
        pane.markNew(since: around.session.newestSeen(in: thread))
        if let sight = around.threadSights[thread] { pane.restore(sight) }
        return pane
    }

    /// Takes the mailboxes' names again: another screen may have changed them.
    func appear() {
        // Time under another screen does not count as reading.
        readAt = [:]
        if hasAppeared { pane.mailboxes = ThreadMailboxes((try? around.session.mailboxes()) ?? []) }
        hasAppeared = true
    }

    func disappear() { noteSeen() }

    /// Prepares the thread that the next key opens.
    func prepare() -> Bool {
        if let lastFrame { order?.prepareExpected(columns: lastFrame.columns, glyphs: lastFrame.glyphs) }
        return false
    }

    /// Stores that all messages so far were seen, unless that is stored: what comes later is marked when the thread is opened again.
    func noteSeen() {
        guard let newest = pane.items.filter({ !$0.isDraft }).map(\.receivedAt).max(),
            newest != pane.newMessages.newestSeen
        else {
            return
        }
        let (session, thread) = (around.session, thread)
        around.run { await session.noteSeen(thread, newest: newest) }
    }

    // MARK: Commands

    var shownThing: AnyHashable? { thread }
    var threadsToActOn: [ThreadID] { [thread] }
    var accountsToActIn: Set<AccountID> { Set([heading?.account].compactMap(\.self)) }

    func perform(_ command: Command) -> Bool {
        if question != nil {
            if command == .open { answerByEnter() } else { answer(false) }
            if command == .open || command == .back { return true }
        }
        if saysGone(command) { return true }
        return select(command) || move(command) || write(command) || act(command) || actOnMessage(command)
            || look(command) || read(command)
    }

    /// Returns what a command means here. On a file, the outbox's key opens it, as it does where files are read. Without an
    /// invitation, the key that answers one leads to the inbox, if it does so in the list.
    func meaning(of command: Command) -> Command {
        switch command {
        case .outbox where fileInFocus != nil && question == nil: .openWith
        case .answerInvitation where inboxKeyAnswers && !pane.items.contains { $0.invitationFile != nil }: .goInbox
        default: command
        }
    }

    private var inboxKeyAnswers: Bool {
        around.keyName(of: .goInbox, in: .list) == around.keyName(of: .answerInvitation, in: .thread)
    }

    private func act(_ command: Command) -> Bool {
        switch command {
        case .shake: shake()
        case .unread:
            keepsUnread = true
            deal(.unread)
            leave(to: nil)
        case .star: deal(heading?.isStarred == true ? .unstar : .star)
        case .addStar: deal(.star)
        case .removeStar: deal(.unstar)
        case .archive: actAndLeave(.archive)
        case .archiveNext: actAndLeave(.archive, to: order?.thread(after: thread))
        case .archivePrevious: actAndLeave(.archive, to: order?.thread(before: thread))
        case .trash: actAndLeave(.trash)
        case .junk: actAndLeave(around.junk(heading.map { [$0] } ?? []))
        case .move: pickMailbox()
        case .copyTo: pickMailbox(toCopy: true)
        case .label: chooseLabel()
        case .mute: around.mute([thread])
        case .snooze: snooze()
        case .replyLater: if let thread = heading { deal(around.replyLater([thread])) }
        case .again: again()
        case .runCommand: around.runCommand(on: [thread], from: self)
        case .undo: around.undo()
        case .redo: around.redo()
        case .save: save()
        default: return false
        }
        return true
    }

    private func look(_ command: Command) -> Bool {
        switch command {
        case .decrypt: decrypt()
        case .quotes:
            if !pane.toggleQuotes() { around.say("No long quotes in this message", kind: .info) }
        case .html: switchForm()
        case .hiddenText:
            if !pane.switchHidden() {
                around.say("The sender hid no text in this message", kind: .info)
            }
        case .threadOrder: changeOrder()
        case .refresh: refresh()
        case .search: askForWords()
        case .nextMatch: goToMatch(1)
        case .previousMatch: goToMatch(-1)
        case .outbox: around.push(OutboxScreen(around: around))
        case .deck: openDeck()
        case .openWith: return openFileWithProgram()
        default: return false
        }
        around.setNeedsDraw()
        return true
    }
}
