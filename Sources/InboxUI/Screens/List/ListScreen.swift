import InboxKit
import InboxModel
import TerminalUI

/// The threads of a mailbox or of a search, with the drawer.
@UI
final class ListScreen: Screen {
    let around: any Surroundings
    let make: ScreenMaker
    let provider: ModelProvider<MailThread>
    let mailboxes: ModelProvider<Mailbox>
    let accounts: ModelProvider<Account>
    private var listeners: [AnyObject] = []

    private(set) var view: MailView
    var rows: ListWidget<ThreadID>
    var threads: [ThreadID: MailThread] = [:]
    var search: SearchLine?
    var drawer = Drawer()
    /// Folded words that rows set in bold.
    private(set) var matches: [String] = []

    /// Since when rows of another view are awaited; nil when those of this view are shown.
    private(set) var loadingSince: ContinuousClock.Instant?
    /// What was asked for meanwhile: it is about the rows that are awaited.
    var awaiting: [Command] = []
    /// Why the last refresh failed, in words, while there is nothing else to show.
    private(set) var failure: String?
    /// Since when the servers are asked, because the user wanted it.
    var refreshingSince: ContinuousClock.Instant?
    /// Where to go when the rows that were asked for are there.
    var jump: Jump?
    /// How often rows came since it was wanted.
    var jumpTries = 0
    /// Threads that were taken back: the first of them that is here is selected, unless the user does something else.
    private var returning: Set<ThreadID> = []
    /// What `.` does again.
    var last: (command: Action.Command, target: MailboxID?)?
    var shaking: (row: ThreadID, detector: ShakeDetector)?
    private var places: [MailView: ListPlace] = [:]
    let preview: ThreadPreview
    /// What the drawer shows that is not in the mailboxes.
    private(set) lazy var counts = ViewCounts { [weak self] in self?.drawerChanged() }
    private(set) lazy var pinned = KeptViews(KeptViews.pinned, session: around.session) { [weak self] in
        self?.drawerChanged()
    }
    private(set) lazy var searched = KeptViews(KeptViews.searched, session: around.session)
    /// What servers find beside the store.
    private(set) lazy var servers = ServerAsking(session: around.session, pause: serverPause) { [weak self] in
        self?.serversAnswered()
    }
    private let serverPause: Duration
    private(set) lazy var quotas = Quotas(session: around.session) { [weak self] in self?.around.setNeedsDraw() }

    enum Jump: Hashable {
        case top, bottom
        case thread(ThreadID)
    }

    static let page = 200

    /// - Parameter serverPause: how long a typed search has to stand before servers are asked.
    init(around: any Surroundings, make: ScreenMaker, serverPause: Duration = .milliseconds(300)) {
        self.around = around
        self.serverPause = serverPause
        self.make = make
        preview = ThreadPreview(around)
        let session = around.session
        let accounts = session.accountProvider(loadsAtOnce: true)
        let mailboxes = session.mailboxProvider(loadsAtOnce: true)
        self.accounts = accounts
        self.mailboxes = mailboxes
        let place = ListPlace(text: session.setting(ListPlace.key))
        let kept = place.flatMap { $0.view.exists(accounts.items, mailboxes.items) ? $0 : nil }
        let start = kept?.view ?? ListScreen.home(accounts.items)
        view = start
        provider = session.threadProvider(
            filter: start.predicate(around.clock), window: ListScreen.window(from: kept?.windowStart ?? 0),
            loadsAtOnce: true)
        let lines = session.setting(ListScreen.linesKey).flatMap { Int($0) } ?? around.settings.lines
        rows = ListWidget(provider.items.map(\.id), rowHeight: lines == 2 ? 2 : 1)
        takeItems()
        if let thread = kept?.thread { rows.select(thread) }
        listeners = [
            ProviderListener(provider) { [weak self] in self?.heard($0) },
            ProviderListener(mailboxes) { [weak self] _ in self?.mailboxesChanged() },
            ProviderListener(accounts) { [weak self] _ in self?.mailboxesChanged() },
        ]
    }

    static let linesKey = "list.lines"

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

    func disappear() { keepPlace() }

    func keepPlace() {
        let place = search?.origin ?? drawer.origin ?? self.place
        around.keep(place.text, for: ListPlace.key)
    }

    /// Where the user is now.
    var place: ListPlace {
        let start = provider.above + max(0, (rows.selectedIndex ?? 0) - ListScreen.page / 2)
        return ListPlace(view: view, thread: rows.selection, windowStart: start)
    }

    // MARK: What is shown

    /// Shows another view; its rows come as soon as the store has read them.
    func show(_ new: MailView) {
        show(places[new] ?? ListPlace(view: new, thread: nil))
    }

    /// Shows a view with a thread selected that was selected there before.
    func show(_ target: ListPlace) {
        guard target.view != view else {
            if let thread = target.thread, thread != rows.selection { go(to: .thread(thread)) }
            return
        }
        if loadingSince == nil { places[view] = place }
        view = target.view
        awaiting = []
        let filter = target.view.predicate(around.clock)
        if case .search = view { matches = MatchMarks.words(of: filter) } else { matches = [] }
        if case .search = view { servers.ask(filter) } else { servers.ask(nil) }
        rows.unmarkAll()
        failure = nil
        if filter == provider.filter {
            // The same in other words: nothing will be told.
            go(to: target.thread.map { .thread($0) } ?? .top)
        } else {
            loadingSince = .now
            jump = target.thread.map { .thread($0) } ?? .top
            // The window first: the rows that it brings are still those of the view before.
            provider.window = ListScreen.window(from: target.windowStart)
            provider.filter = filter
        }
        around.setNeedsDraw()
    }

    private static func window(from start: Int) -> Range<Int> { start..<(start + page) }

    private func serversAnswered() {
        if let filter = servers.widened { provider.widen(to: filter) }
        around.setNeedsDraw()
    }

    private func heard(_ event: ProviderEvent) {
        switch event {
        case .reset:
            takeItems()
            loadingSince = nil
            rows.reset(provider.items.map(\.id))
            land()
            performAwaiting()
        case .changed(let changes):
            takeItems()
            let ids = provider.items.map(\.id)
            if jump != nil, loadingSince == nil {
                rows.reset(ids)
                land()
            } else {
                rows.apply(RowChanges(changes), rows: ids)
            }
            selectReturned()
            extendWindow()
        case .fetchFailed(let error):
            refreshingSince = nil
            failure = Wording.sentence(error)
            around.say(Wording.sentence(error), kind: .failure, undo: false)
        case .fetchCompleted:
            if refreshingSince != nil { around.say("Up to date.", kind: .done, undo: false) }
            refreshingSince = nil
            failure = nil
        case .fetchStateChanged: break
        }
        around.setNeedsDraw()
    }

    func wentBack(_ threads: [ThreadID]) {
        returning = Set(threads)
        selectReturned()
    }

    private func selectReturned() {
        guard !returning.isEmpty, let first = rows.rows.first(where: returning.contains) else { return }
        returning = []
        rows.select(first)
        extendWindow()
        around.setNeedsDraw()
    }

    func forgetReturning() { returning = [] }

    private func takeItems() {
        threads = Dictionary(provider.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func mailboxesChanged() {
        if !view.exists(accounts.items, mailboxes.items) { show(ListScreen.home(accounts.items)) }
        drawerChanged()
    }

    private func drawerChanged() {
        updateDrawer()
        around.setNeedsDraw()
    }
}

extension RowChanges {
    init(_ changes: ChangeSet) {
        self.init(
            deletes: changes.deletes, inserts: changes.inserts,
            moves: changes.moves.map { Move(from: $0.from, to: $0.to) }, updates: changes.updates)
    }
}
