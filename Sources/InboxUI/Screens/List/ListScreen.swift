import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The threads of a mailbox or search, or their single messages, with the drawer.
@UI
final class ListScreen: Screen {
    let around: any Surroundings
    let make: ScreenMaker
    var provider: any ListRows
    /// Whether rows are single messages.
    var isFlat: Bool
    let mailboxes: ModelProvider<Mailbox>
    let accounts: ModelProvider<Account>
    private var listeners: [AnyObject] = []
    var rowListener: AnyObject?

    var view: MailView
    var rows: ListWidget<RowID>
    /// The loaded rows, in order and by id.
    var items: [ListEntry] = []
    var entries: [RowID: ListEntry] = [:]
    /// The row last returned as the neighbour of a conversation.
    var neighbour: RowID?
    var search: SearchLine?
    var drawer = Drawer()
    /// The words that rows set in bold.
    var matches = SoughtWords.none

    /// Since when rows of another view are awaited; nil when the rows are of this view.
    var loadingSince: ContinuousClock.Instant?
    /// When the view's mailbox was deleted and another view replaced it.
    var goneSince: ContinuousClock.Instant?
    var mailboxNames: ShownMailboxNames
    /// The mailboxes that the user deleted here.
    var deleted: Set<MailboxID> = []
    /// Commands that wait for rows.
    var awaiting: [Awaited] = []
    var deeds = DeedsAhead()
    /// Why the last refresh failed, in words, until another succeeds.
    var failure: String?
    /// Whether servers may have mail of this view although the list is empty.
    var hasOlder = false
    /// Whether the list is empty before the mail of an account was read for the first time.
    var isToCome = false
    /// The refresh by the user that is in progress.
    var refreshing: Refreshing?
    /// Where to go when the requested rows arrive.
    var landing = Landing()
    /// Rows that undo or redo brings back: the first of them to appear is selected, unless the user does something else first.
    var returning: Set<RowID> = []
    /// The hint for users who see the list for the first time.
    var firstHint: FirstHint?
    var pictures = ListPictures()
    /// The rows selected by a search, visible or not.
    var matching: MatchingSelection?
    var selecting = Selecting()
    /// The selections of views that the user has left.
    var keptSelections: [MailView: [ListEntry]] = [:]
    var shaking: (row: RowID, detector: ShakeDetector)?
    var places: ListPlaces
    /// The place that was stored last.
    var keptPlace: ListPlace?
    /// When this view was left last; unread mail that arrived since is marked as new. Nil where nothing is marked: at the first visit,
    /// and in search results.
    var lastVisit: Date? {
        didSet { countNew() }
    }
    /// The date of the newest mail that the view has had since it was opened; nil if that is not known, as in another order.
    var newestShown: Date?
    /// How many rows of the view are new; 0 as long as not all of these are loaded.
    var newCount = 0
    var above = ArrivalsAbove()
    var loss = SelectionLoss<RowID>()
    /// How often rows were taken from the provider.
    var timesTaken = 0
    /// The number of rows above the loaded ones, and the filter, when rows were last taken.
    var takenAbove: Int?
    var takenFilter: MailPredicate?
    /// The order of the rows, and whether they are grouped by day.
    var look: ViewLook
    let preview: ThreadPreview
    /// The entries of the drawer that are no mailboxes.
    private(set) lazy var counts = ViewCounts { [weak self] in self?.drawerChanged() }
    private(set) lazy var tags = DrawerTags(session: around.session) { [weak self] in self?.drawerChanged() }
    private(set) lazy var pinned = KeptViews(KeptViews.pinned, session: around.session) { [weak self] in
        self?.drawerChanged()
    }
    /// How many accounts there were when they last changed.
    var accountCount: Int
    /// The accounts before another one was to be added; nil once it is added, or the user has given up.
    var accountsBefore: Set<AccountID>?
    private(set) lazy var sentWords = SentWords(session: around.session) { [weak self] in
        self?.around.setNeedsDraw()
    }
    private(set) lazy var ownAnswers = OwnAnswers(session: around.session) { [weak self] in
        self?.timesTaken += 1
        self?.countNew()
        self?.around.setNeedsDraw()
    }
    /// The people whom the user knows, to mark senders who imitate them.
    private(set) lazy var proofs = SenderProofs(session: around.session, servers: [:]) { [weak self] in
        self?.around.setNeedsDraw()
    }
    /// The people whom Tab offers in the search line.
    private(set) lazy var people = contacts()
    private(set) lazy var searched = KeptViews(KeptViews.searched, session: around.session)
    /// The results that servers find beyond the store's.
    private(set) lazy var servers = ServerAsking(session: around.session, pause: serverPause) { [weak self] in
        self?.serversAnswered()
    }
    let ahead = ThreadAhead()
    private(set) lazy var bodiesAhead = BodiesAhead(session: around.session)
    private let serverPause: Duration?
    private(set) lazy var quotas = Quotas(session: around.session) { [weak self] in self?.around.setNeedsDraw() }

    static let page = 200

    /// - Parameter serverPause: How long a typed search must stay unchanged before servers are asked; nil to never ask them.
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
        mailboxNames = ShownMailboxNames(mailboxes.items)
        accountCount = accounts.items.count
        places = ListPlaces(text: session.setting(ListPlaces.key))
        let kept = places.last.flatMap { place in
            let isOffered = place.view != .allInboxes || accounts.items.count > 1
            return isOffered && place.view.exists(accounts.items, mailboxes.items) ? place : nil
        }
        let start = kept?.view ?? ListScreen.home(accounts.items)
        view = start
        look = kept?.look ?? .standard
        lastVisit = start.query == nil ? kept?.leftAt : nil
        isFlat = !(look.conversations ?? start.showsConversations(around.settings))
        provider = session.listRows(
            ofMessages: isFlat, filter: start.predicate(around.clock), sort: look.sort,
            window: ListScreen.window(near: kept?.position ?? 0),
            loadsAtOnce: true)
        rows = ListWidget(provider.entries.map(\.id), rowHeight: ListScreen.lines(around))
        if session.setting(FirstHint.key) == nil {
            firstHint = FirstHint { around.keyName(of: $0, in: .list) }
        }
        rows.prefersPrevious = around.settings.afterAction == .previous
        takeItems()
        if let kept {
            landing.begin(inNewRows: jump(to: kept))
            (landing.offset, landing.position) = (kept.offset, kept.position)
            land()
        }
        above.begin(atTop: isAtTop)
        noteOlder()
        wantFirstPage()
        rowListener = provider.listen { [weak self] in self?.heard($0) }
        listeners = [
            ProviderListener(mailboxes) { [weak self] _ in self?.mailboxesChanged() },
            ProviderListener(accounts) { [weak self] _ in self?.accountsChanged() },
        ]
    }

    private func contacts() -> ModelProvider<Contact> {
        around.session.contactProvider(sort: .use, window: 0..<300)
    }

    /// Returns the initial view: the first account's inbox.
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

    /// Whether the view collects threads to answer one after the other.
    var isForAnswering: Bool { if case .replyLater = view { true } else { false } }
}
