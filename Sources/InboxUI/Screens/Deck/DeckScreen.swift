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
    var state = DeckState()
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

    private func open() {
        guard let id = state.current else { return }
        thrown = nil
        surroundings.push(ThreadScreen(thread: id, surroundings: surroundings))
    }

    public func wentBack(_ deed: Deed, isInFront: Bool) {
        thrown = nil
        state.wentBack(deed.threads)
        surroundings.setNeedsDraw()
    }
}
