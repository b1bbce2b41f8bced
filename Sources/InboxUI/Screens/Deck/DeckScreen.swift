import Foundation
public import InboxKit
import InboxModel
public import TerminalUI

/// One thread at a time, the newest first, or the oldest: shake it off, and the next one rises. It deals those that are unread, or
/// all; those that are put aside for a reply, or were selected in the list, are always dealt whether read or not.
@UI
public final class DeckScreen: Screen {
    public let keyContext = KeyContext.deck

    let surroundings: any Surroundings
    /// The list that it was dealt from and that lies beneath; nil where something else does.
    private(set) weak var list: ListScreen?
    /// What the deck was dealt from: “Inbox”.
    var place: String
    /// Whether its threads are there to be answered.
    let isForAnswering: Bool
    /// Whether they were selected one by one.
    let isOfChosen: Bool
    let bodies: MessageBodies
    let provider: ModelProvider<MailThread>
    private var listener: ProviderListener<MailThread>?
    private(set) var state = DeckState()
    private var threads: [ThreadID: MailThread] = [:]
    /// The first unread message of the card on top.
    private var top: (thread: ThreadID, message: Message?, files: Int)?
    private var detector = ShakeDetector()
    /// Why the servers could not be asked, in words.
    private(set) var failure: String?
    var isOldestFirst: Bool
    /// Whether read threads are dealt as well.
    var takesRead: Bool
    /// What it is dealt from.
    var filter: MailPredicate

    // What the drawing remembers.
    var thrown: ThrownCard?
    var picture: Grid?
    var cardPlace = Rect(x: 0, y: 0, width: 0, height: 0)

    /// Whether other threads than before are to be dealt, or in another order.
    var isTurning = false
    /// How many threads of the inboxes are unread, where the deck held none; nil while it is not known, or there is none.
    var unreadInInbox: Int?

    static let orderSetting = "deckOldest"
    static let readSetting = "deckRead"
    /// The most threads that are chosen one by one.
    static let mostChosen = 500
    private static let window = 0..<1_000

    /// - Parameters:
    ///   - filter: what the list shows, or threads that were selected there.
    ///   - title: what the threads are taken from, for the top line.
    ///   - list: the one that it is dealt from.
    init(filter: MailPredicate, title: String, list: ListScreen? = nil, surroundings: any Surroundings) {
        self.list = list
        place = title
        isForAnswering = filter.isAboutReplies
        isOfChosen = filter.isOfChosenThreads
        isOldestFirst = surroundings.session.setting(Self.orderSetting) != nil
        self.filter = filter
        let takesRead = isForAnswering || isOfChosen || surroundings.session.setting(Self.readSetting) != nil
        self.takesRead = takesRead
        self.surroundings = surroundings
        bodies = MessageBodies(session: surroundings.session, explain: { Wording.sentence($0) }) {
            [weak surroundings] in
            surroundings?.setNeedsDraw()
        }
        provider = surroundings.session.threadProvider(
            filter: Self.dealt(filter, takesRead), sort: isOldestFirst ? .oldestFirst : .newestFirst,
            window: Self.window, loadsAtOnce: true)
        listener = ProviderListener(provider) { [weak self] in self?.changed($0) }
        take()
        if !dealsAllOnly { lookElsewhere() }
    }

    private func take() {
        for thread in provider.items { threads[thread.id] = thread }
        state.take(provider.items.map(\.id), of: provider.count, isTurned: isTurning)
    }

    var card: MailThread? { state.current.flatMap { threads[$0] } }

    /// What the card quotes: the first unread message of its thread.
    var cardMessage: Message? {
        guard let id = state.current else { return nil }
        if let top, top.thread == id { return top.message }
        let messages = (try? surroundings.session.messages(of: id)) ?? []
        let message = messages.first(where: \.isUnread) ?? messages.last { !$0.isDraft } ?? messages.last
        let told = messages.filter { $0.isUnread && $0.hasFiles }
        let files = (told.isEmpty ? [message].compactMap(\.self).filter(\.hasFiles) : told).reduce(0) {
            $0 + $1.files.count
        }
        top = (id, message, files)
        return message
    }

    /// How many files came with what is unread of the card's thread, or with what the card quotes.
    var cardFiles: Int { cardMessage == nil ? 0 : top?.files ?? 0 }

    private func changed(_ event: ProviderEvent) {
        switch event {
        case .changed, .reset:
            top = nil
            take()
            if case .reset = event { isTurning = false }
        case .fetchCompleted: failure = nil
        case .fetchStateChanged: break
        case .fetchFailed(let reason):
            failure = Wording.sentence(reason)
            surroundings.say(Wording.sentence(reason), kind: .failure, undo: false)
        }
        surroundings.setNeedsDraw()
    }

    // MARK: Keys

    public func perform(_ command: Command) -> Bool {
        switch command {
        case .shake: shake()
        case .archive: act(.archive)
        case .trash: act(.trash)
        case .junk: act(surroundings.junk(card.map { [$0] } ?? []))
        case .move: pickMailbox()
        case .later: keep()
        case .turnOver: turnOver()
        case .dealAll: dealAll()
        case .snooze: snooze()
        case .replyLater:
            // One that is put aside already only loses its mark.
            if let card, card.awaitsReply {
                state.mark()
                surroundings.act(.replied, on: [card.id], target: nil)
            } else {
                act(.replyLater)
            }
        case .star, .addStar, .removeStar:
            guard let card else { break }
            state.mark()
            let takesAway = command == .star ? card.isStarred : command == .removeStar
            surroundings.act(takesAway ? .unstar : .star, on: [card.id], target: nil)
        case .open: if card == nil, unreadInInbox != nil { dealInbox() } else { open() }
        case .up: goBack()
        case .reply: answer(.reply)
        case .replyAll: answer(.replyAll)
        case .forward: answer(.forward)
        case .compose: write(.new(account: card?.account))
        case .unread: leaveUnread()
        case .undo: takeBack()
        case .redo: surroundings.redo()
        case .refresh: refresh()
        case .back: surroundings.pop()
        default: return false
        }
        surroundings.setNeedsDraw()
        return true
    }

    public func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .press(.left) where cardPlace.contains(mouse.position): open()
        case .move:
            guard detector.moved(toX: mouse.position.x, at: .now) else { return false }
            shake()
        default: return false
        }
        surroundings.setNeedsDraw()
        return true
    }

    /// Marks as read; what is so already is only gone past.
    private func shake() {
        guard let card, !card.isUnread else { return act(.shake) }
        if state.pass() != nil { throwCard(toLeft: false) }
    }

    /// What a key of the user's own does: what is moved away makes room for the next card.
    func perform(_ deed: LastAct, on card: ThreadID) {
        guard deed.command != .move else { return act(.move, target: deed.target) }
        guard deed.command != .snooze else { return snooze(card, until: deed.date) }
        state.mark()
        if let tag = deed.tag {
            surroundings.tag(.threads([card]), deed.command, tag, in: deed.tagged)
        } else {
            surroundings.act(deed.command, on: [card], target: deed.target)
        }
    }

    /// Does a series of the user's own to the card, as one deed, and goes on as its commands do.
    func act(series name: String, on card: MailThread) {
        guard let entry = card.entry, let order = surroundings.order(of: name, on: [entry]) else { return }
        switch order.leading {
        case .shake, .replyLater: break
        case .unread:
            surroundings.act(order)
            if state.keep(isActed: true) != nil { throwCard(toLeft: true) }
            return
        case let command where command.takesAway: break
        default:
            state.mark()
            return surroundings.act(order)
        }
        if state.act(order.leading) != nil { throwCard(toLeft: false) }
        surroundings.act(order) { [weak self] in self?.bringBack(card.id) }
    }

    private func act(_ command: Action.Command, target: MailboxID? = nil) {
        guard let id = state.act(command) else {
            return surroundings.say("No \(kind) to \(Wording.infinitive(command))", kind: .info, undo: false)
        }
        throwCard(toLeft: false)
        surroundings.act(command, on: [id], target: target) { [weak self] in self?.bringBack(id) }
    }

    /// What could not be done left its card among the unread: it lies on top again.
    private func bringBack(_ id: ThreadID) {
        thrown = nil
        state.refuse(id)
        surroundings.setNeedsDraw()
    }

    /// All of the thread is unread again, and the next card rises.
    private func leaveUnread() {
        guard let card else { return act(.unread) }
        surroundings.act(.unread, on: [card.id], target: nil)
        if state.keep(isActed: true) != nil { throwCard(toLeft: true) }
    }

    private func keep() {
        if state.keep() != nil { return throwCard(toLeft: true) }
        if state.startOver() { thrown = nil }
    }

    private func takeBack() {
        thrown = nil
        if !state.takeBack() { surroundings.undo() }
    }

    public func wentBack(_ deed: Deed, isInFront: Bool) {
        thrown = nil
        state.wentBack(deed.threads)
        surroundings.setNeedsDraw()
    }

    /// Back to the card that was kept last.
    private func goBack() {
        thrown = nil
        guard !state.goBack() else { return }
        let undo = surroundings.keyName(of: .undo, in: .deck).map { "; \($0) takes back what was done" } ?? ""
        surroundings.say("No card was kept for later here\(undo)", kind: .info, undo: false)
    }

    private func open() {
        guard let id = state.current else { return }
        thrown = nil
        surroundings.push(ThreadScreen(thread: id, surroundings: surroundings))
    }

    private func pickMailbox() {
        guard let card else { return }
        surroundings.pickMailbox(for: [card.account], in: [card.mailboxes]) { [weak self, surroundings] mailbox in
            // Another card may lie on top by now, or the deck be gone; the one that was asked about is meant.
            guard let self, self.state.current == card.id else {
                return surroundings.act(.move, on: [card.id], target: mailbox)
            }
            self.act(.move, target: mailbox)
        }
    }

    private func snooze() {
        guard let card else { return }
        surroundings.askUntilWhen([card]) { [weak self] date in self?.snooze(card.id, until: date) }
    }

    private func snooze(_ card: ThreadID, until date: Date?) {
        // Another card may lie on top by now; the one that was asked about is meant.
        guard state.current == card else { return }
        if date != nil, state.act(.snooze) != nil { throwCard(toLeft: false) }
        surroundings.snooze([card], until: date)
    }

    private func throwCard(toLeft: Bool) {
        guard let picture else { return }
        thrown = ThrownCard(picture: picture, begin: .now, toLeft: toLeft)
        self.picture = nil
    }
}
