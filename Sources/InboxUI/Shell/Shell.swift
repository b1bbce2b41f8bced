import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The root around the screens: it passes keys to them, draws them, and does what they ask.
@UI
final class Shell: Root {
    let session: MailSession
    var settings: Settings
    var clock: WallClock
    var keys: KeyMap {
        didSet { keyNames = [:] }
    }
    /// The cache of key names: every frame looks up those of its hints.
    var keyNames: [KeyContext: [Command: String?]] = [:]
    /// Rereads the settings, where there is a settings file.
    var readSettings: (@UI () -> SettingsReading)?
    /// The settings file, as it was last read.
    var settingsFile: SettingsFile?
    /// The messages and changes since the start.
    var journal = Journal()
    let make: ScreenMaker
    let startDemo: (@UI () async -> Void)?
    let flows = FlowManager()
    private(set) lazy var jobs = JobLine { [weak self] in self?.setNeedsDraw() }
    /// Whether there was an account when the accounts last changed.
    var hadAccounts = false
    private(set) lazy var errands = ErrandList { [weak self] in
        self?.setNeedsDraw()
    } answer: { [weak self] in
        self?.answer($0, $1, $2)
    }
    let lateAnswers = LateAnswers()
    /// The question whether to quit.
    weak var quitting: QuestionScreen?
    weak var application: Application?

    let accounts: ModelProvider<Account>
    let actions: ModelProvider<Action>
    private var listeners: [AnyObject] = []
    var status = StatusCenter()
    var toasts = ToastShelf()
    var unsent = UnsentMessages()
    /// The steps in `unsent`.
    var steps = ScreenSteps()
    /// Until then a message that undo reopened takes no letters: they were typed for the screen before it.
    var settlesAt: ContinuousClock.Instant?
    /// Whether a message was taken back and is about to reopen. Until then further undos are ignored.
    var isReopening = false
    /// How many scheduled messages were taken back. An undo that was pressed before the user saw the last one is dropped.
    var recalls = 0
    /// Input that came while a screen ends. It is handled after that, since it may be meant for the screen beneath.
    var heldEvents: [HeldEvent] = []
    var outgoing = OutgoingMail()
    var lastAct: LastAct? {
        didSet { unprovenAct = lastAct.map { (oldValue, $0) } }
    }
    /// The last act and the one before it, until the last one begins.
    var unprovenAct: (before: LastAct?, now: LastAct)?
    var leftDraft: LeftDraft?
    let tally: TallyKeeper
    let restWatch = RestWatch()
    var threadSights = ThreadSights()
    var seals = SealMemory()
    var ownAddresses: Set<String> = []
    var glyphs = Glyphs.unicode
    var frameTime = ContinuousClock.now
    /// The clickable keys of the last frame.
    var hints: [PlacedHint] = []
    var reader = KeyReader()
    var watchers: [Task<Void, Never>] = []
    var hasStarted = false
    /// Whether the screen is gone while the last requests are completed.
    var isEnding = false
    /// Whether the store refused a write at the end: minor writes are skipped then.
    var storeTakesNothing = false
    /// When the job began for which the user was told why it may take long.
    var toldLateSince: ContinuousClock.Instant?
    /// Failures that no frame has shown yet.
    var untold: [String] = []
    /// Where the texts are that were being written when the last account was removed.
    var orphans: [String] = []
    var newMail: NewMailWatch?
    /// Whether the terminal has the focus; nil where it never reported that. It may report before there is a watch.
    var isInFront: Bool? {
        didSet { if let isInFront { newMail?.focus(isInFront) } }
    }
    /// Waits; replaced in tests.
    var pause: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    /// Sets what Ctrl-c does when the screen is gone; replaced in tests.
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
        tally = TallyKeeper(session.setting(DayTally.key))
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
    func begin(_ start: Start = Start()) {
        flows.switchFlow(accounts.items.isEmpty ? .login : .main)
        takeUpUnsent()
        let goes = start.account.map { goToInbox(of: $0) } ?? false
        if start.opening == nil, start.writing == nil, !goes { reopenThread() }
        if let thread = start.opening, !accounts.items.isEmpty { push(ThreadScreen(thread: thread, around: self)) }
        if let link = start.writing, !accounts.items.isEmpty,
            let screen = make.compose(.link(link, account: start.account), self)
        {
            push(screen)
        }
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
                    self?.say(Wording.sentence(failure), kind: .failure)
                }
            })
    }

    /// Connects. Runs only after the first frame, which must not wait for it.
    func start() {
        hasStarted = true
        let session = session
        watchNewMail()
        watchers.append(
            Task { [weak self, pause] in
                await Task.detached { session.comeToTheScreen() }.value
                var looks = 0
                while !Task.isCancelled {
                    let (syncs, isWatched) = await Task.detached { (session.start(), session.isWatched) }.value
                    looks += 1
                    // A background watcher gives way at once.
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

    /// Announces new mail as the settings say now.
    func watchNewMail() {
        newMail?.end()
        newMail = application.flatMap {
            NewMailWatch(settings: settings, session: session, display: $0.display, clock: clock) { [weak self] in
                self?.say($0, kind: .warning)
            }
        }
        if let isInFront { newMail?.focus(isInFront) }
    }

    /// - Parameter syncs: false while another process syncs this home; when that process ends, this one takes over.
    private func started(syncs: Bool) {
        let followed = status.isFollowing
        status.isFollowing = !syncs
        takeStatuses()
        if followed, syncs {
            say("The other Maraca has quit; this one syncs now.", kind: .done)
        } else if !followed, !syncs {
            saysItFollows()
        }
    }

    func saysItFollows() {
        if let failure = session.lockFailure { return say(Wording.sentence(failure), kind: .failure) }
        say("Another Maraca syncs this mailbox; this one shows and queues.", kind: .warning)
    }

    /// How often to try to take over from another process.
    private static let followPause = Duration.seconds(3)
    private static let watchPause = Duration.milliseconds(250)
    private static let looksForWatch = 20
}
