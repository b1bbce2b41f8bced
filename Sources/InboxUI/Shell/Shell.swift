import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// What stands around the screens: it gives keys to them, draws them, and does what they ask.
@UI
final class Shell: Root {
    let session: MailSession
    private(set) var settings: Settings
    let clock: WallClock
    private(set) var keys: KeyMap
    /// Reads the settings anew, where there is a file of them.
    var readSettings: (@UI () -> SettingsReading)?
    /// What was said and what changed since the start.
    private(set) var journal = Journal()
    let make: ScreenMaker
    let startDemo: (@UI () async -> Void)?
    let flows = FlowManager()
    let jobs = JobLine()
    weak var application: Application?
    /// What is to be written at the start.
    var writing: MailtoLink?

    let accounts: ModelProvider<Account>
    private let actions: ModelProvider<Action>
    private var listeners: [AnyObject] = []
    var status = StatusCenter()
    var toasts = ToastShelf()
    var unsent: UnsentMessage?
    private(set) var ownAddresses: Set<String> = []
    private(set) var glyphs = Glyphs.unicode
    private var frameTime = ContinuousClock.now
    private var reader = KeyReader()
    private var watchers: [Task<Void, Never>] = []
    private var hasStarted = false
    private(set) var newMail: NewMailWatch?

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
        if let writing, !accounts.items.isEmpty, let screen = make.compose(.link(writing), self) { push(screen) }
        watchers.append(
            Task { [weak self, session] in
                for await _ in session.statusChanges() { self?.takeStatuses() }
            })
        watchers.append(
            Task { [weak self, session] in
                for await notice in session.notices() {
                    self?.say(Wording.sentence(notice), kind: notice.isTrouble ? .failure : .done, undo: false)
                }
            })
        watchers.append(
            Task { [weak self, session] in
                for await failure in session.data.failures() {
                    self?.say(Wording.sentence(failure), kind: .failure, undo: false)
                }
            })
    }

    /// Does what was asked for to its end, and stops watching.
    func end() async {
        for watcher in watchers { watcher.cancel() }
        newMail?.end()
        newMail = nil
        for screen in flows.screens.reversed() { screen.disappear() }
        await jobs.finish()
        // Screens hold what is around them, and that holds the screens.
        flows.removeAll()
    }

    /// Connects; only after the first frame, which must not wait for it.
    private func start() {
        hasStarted = true
        let session = session
        if let display = application?.display {
            newMail = NewMailWatch(settings: settings, session: session, display: display, clock: clock)
        }
        watchers.append(
            Task { [weak self] in
                let syncs = await Task.detached { session.start() }.value
                self?.started(syncs: syncs)
            })
    }

    private func started(syncs: Bool) {
        status.isFollowing = !syncs
        takeStatuses()
        if !syncs { say("Another Maraca syncs this mailbox; this one shows and queues.", kind: .warning, undo: false) }
    }

    // MARK: Root

    func draw(into grid: inout Grid) {
        frameTime = grid.frame.now
        glyphs = grid.frame.glyphs
        if grid.width < 20 || grid.height < 6 {
            grid.draw(centred: "too small", y: grid.height / 2, .dim)
        } else {
            drawScreens(into: &grid)
        }
        if status.isBusy { grid.frame.redraw(at: frameTime + Spinner.step) }
        if !hasStarted { start() }
    }

    private func drawScreens(into grid: inout Grid) {
        flows.draw(into: &grid)
        let bottom = grid.height - 1
        grid.inside(Rect(x: 0, y: 0, width: grid.width, height: Shell.toastRow(height: grid.height) + 1)) {
            toasts.draw(into: &$0)
        }
        if reader.isWaiting {
            drawContinuations(into: &grid, y: bottom)
        }
    }

    /// The keys that were begun, and what may follow.
    private func drawContinuations(into grid: inout Grid, y: Int) {
        guard let context = flows.screens.last?.keyContext else { return }
        grid.fill(Rect(x: 0, y: y, width: grid.width, height: 1), with: " ")
        var x = grid.draw(" \(reader.text)\(glyphs.ellipsis)  ", x: 0, y: y, .accent)
        guard !reader.begun.isEmpty else { return }
        for (rest, command) in keys.continuations(of: reader.begun, in: context) {
            let words = CommandTable.definition(of: command)?.hint ?? command.rawValue
            guard x + TextCells.width("\(rest) \(words)") < grid.width else { break }
            x = grid.draw("\(rest) ", x: x, y: y, .accent)
            x = grid.draw(words, x: x, y: y, .dim) + 2
        }
    }

    /// Where toasts stand: above the bottom line, where screens leave a row free; in it when there is little room.
    static func toastRow(height: Int) -> Int { height >= 16 ? height - 2 : height - 1 }

    func handle(_ event: InputEvent, in application: Application) {
        self.application = application
        switch event {
        case .key(let key): handle(key)
        case .terminate: quit()
        case .resumed: application.redraw()
        case .focus(let isInFront): newMail?.focus(isInFront)
        default: _ = flows.screens.last?.handle(event)
        }
    }

    private func handle(_ key: Key) {
        guard let screen = flows.screens.last else { return }
        if screen.takesText, key.typed != nil {
            reader.forget()
            _ = screen.handle(.key(key))
            return
        }
        switch reader.press(key, in: screen.keyContext, keys) {
        case .command(let command, let count):
            for _ in 0..<count where flows.screens.last === screen {
                if !screen.perform(command), !perform(command, on: screen) { _ = screen.handle(.key(key)) }
            }
        case .unbound(let key): _ = screen.handle(.key(key))
        case .waiting: break
        }
    }

    /// What a command means everywhere, unless the screen knows better.
    private func perform(_ command: Command, on screen: any Screen) -> Bool {
        switch command {
        case .quit: quit()
        case .back: pop()
        case .undo: undo()
        case .redo: redo()
        case .redraw: application?.redraw()
        case .help: push(HelpScreen(context: screen.keyContext, around: self, keys: keys))
        case .outbox: push(make.outbox(self))
        case .jobs: push(JobsScreen(around: self))
        case .log: openLog()
        case .reload: reload()
        case .palette: openPalette(over: screen)
        default: return false
        }
        return true
    }

    private func openPalette(over screen: any Screen) {
        let context = screen.keyContext
        let commands = keys.allCommands(in: context).filter { $0 != .palette }
        push(
            PaletteScreen(commands, context: context, around: self) { [weak self, weak screen] command in
                guard let self, let screen else { return }
                if !screen.perform(command) { _ = self.perform(command, on: screen) }
            })
    }

    // MARK: What changed

    /// The sign of what goes on, as of this frame.
    private var spinner: String {
        guard settings.animation else { return glyphs.ellipsis }
        let steps = (frameTime - Shell.epoch) / Spinner.step
        return glyphs.spinner[Int(steps) % glyphs.spinner.count]
    }

    private static let epoch = ContinuousClock.now

    func statusText(for account: AccountID?) -> StatusText {
        status.text(for: account, glyphs: glyphs, spinner: spinner)
    }

    private func takeStatuses() {
        for account in accounts.items {
            let before = status.statuses[account.id]
            let now = session.status(of: account.id)
            status.statuses[account.id] = now
            note(before, now, account)
            if now.needsSignIn, before?.needsSignIn != true { askToSignIn(account) }
        }
        setNeedsDraw()
    }

    // MARK: Journal

    func note(_ text: String) { journal.add(text, at: clock.now()) }

    private func note(_ before: AccountStatus?, _ now: AccountStatus, _ account: Account) {
        guard before?.phase != now.phase else { return }
        note("\(Wording.line(account.address)): \(Wording.sentence(now.phase))")
    }

    private func openLog() {
        let clock = clock
        push(
            TextScreen("What happened", around: self, startsAtEnd: true) { [weak self] in
                self?.journal.text(clock) ?? ""
            })
    }

    // MARK: Settings

    private func reload() {
        guard let reading = readSettings?() else {
            return say("There is no config.json here.", kind: .warning, undo: false)
        }
        let old = settings
        settings = reading.settings
        keys = KeyMap(settings: settings)
        reader.forget()
        application?.motion = settings.animation
        if let display = application?.display {
            settings.apply(to: display)
            newMail?.end()
            newMail = NewMailWatch(settings: settings, session: session, display: display, clock: clock)
        }
        application?.redraw()
        for notice in reading.notices { note(notice) }
        if let first = reading.notices.first {
            say(first, kind: .warning, undo: false)
        } else if settings.needsRestart(after: old) {
            say("Read; ascii and color count from the next start.", kind: .done, undo: false)
        } else {
            say("config.json was read anew.", kind: .done, undo: false)
        }
    }

    private func askToSignIn(_ account: Account) {
        let key = keyName(of: .refresh, in: .list).map { ": \($0)" } ?? ""
        say("\(Wording.line(account.address)) has to sign in again\(key)", kind: .failure, undo: false)
    }

    private func takeAccounts() {
        let others = settings.identities.filter { !$0.isPattern }.map { $0.email.lowercased() }
        ownAddresses = Set(accounts.items.map { $0.address.lowercased() } + others)
        status.statuses = Dictionary(
            accounts.items.map { ($0.id, session.status(of: $0.id)) }, uniquingKeysWith: { first, _ in first })
        if accounts.items.isEmpty, flows.current == .main { flows.switchFlow(.login) }
        setNeedsDraw()
    }

    private func takeActions() {
        status.queued = Dictionary(
            actions.items.filter { !$0.isHeldByServer }.map { ($0.account, 1) }, uniquingKeysWith: +)
        setNeedsDraw()
    }
}
