import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The threads of a mailbox or of a search, or their single messages, with the drawer.
@UI
final class ListScreen: Screen {
    let around: any Surroundings
    let make: ScreenMaker
    private(set) var provider: any ListRows
    /// Whether rows are single messages.
    private(set) var isFlat: Bool
    let mailboxes: ModelProvider<Mailbox>
    let accounts: ModelProvider<Account>
    private var listeners: [AnyObject] = []
    private var rowListener: AnyObject?

    private(set) var view: MailView
    var rows: ListWidget<RowID>
    /// The rows that are here, in their order, and by what they are.
    var items: [ListEntry] = []
    var entries: [RowID: ListEntry] = [:]
    /// The row that was told last as the one next to a conversation.
    var neighbour: RowID?
    var search: SearchLine?
    var drawer = Drawer()
    /// Words that rows set in bold.
    private(set) var matches = SoughtWords.none

    /// Since when rows of another view are awaited; nil when those of this view are shown.
    var loadingSince: ContinuousClock.Instant?
    /// When the mailbox that was shown went, and another view came in its place.
    var goneSince: ContinuousClock.Instant?
    /// What mailboxes were called last, for telling which one went.
    var mailboxNames: [MailboxID: String] = [:]
    /// Those that users made, as rows name them.
    var labelNames: [MailboxID: String] = [:]
    /// Those that the user deleted here.
    var deleted: Set<MailboxID> = []
    /// What was asked for meanwhile: it is about the rows that are awaited.
    var awaiting: [Awaited] = []
    var deeds = DeedsAhead()
    /// Why the last refresh failed, in words, while there is nothing else to show.
    var failure: String?
    /// Whether servers may have mail of this view where none is here.
    var hasOlder = false
    /// Since when the servers are asked, because the user wanted it.
    var refreshingSince: ContinuousClock.Instant?
    /// Where to go when the rows that were asked for are there.
    var jump: Jump?
    /// Since when rows are awaited for it that lie outside of those that were here.
    var jumpSince: ContinuousClock.Instant?
    /// Rows between the first in sight and the one to go to, where it was so before.
    var offset: Int?
    /// How often rows came since it was wanted.
    var jumpTries = 0
    /// Rows that were taken back: the first of them that is here is selected, unless the user does something else.
    var returning: Set<RowID> = []
    /// What is said to whoever is here for the first time.
    var firstHint: FirstHint?
    var pictures = RowPictures()
    /// Where rows were drawn last, and those that are still to be drawn ahead; nil until it is known which.
    var rowSpace: RowSpace?
    var preparing: [RowAhead]?
    var topPicture = KeptPicture<TopLine>()
    var drawerPicture = KeptPicture<DrawerLook>()
    /// What was selected by a search, in sight or not.
    var matching: MatchingSelection?
    var selecting = Selecting()
    /// What was selected in the views that were left.
    var keptSelections: [MailView: [ListEntry]] = [:]
    var shaking: (row: RowID, detector: ShakeDetector)?
    var places: ListPlaces
    /// Where the user was when that was kept last.
    var keptPlace: ListPlace?
    /// When this view was left last: what is unread and came since is marked. Nil where nothing is: at the first visit,
    /// and among results.
    private(set) var lastVisit: Date? {
        didSet { countNew() }
    }
    /// How many of the rows that are here are new; new ones are among the first of them.
    var newCount = 0
    var above = ArrivalsAbove()
    var loss = SelectionLoss()
    /// How often rows were taken from the provider.
    var timesTaken = 0
    /// How many rows of the view stand above them, and what they have in common.
    var takenAbove: Int?
    var takenFilter: MailPredicate?
    /// In what order the rows are shown, and whether by days.
    private(set) var look: ViewLook
    let preview: ThreadPreview
    /// What the drawer shows that is not in the mailboxes.
    private(set) lazy var counts = ViewCounts { [weak self] in self?.drawerChanged() }
    private(set) lazy var tags = DrawerTags(session: around.session) { [weak self] in self?.drawerChanged() }
    private(set) lazy var pinned = KeptViews(KeptViews.pinned, session: around.session) { [weak self] in
        self?.drawerChanged()
    }
    /// The accounts that were here when another was to be added; nil once it is, or is not.
    var accountsBefore: Set<AccountID>?
    private(set) lazy var sentWords = SentWords(session: around.session) { [weak self] in
        self?.around.setNeedsDraw()
    }
    private(set) lazy var ownAnswers = OwnAnswers(session: around.session) { [weak self] in
        self?.timesTaken += 1
        self?.countNew()
        self?.around.setNeedsDraw()
    }
    /// Whom the user knows, for marking who looks like them.
    private(set) lazy var proofs = SenderProofs(session: around.session, servers: [:]) { [weak self] in
        self?.around.setNeedsDraw()
    }
    /// Whom Tab offers in the search line.
    private(set) lazy var people = contacts()
    private(set) lazy var searched = KeptViews(KeptViews.searched, session: around.session)
    /// What servers find beside the store.
    private(set) lazy var servers = ServerAsking(session: around.session, pause: serverPause) { [weak self] in
        self?.serversAnswered()
    }
    let ahead = ThreadAhead()
    private(set) lazy var bodiesAhead = BodiesAhead(session: around.session)
    private let serverPause: Duration?
    private(set) lazy var quotas = Quotas(session: around.session) { [weak self] in self?.around.setNeedsDraw() }

    static let page = 200

    /// - Parameter serverPause: how long a typed search has to stand before servers are asked; nil when they never are.
    init(around: any Surroundings, make: ScreenMaker, serverPause: Duration? = .milliseconds(300)) {
        self.around = around
        self.serverPause = serverPause
        self.make = make
        preview = ThreadPreview(around)
        let session = around.session
        let accounts = session.accountProvider(loadsAtOnce: true)
        let mailboxes = session.mailboxProvider(loadsAtOnce: true)
        self.accounts = accounts
        self.mailboxes = mailboxes
        places = ListPlaces(text: session.setting(ListPlaces.key))
        let kept = places.last.flatMap { $0.view.exists(accounts.items, mailboxes.items) ? $0 : nil }
        let start = kept?.view ?? ListScreen.home(accounts.items)
        view = start
        look = kept?.look ?? .standard
        lastVisit = start.query == nil ? kept?.leftAt : nil
        isFlat = !(look.conversations ?? around.settings.conversations)
        provider = session.listRows(
            ofMessages: isFlat, filter: start.predicate(around.clock), sort: look.sort,
            window: ListScreen.window(from: kept?.windowStart ?? 0),
            loadsAtOnce: true)
        rows = ListWidget(provider.entries.map(\.id), rowHeight: ListScreen.lines(around))
        if session.setting(FirstHint.key) == nil {
            firstHint = FirstHint { around.keyName(of: $0, in: .list) }
        }
        mailboxNames = ListScreen.names(mailboxes.items)
        labelNames = ListScreen.labelNames(mailboxes.items)
        rows.prefersPrevious = around.settings.afterAction == .previous
        takeItems()
        if let row = kept.flatMap({ isFlat ? $0.message.map { .message($0) } : $0.thread.map { RowID.thread($0) } }) {
            rows.select(row)
            rows.showSelection(rowsBelowTop: kept?.offset ?? 0)
        }
        above.begin(atTop: isAtTop)
        above.beginsAtFirst = provider.above == 0
        noteOlder()
        rowListener = provider.listen { [weak self] in self?.heard($0) }
        listeners = [
            ProviderListener(mailboxes) { [weak self] _ in self?.mailboxesChanged() },
            ProviderListener(accounts) { [weak self] _ in self?.accountsChanged() },
        ]
    }

    private func contacts() -> ModelProvider<Contact> {
        around.session.contactProvider(sort: .use, window: 0..<300)
    }

    /// Where everything starts: the first account's inbox.
    static func home(_ accounts: [Account]) -> MailView {
        accounts.first.map { .role($0.id, .inbox) } ?? .allInboxes
    }

    // MARK: Screen

    var keyContext: KeyContext {
        if drawer.isOpen { return drawer.jump == nil ? .drawer : .picker }
        return search?.isTyping == true ? .search : .list
    }

    var takesText: Bool { drawer.isOpen ? drawer.jump != nil : search?.isTyping == true }

    var helpNotes: [HelpNote] {
        if keyContext == .search { return [SearchOperator.help, HelpScreen.textKeys] }
        return keyContext == .picker ? [.picking("go there", around.boxKeyName(.open))] : []
    }

    func disappear() {
        ahead.forget()
        leave(restingPlace)
    }

    // MARK: What is shown

    var title: String { view.title(mailboxes.items) }

    /// Whether the threads of this view are here to be answered, one after the other.
    var isForAnswering: Bool { if case .replyLater = view { true } else { false } }

    /// Shows another view; its rows come as soon as the store has read them.
    func show(_ new: MailView) {
        show(places[new] ?? ListPlace(view: new, thread: nil))
    }

    /// Shows a view with a thread selected that was selected there before.
    func show(_ target: ListPlace) {
        guard target.view != view else {
            let jump = jump(to: target)
            if jump != .top, jump != rows.selection.map({ .row($0) }) { go(to: jump) }
            return
        }
        // What the drawer merely passes is not visited.
        if loadingSince == nil, search?.isTyping != true { drawer.isOpen ? places.keep(place) : leave(place) }
        keepSelection()
        // Results stay in the order that was chosen while they are searched for.
        if case (.search, .search) = (view, target.view) {} else { look = target.look ?? look.first(in: target.view) }
        view = target.view
        lastVisit = view.query == nil ? target.leftAt : nil
        loss = SelectionLoss()
        leaveAwaiting()
        stopSelecting()
        let filter = target.view.predicate(around.clock)
        matches = view.query == nil ? .none : SoughtWords(shownFor: filter)
        if view.query != nil { servers.ask(filter) } else { servers.ask(nil) }
        unmarkAll()
        failure = nil
        offset = target.offset
        if filter == provider.filter, look.sort == provider.sort, wantsMessages == isFlat {
            // The same in other words: nothing will be told.
            go(to: jump(to: target))
            restoreSelection()
        } else {
            ask(filter, from: target.windowStart)
            jump = jump(to: target)
        }
        noteOlder()
        around.setNeedsDraw()
    }

    /// To what was selected there, or to its conversation where that has one row now.
    private func jump(to place: ListPlace) -> Jump {
        if wantsMessages, let message = place.message { return .row(.message(message)) }
        return place.thread.map { .thread($0) } ?? .top
    }

    /// Asks for other rows than those that are here.
    private func ask(_ filter: MailPredicate, from start: Int) {
        loadingSince = .now
        let window = ListScreen.window(from: start)
        guard wantsMessages == isFlat else {
            isFlat = wantsMessages
            provider = around.session.listRows(
                ofMessages: isFlat, filter: filter, sort: look.sort, window: window, loadsAtOnce: false)
            rowListener = provider.listen { [weak self] in self?.heard($0) }
            return
        }
        // The window first: the rows that it brings are still those of the view before.
        provider.window = window
        provider.filter = filter
        provider.sort = look.sort
    }

    /// Shows the view in another way; the selected thread stays selected where it is in sight then.
    func show(as new: ViewLook) {
        let isSameOrder = new.sort == look.sort
        look = new
        rows.settle()
        if !isSameOrder || wantsMessages != isFlat {
            offset = nil
            jump = .top
            if provider.above == 0, let row = rows.selection {
                jump = wantsMessages == isFlat ? .row(row) : entries[row].map { .thread($0.thread.id) }
            }
            if wantsMessages != isFlat { unmarkAll() }
            ask(provider.filter, from: 0)
        }
        keepPlace()
        around.setNeedsDraw()
    }

    private static func window(from start: Int) -> Range<Int> { start..<(start + page) }
}
