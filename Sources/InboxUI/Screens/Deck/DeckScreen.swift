import InboxKit
import InboxModel
import TerminalUI

/// One thread at a time, newest or oldest first: shake it off, and the next one rises. The deck deals unread threads, or all. Threads
/// marked for a reply, or selected in the list, are always dealt, read or not.
@UI
final class DeckScreen: Screen {
    let keyContext = KeyContext.deck

    let around: any Surroundings
    /// The list beneath, from which the deck was dealt; nil where another screen is beneath.
    private(set) weak var list: ListScreen?
    /// The name of what the deck was dealt from: “Inbox”.
    var place: String
    /// Whether the deck collects threads to answer.
    let isForAnswering: Bool
    /// Whether the threads were selected individually.
    let isOfChosen: Bool
    let bodies: MessageBodies
    let provider: ModelProvider<MailThread>
    private var listener: ProviderListener<MailThread>?
    var state = DeckState()
    private var threads: [ThreadID: MailThread] = [:]
    /// The top card's thread, the message shown on the card, and the number of files.
    private var top: (thread: ThreadID, message: Message?, files: Int)?
    /// The thread that was opened last, and its messages that were unread then: looking at them may have marked them as read.
    private(set) var opened: (thread: ThreadID, unread: [MessageID])?
    private var detector = ShakeDetector()
    var loss = SelectionLoss<RowID>()
    /// The cards that a key was pressed on: that they leave surprises nobody.
    private var touched: Set<ThreadID> = []
    /// Why the servers could not be reached, in words.
    private(set) var failure: String?
    /// Whether a refresh by the user is in progress.
    var isRefreshing = false
    var isOldestFirst: Bool
    /// Whether read threads are dealt as well.
    var takesRead: Bool
    /// The filter of the threads to deal from.
    var filter: MailPredicate

    // State of the drawing.
    var thrown: ThrownCard?
    var picture: Grid?
    var cardPlace = Rect(x: 0, y: 0, width: 0, height: 0)
    var laidCard = LaidCard()

    /// Whether the deck is about to deal other threads, or in another order.
    var isTurning = false
    /// The number of unread threads in the inboxes, for a deck without any; nil while it is unknown, or if there are none.
    var unreadInInbox: Int?

    static let orderSetting = "deckOldest"
    static let readSetting = "deckRead"
    /// The most threads that can be selected individually for a deck.
    static let mostChosen = 500
    private static let window = 0..<1_000

    /// - Parameters:
    ///   - filter: The filter of the list, or the threads selected there.
    ///   - title: What the threads are taken from, for the top line.
    ///   - list: The list that the deck is dealt from.
    init(filter: MailPredicate, title: String, list: ListScreen? = nil, around: any Surroundings) {
        self.list = list
        place = title
        isForAnswering = filter.isAboutReplies
        isOfChosen = filter.isOfChosenThreads
        isOldestFirst = around.session.setting(Self.orderSetting) != nil
        self.filter = filter
        let takesRead = isForAnswering || isOfChosen || around.session.setting(Self.readSetting) != nil
        self.takesRead = takesRead
        self.around = around
        bodies = MessageBodies(session: around.session, explain: { Wording.sentence($0) }) {
            [weak around] in
            around?.setNeedsDraw()
        }
        provider = around.session.threadProvider(
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

    /// The message shown on the card: the first unread message of its thread, otherwise the last.
    var cardMessage: Message? {
        guard let id = state.current else { return nil }
        if let top, top.thread == id { return top.message }
        let messages = (try? around.session.messages(of: id)) ?? []
        let message = messages.first(where: \.isUnread) ?? messages.last { !$0.isDraft } ?? messages.last
        let told = messages.filter { $0.isUnread && $0.hasFiles }
        let files = (told.isEmpty ? [message].compactMap(\.self).filter(\.hasFiles) : told).reduce(0) {
            $0 + $1.files.count
        }
        top = (id, message, files)
        return message
    }

    /// The number of files of the thread's unread messages, otherwise of the message on the card.
    var cardFiles: Int { cardMessage == nil ? 0 : top?.files ?? 0 }

    private func changed(_ event: ProviderEvent) {
        switch event {
        case .changed, .reset:
            top = nil
            let before = state.current
            take()
            noteLoss(of: before)
            if case .reset = event { isTurning = false }
        case .fetchCompleted:
            failure = nil
            if isRefreshing { around.sayRefreshed(card?.account, in: .deck) }
            isRefreshing = false
        case .fetchStateChanged: break
        case .fetchFailed(let reason):
            failure = Wording.sentence(reason)
            isRefreshing = false
            around.say(Wording.sentence(reason), kind: .failure)
        }
        around.setNeedsDraw()
    }

    /// Notes that another program has taken the top card away, so that another one came up.
    private func noteLoss(of card: ThreadID?) {
        guard let card, let next = state.current, next != card, !isTurning, !touched.contains(card),
            around.isInFront(self), !provider.items.contains(where: { $0.id == card })
        else { return }
        loss.went(.thread(card), next: .thread(next))
    }

    /// Refuses a key that was meant for a card which has just been taken away, and says so.
    func refusesUnseen() -> Bool {
        guard loss.isFresh(state.current.map { .thread($0) }) else { return false }
        loss.forget()
        around.say("The card has just gone. Nothing was done.", kind: .info)
        return true
    }

    // MARK: Keys

    func perform(_ command: Command) -> Bool {
        if command.actsOnThreads || command == .later, refusesUnseen() { return true }
        if let card { touched.insert(card.id) }
        switch command {
        case .shake: shake()
        case .archive: act(.archive)
        case .trash: act(.trash)
        case .junk: act(around.junk(card.map { [$0] } ?? []))
        case .move: pickMailbox()
        case .later: keep()
        case .turnOver: turnOver()
        case .dealAll: dealAll()
        case .snooze: snooze()
        case .replyLater:
            // A card that is marked for a reply already only loses its mark.
            if let card, card.awaitsReply {
                state.mark()
                around.act(.replied, on: [card.id], target: nil)
            } else {
                act(.replyLater)
            }
        case .star, .addStar, .removeStar:
            guard let card else {
                sayNoCard(to: Wording.infinitive(command == .removeStar ? .unstar : .star))
                break
            }
            state.mark()
            let takesAway = command == .star ? card.isStarred : command == .removeStar
            around.act(takesAway ? .unstar : .star, on: [card.id], target: nil)
        case .open: if card == nil, unreadInInbox != nil { dealInbox() } else { open() }
        case .up: goBack()
        case .reply: answer(.reply)
        case .replyAll: answer(.replyAll)
        case .forward: answer(.forward)
        case .compose: write(.new(account: card?.account))
        case .unread: leaveUnread()
        case .undo: undo()
        case .redo: around.redo()
        case .refresh: refresh()
        case .back: around.pop()
        default: return false
        }
        around.setNeedsDraw()
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .press(.left) where cardPlace.contains(mouse.position): open()
        case .move:
            guard detector.moved(toX: mouse.position.x, at: .now) else { return false }
            if !refusesUnseen() { shake() }
        default: return false
        }
        around.setNeedsDraw()
        return true
    }

    private func open() {
        guard let id = state.current else { return sayNoCard(to: "open") }
        touched.insert(id)
        thrown = nil
        if around.settings.markRead != .never {
            let messages = (try? around.session.messages(of: id)) ?? []
            opened = (id, messages.filter(\.isUnread).map(\.id))
        }
        around.push(ThreadScreen(thread: id, around: around))
    }

    func wentBack(_ deed: Deed, isInFront: Bool) {
        thrown = nil
        state.wentBack(deed.threads)
        around.setNeedsDraw()
    }
}
