import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// What stands around the screens: it gives keys to them, draws them, and does what they ask.
@UI
final class Shell: Root {
    let session: MailSession
    var settings: Settings
    var clock: WallClock
    var keys: KeyMap {
        didSet { keyNames = [:] }
    }
    /// Key names that were asked for: every frame asks for those of its hints.
    var keyNames: [KeyContext: [Command: String?]] = [:]
    /// Reads the settings anew, where there is a file of them.
    var readSettings: (@UI () -> SettingsReading)?
    /// That file, as it was read last.
    var settingsFile: SettingsFile?
    /// What was said and what changed since the start.
    var journal = Journal()
    let make: ScreenMaker
    let startDemo: (@UI () async -> Void)?
    let flows = FlowManager()
    private(set) lazy var jobs = JobLine { [weak self] in self?.setNeedsDraw() }
    /// Whether there was an account when one heard of them last.
    var hadAccounts = false
    private(set) lazy var errands = ErrandList { [weak self] in
        self?.setNeedsDraw()
    } answer: { [weak self] in
        self?.answer($0, $1, $2)
    }
    let lateAnswers = LateAnswers()
    /// Asks whether to quit.
    weak var quitting: QuestionScreen?
    weak var application: Application?
    /// What is to be written at the start.
    var writing: MailtoLink?
    /// What is to be read at the start.
    var opening: ThreadID?

    let accounts: ModelProvider<Account>
    let actions: ModelProvider<Action>
    private var listeners: [AnyObject] = []
    var status = StatusCenter()
    var toasts = ToastShelf()
    var unsent = UnsentMessages()
    /// A message that came back by undo takes no letters until then: they were typed for the screen before it.
    var settlesAt: ContinuousClock.Instant?
    /// A message was taken back and is about to be here again: until then undo, pressed again, is about nothing else.
    var isReopening = false
    /// How many messages with a time of their own were taken back: undo that was pressed before it was seen is about nothing else.
    var recalls = 0
    /// What came in while a screen ends: it is done after that, for it may be meant for the screen beneath.
    var heldEvents: [InputEvent] = []
    var outgoing = OutgoingMail()
    var lastAct: LastAct? {
        didSet { unprovenAct = lastAct.map { (oldValue, $0) } }
    }
    /// What was done last, and before that, until it is begun.
    var unprovenAct: (before: LastAct?, now: LastAct)?
    var leftDraft: LeftDraft?
    var tally: DayTally
    /// Whether the tally has counted what is not kept yet.
    var hasCounted = false
    var keepingTally: Task<Void, Never>?
    var keepingPlace: Task<Void, Never>?
    /// Whether anything was pressed since that began to wait.
    var wasPressed = false
    var threadSights = ThreadSights()
    let seals = SealMemory()
    var ownAddresses: Set<String> = []
    var glyphs = Glyphs.unicode
    var frameTime = ContinuousClock.now
    /// Where the last frame shows keys that can be clicked.
    var hints: [PlacedHint] = []
    var reader = KeyReader()
    var watchers: [Task<Void, Never>] = []
    var hasStarted = false
    /// The screen is gone, and what was asked for is done to its end.
    var isEnding = false
    /// The store took nothing at the end: it is not waited for again for small things.
    var storeTakesNothing = false
    /// The job of which was said why it may take long.
    var toldLateSince: ContinuousClock.Instant?
    /// What went wrong, and no frame has shown yet.
    var untold: [String] = []
    var newMail: NewMailWatch?
    /// Waits; for tests.
    var pause: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    /// Has Ctrl-c do something when the screen is gone; for tests.
    var onInterrupt: @UI (@escaping @UI () -> Void) -> Void = { Application.onInterrupt($0) }

    init(
        session: MailSession, settings: Settings, clock: WallClock, make: ScreenMaker,
        startDemo: (@UI () async -> Void)?
    ) {
        self.session = session
        self.settings = settings
        self.clock = clock
        self.make = make
        self.startDemo = startDemo
        keys = KeyMap(settings: settings)
        tally = DayTally(text: session.setting(DayTally.key))
        accounts = session.accountProvider(loadsAtOnce: true)
        actions = session.actionProvider(loadsAtOnce: true)
        listeners = [
            ProviderListener(accounts) { [weak self] _ in self?.takeAccounts() },
            ProviderListener(actions) { [weak self] _ in self?.takeActions() },
        ]
        takeAccounts()
        takeActions()
        flows.setFlow(.login) { [unowned self] in make.login(self) }
        flows.setFlow(.main) { [unowned self] in ListScreen(around: self, make: make) }
    }

    /// Shows the first screen.
    func begin() {
        flows.switchFlow(accounts.items.isEmpty ? .login : .main)
        if opening == nil, writing == nil { reopenThread() }
        if let opening, !accounts.items.isEmpty { push(ThreadScreen(thread: opening, surroundings: self)) }
        if let writing, !accounts.items.isEmpty, let screen = make.compose(.link(writing), self) { push(screen) }
        watchers.append(
            Task { [weak self, session] in
                for await _ in session.statusChanges() { self?.takeStatuses() }
            })
        watchers.append(
            Task { [weak self, session] in
                for await notice in session.notices() { self?.hear(notice) }
            })
        watchers.append(
            Task { [weak self, session] in
                for await failure in session.data.failures() {
                    self?.say(Wording.sentence(failure), kind: .failure, undo: false)
                }
            })
    }

    /// Connects; only after the first frame, which must not wait for it.
    func start() {
        hasStarted = true
        let session = session
        if let display = application?.display {
            newMail = NewMailWatch(settings: settings, session: session, display: display, clock: clock)
        }
        watchers.append(
            Task { [weak self, pause] in
                await Task.detached { session.comeToTheScreen() }.value
                var looks = 0
                while !Task.isCancelled {
                    let (syncs, isWatched) = await Task.detached { (session.start(), session.isWatched) }.value
                    looks += 1
                    // Who watches in the background makes way at once.
                    if !syncs, isWatched, looks <= Self.looksForWatch {
                        await pause(Self.watchPause)
                        continue
                    }
                    self?.started(syncs: syncs)
                    if syncs { return }
                    await pause(Self.followPause)
                }
            })
    }

    /// - Parameter syncs: false while another process does that for this home; when it ends this one takes over.
    private func started(syncs: Bool) {
        let followed = status.isFollowing
        status.isFollowing = !syncs
        takeStatuses()
        if followed, syncs {
            say("The other Maraca has ended; this one syncs now.", kind: .done, undo: false)
        } else if !followed, !syncs {
            saysItFollows()
        }
    }

    func saysItFollows() {
        say("Another Maraca syncs this mailbox; this one shows and queues.", kind: .warning, undo: false)
    }

    /// How often it is tried to take over from another process.
    private static let followPause = Duration.seconds(3)
    private static let watchPause = Duration.milliseconds(250)
    private static let looksForWatch = 20
}
