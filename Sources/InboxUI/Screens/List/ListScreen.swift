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
    let mailboxes: ModelProvider<Mailbox>
    let accounts: ModelProvider<Account>
    private var listeners: [AnyObject] = []
    var rowListener: AnyObject?

    var view: MailView
    var rows: ListWidget<RowID>
    var loaded = LoadedRows()
    /// The row last returned as the neighbour of a conversation.
    var neighbour: RowID?
    var search: SearchLine?
    var drawer = Drawer()
    /// The words that rows set in bold.
    var matches = SoughtWords.none

    /// Since when rows of another view are awaited; nil when the rows are of this view.
    var loadingSince: ContinuousClock.Instant?
    var mailboxNames: ShownMailboxNames
    var goneMailboxes = GoneMailboxes()
    /// Commands that wait for rows.
    var awaiting: [Awaited] = []
    var deeds = DeedsAhead()
    var refreshing = ListRefresh()
    /// Whether servers may have mail of this view although the list is empty.
    var hasOlder = false
    /// Whether the list is empty before the mail of an account was read for the first time.
    var isToCome = false
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
    var above = ArrivalsAbove()
    var loss = SelectionLoss<RowID>()
    /// The order of the rows, and whether they are grouped by day.
    var look: ViewLook
    let preview: ThreadPreview
    /// What the drawer lists.
    private(set) lazy var listing = DrawerListing(accounts: accounts, mailboxes: mailboxes, around: around) {
        [weak self] in self?.drawerChanged()
    }
    var accountChanges: AccountChanges
    private(set) lazy var sentWords = SentWords(session: around.session) { [weak self] in
        self?.around.setNeedsDraw()
    }
    lazy var sinceVisit = NewSinceVisit(
        OwnAnswers(session: around.session) { [weak self] in self?.ownAnswersRead() })
    /// The people whom the user knows, to mark senders who imitate them.
    private(set) lazy var proofs = SenderProofs(session: around.session, servers: [:]) { [weak self] in
        self?.around.setNeedsDraw()
    }
    private(set) lazy var offers = SearchOffers(session: around.session, accounts: accounts, mailboxes: mailboxes)
    /// The results that servers find beyond the store's.
    private(set) lazy var servers = ServerAsking(session: around.session, pause: serverPause) { [weak self] in
        self?.serversAnswered()
    }
    let ahead = ThreadAhead()
    private(set) lazy var bodiesAhead = BodiesAhead(session: around.session)
    private let serverPause: Duration?

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
        accountChanges = AccountChanges(accounts.items)
        places = ListPlaces(text: session.setting(ListPlaces.key))
        let kept = places.last.flatMap { place in
            let isOffered = place.view != .allInboxes || accounts.items.count > 1
            return isOffered && place.view.exists(accounts.items, mailboxes.items) ? place : nil
        }
        let start = kept?.view ?? ListScreen.home(accounts.items)
        view = start
        look = kept?.look ?? .standard
        let isFlat = !(look.conversations ?? start.showsConversations(around.settings))
        provider = session.listRows(
            ofMessages: isFlat, filter: start.predicate(around.clock), sort: look.sort,
            window: ListScreen.window(near: kept?.position ?? 0),
            loadsAtOnce: true)
        rows = ListWidget(provider.entries.map(\.id), rowHeight: ListScreen.lines(around))
        if session.setting(FirstHint.key) == nil {
            firstHint = FirstHint { around.keyName(of: $0, in: .list) }
        }
        rows.prefersPrevious = around.settings.afterAction == .previous
        sinceVisit.begin(lastVisit: start.query == nil ? kept?.leftAt : nil)
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

    /// Whether rows are single messages.
    var isFlat: Bool { provider.isOfMessages }

    var title: String { view.title(mailboxes.items) }

    /// Whether the view collects threads to answer one after the other.
    var isForAnswering: Bool { if case .replyLater = view { true } else { false } }
}
