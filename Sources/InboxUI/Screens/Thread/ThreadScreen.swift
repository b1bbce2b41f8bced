import Foundation
import InboxKit
public import InboxModel
public import TerminalUI

/// A thread: all its messages, with what can be done to them.
@UI
public final class ThreadScreen: Screen {
    public let keyContext = KeyContext.thread

    let surroundings: any Surroundings
    let order: (any ThreadOrder)?
    var pane: ThreadPane
    /// What is asked before a link is opened.
    var question: LinkQuestion?
    var saving: FileSaving?
    /// What is looked for in the thread; empty for nothing.
    var wanted = ""
    var detector = ShakeDetector()
    /// Where the mouse was pressed last.
    var pressed: Point?
    private var hasAppeared = false
    /// The user said that it is unread; leaving says nothing else then.
    var keepsUnread = false
    /// Those of which the user said so one by one.
    var keptUnread: Set<MessageID> = []
    /// When unread messages that are in sight have been so for long enough, and those that were.
    var readAt: [MessageID: ContinuousClock.Instant] = [:]
    var rested: Set<MessageID> = []

    /// - Parameter order: the list that the thread was opened from, for going on to its neighbours.
    public init(thread: ThreadID, order: (any ThreadOrder)? = nil, surroundings: any Surroundings) {
        self.order = order
        self.surroundings = surroundings
        pane = order?.takePane(of: thread) ?? Self.makePane(thread, order, surroundings)
        pane.order(byReplies: Self.isByReplies(surroundings))
    }

    public var thread: ThreadID { pane.thread }
    /// The thread as a whole; nil when it is gone.
    var heading: MailThread? { pane.heading?.thread }
    public var takesText: Bool { question != nil }

    static func makePane(
        _ thread: ThreadID, _ order: (any ThreadOrder)?, _ surroundings: any Surroundings
    ) -> ThreadPane {
        let pane = ThreadPane(
            thread: thread, session: surroundings.session, search: order?.lookedFor, clock: surroundings.clock,
            own: { [weak surroundings] in surroundings?.ownAddresses ?? [] },
            servers: surroundings.settings.authenticationServers, explain: { Wording.sentence($0) },
            changed: { [weak surroundings] in surroundings?.setNeedsDraw() })
        pane.blocks = MessageBlocks(surroundings.settings, session: surroundings.session) { [weak surroundings] in
            surroundings?.setNeedsDraw()
        }
        if let memory = surroundings.sealMemory {
            pane.seals = MessageSeals(memory, session: surroundings.session, checksSignatures: true) {
                [weak surroundings] in surroundings?.setNeedsDraw()
            }
        }
        pane.outgoing = { [weak surroundings] in surroundings?.outgoing ?? OutgoingMail() }
        pane.widest = { [weak surroundings] in (surroundings?.settings ?? Settings()).textWidth }
        pane.keyName = { [weak surroundings] in surroundings?.keyName(of: $0, in: .thread) }
        pane.order(byReplies: isByReplies(surroundings))
        pane.heading = ThreadHeading(thread, session: surroundings.session) { [weak surroundings] in
            surroundings?.setNeedsDraw()
        }
        pane.takeNames(of: (try? surroundings.session.mailboxes()) ?? [])
        pane.markNew(since: surroundings.session.newestSeen(in: thread))
        if let sight = surroundings.threadSights[thread] { pane.restore(sight) }
        return pane
    }

    /// Another screen may have named them otherwise.
    public func appear() {
        // What was covered was not read meanwhile.
        readAt = [:]
        if hasAppeared { pane.takeNames(of: (try? surroundings.session.mailboxes()) ?? []) }
        hasAppeared = true
    }

    public func disappear() { noteSeen() }

    /// What comes from now on is marked when the thread is opened again.
    private func noteSeen() {
        guard let newest = pane.items.filter({ !$0.isDraft }).map(\.receivedAt).max() else { return }
        let (session, thread) = (surroundings.session, thread)
        surroundings.run { await session.noteSeen(thread, newest: newest) }
    }

    // MARK: Commands

    public var threadsToActOn: [ThreadID] { [thread] }
    public var accountsToActIn: Set<AccountID> { Set([heading?.account].compactMap(\.self)) }

    public func perform(_ command: Command) -> Bool {
        if question != nil {
            if command == .open { answerByEnter() } else { answer(false) }
            if command == .open || command == .back { return true }
        }
        return select(command) || move(command) || write(command) || act(command) || actOnMessage(command)
            || look(command) || read(command)
    }

    /// On a file, the key of the outbox opens it, as it does where files are read. Where nobody invites, the key that answers leads to
    /// the inbox if it does so from the list.
    public func meaning(of command: Command) -> Command {
        switch command {
        case .outbox where fileInFocus != nil && question == nil: .openWith
        case .answerInvitation where inboxKeyAnswers && !pane.items.contains { $0.invitationFile != nil }: .goInbox
        default: command
        }
    }

    private var inboxKeyAnswers: Bool {
        surroundings.keyName(of: .goInbox, in: .list) == surroundings.keyName(of: .answerInvitation, in: .thread)
    }

    private func move(_ command: Command) -> Bool {
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
        case .nextThread: goOn(to: order?.thread(after: thread), otherwise: "This is the last thread of the list")
        case .previousThread: goOn(to: order?.thread(before: thread), otherwise: "This is the first thread of the list")
        case .goToParent: goToParent()
        case .goToReply: goToReply()
        case .open: openCurrent()
        case .fold: pane.toggleFold()
        case .back: back()
        case .moreFromSender: if let query = surroundings.senderQuery(of: thread) { inList { $0.look(for: query) } }
        case .moreFromList:
            surroundings.findListQuery(of: thread, for: self) { [weak self] query in
                self?.inList { $0.look(for: query) }
            }
        case _ where Command.going.contains(command):
            inList { if !$0.leadsNowhere(command) { _ = $0.perform(command) } }
        case .goTo: askWhereToGo()
        default: return false
        }
        surroundings.setNeedsDraw()
        return true
    }

    /// What another list is to show: the one that this thread was opened from shows it.
    func inList(_ show: (ListScreen) -> Void) {
        guard let list = listToShowIn else { return }
        leave(to: nil)
        show(list)
    }

    /// The thread stays until a mailbox is chosen.
    private func askWhereToGo() {
        listToShowIn?.askWhereToGo { [weak self] in self?.leave(to: nil) }
    }

    private var listToShowIn: ListScreen? {
        if let list = order as? ListScreen { return list }
        surroundings.say("Go back to the list for that", kind: .info, undo: false)
        return nil
    }

    /// A draft is written on, everything else is opened, followed or folded.
    private func openCurrent() {
        if let message = pane.currentMessage, message.isDraft, pane.focus == nil { return open(.draft(message.id)) }
        openFocus()
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
        case .junk: actAndLeave(surroundings.junk(heading.map { [$0] } ?? []))
        case .move: pickMailbox()
        case .copyTo: pickMailbox(toCopy: true)
        case .label: chooseLabel()
        case .mute: surroundings.mute([thread])
        case .snooze: snooze()
        case .replyLater: if let thread = heading { deal(surroundings.replyLater([thread])) }
        case .again: again()
        case .runCommand: surroundings.runCommand(on: [thread], from: self)
        case .undo: surroundings.undo()
        case .redo: surroundings.redo()
        case .save: save()
        default: return false
        }
        return true
    }

    private func look(_ command: Command) -> Bool {
        switch command {
        case .decrypt: decrypt()
        case .quotes:
            if !pane.toggleQuotes() { surroundings.say("No long quotes in this message", kind: .info, undo: false) }
        case .html: switchForm()
        case .hiddenText:
            if !pane.switchHidden() {
                surroundings.say("The sender hid no text in this message", kind: .info, undo: false)
            }
        case .threadOrder: changeOrder()
        case .refresh: refresh()
        case .search: askForWords()
        case .nextMatch: goToMatch(1)
        case .previousMatch: goToMatch(-1)
        case .outbox: surroundings.push(OutboxScreen(surroundings: surroundings))
        case .deck: openDeck()
        case .openWith: return openFileWithProgram()
        default: return false
        }
        surroundings.setNeedsDraw()
        return true
    }

    // MARK: Going

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
        guard let next else { return surroundings.say(hint, kind: .info, undo: false) }
        leave(to: next)
    }

    /// Leaves the thread, to another one or back to where it was opened.
    func leave(to next: ThreadID?) {
        markShown()
        if next != nil { noteSeen() }
        if let sight = pane.sight { surroundings.threadSights[thread] = sight }
        saving?.stop()
        saving = nil
        question = nil
        guard let next else { return surroundings.close(self) }
        order?.follow(next)
        keepsUnread = false
        keptUnread = []
        (readAt, rested) = ([:], [])
        let isByReplies = pane.isByReplies
        pane = Self.makePane(next, order, surroundings)
        // A key that changed it may not be kept yet.
        pane.order(byReplies: isByReplies)
        surroundings.setNeedsDraw()
    }

    /// The next unread thread below in the list; a few hundred rows are looked at.
    func nextUnread() -> ThreadID? {
        var id = order?.thread(after: thread)
        for _ in 0..<300 {
            guard let candidate = id else { return nil }
            if let found = try? surroundings.session.thread(candidate), found.isUnread { return candidate }
            id = order?.thread(after: candidate)
        }
        return nil
    }
}
