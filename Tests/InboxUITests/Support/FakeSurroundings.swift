import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import Programs
import TerminalUI
import Testing
import TestSupport

@testable import InboxUI

/// The program around a screen, for tests. It performs requests on the store, and records them.
@UI
final class FakeSurroundings: Surroundings {
    let store: Store
    let server: ModelServer
    let session: MailSession
    var account = AccountID(0)
    var settings = Settings()
    var settingsFile: SettingsFile?
    var ownAddresses: Set<String> = ["me@example.test"]
    var startDemo: (@UI () async -> Void)?
    var lastAct: LastAct?
    var leftDraft: LeftDraft?
    var doneToday = ""
    var threadSights = ThreadSights()
    var outgoing = OutgoingMail()
    var clock: WallClock
    var status = StatusText(connection: "● live", queue: "", isGood: true)
    /// The accounts whose status differs from the common one.
    var statuses: [AccountID: StatusText] = [:]

    /// Replaces every program that a screen runs.
    var program: (([String]) -> Int)?
    private(set) var pushed: [any Screen] = []
    private(set) var pops = 0
    private(set) var flows: [FlowKey] = []
    private(set) var said: [String] = []
    private(set) var acted: [String] = [] {
        didSet { order.noteDeed(acted.last == "undo" ? -1 : 1) }
    }
    /// Steps of screens, in order with what was acted.
    private var order = UnsentMessages()
    private var steps: [@UI () -> Bool] = []
    private(set) var draws = 0
    private(set) var kept: [String: String] = [:]
    private var work: [Task<Void, Never>] = []
    private var errands: [Task<Void, Never>] = []
    private(set) var errandWords: [String] = []
    /// Those that go on without their screen.
    private(set) var lastingWords: [String] = []
    private var waiters: [AsyncStream<Void>.Continuation] = []
    private let keys = KeyMap()
    /// The folder for saved files.
    private let downloads = try? TemporaryFolder()

    /// - Parameters:
    ///   - now: seconds after 2026-01-01 00:00 UTC.
    ///   - owner: the server's name for the owner of an added account.
    init(
        now: Int = 40 * 86_400, withAccount: Bool = true, dialect: Account.Dialect = .inbox, owner: String = "Me",
        sessionClock: any Clock<Duration> = ContinuousClock(), pace: Pace = .frame
    ) throws {
        let store = try Store()
        let server = ModelServer()
        self.store = store
        self.server = server
        session = MailSession(store: store, clock: sessionClock, pace: pace) { _, _ in
            ScriptedService(server, name: owner)
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        clock = WallClock(calendar: calendar) { .test(now) }
        try store.writeNow { try $0.setSetting("1", key: FirstHint.key) }
        if withAccount { account = try store.addTestAccount(.test(dialect: dialect)) }
        settings.downloads = downloads?.path ?? ""
    }

    /// Adds an account whose queue is only displayed, not sent.
    func addPausedAccount(_ address: String) async throws -> Account {
        let new = try await session.addAccount(
            address: address, url: "", userName: nil, dialect: .inbox, secret: "s")
        await session.pause(new.id)
        return new
    }

    func fill(_ messages: RemoteMessage...) throws { try fill(messages) }

    func fill(_ messages: [RemoteMessage]) throws {
        let account = account
        try store.writeNow { transaction in
            for message in messages {
                try transaction.receive(message, account: account, bodyText: message.body?.plain)
            }
        }
    }

    func thread(_ remoteID: String) throws -> ThreadID {
        try #require(try session.named(remoteID).threads.first)
    }

    /// Answers yes to all questions.
    func confirm() {
        while let question = pushed.last as? QuestionScreen, pops < pushed.count {
            _ = question.handle(.key(.enter))
        }
    }

    /// Returns once the condition holds. Checks at every request and redraw; a suite's time limit ends the wait.
    func until(_ isDone: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
        let (looks, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        waiters.append(continuation)
        if isDone() { return }
        let end = continuation.giveUpInTime()
        defer { end.cancel() }
        for await _ in looks where isDone() { return }
        Issue.record(NeverCame(), sourceLocation: sourceLocation)
    }

    /// Returns once all actions are in the store.
    func settle() async {
        while !work.isEmpty || !errands.isEmpty {
            await (errands.isEmpty ? work.removeFirst() : errands.removeFirst()).value
        }
    }

    /// Cancels what a screen waits for, like Esc.
    func stopErrands() {
        for errand in errands { errand.cancel() }
    }

    private func look() {
        for waiter in waiters { waiter.yield() }
    }

    // MARK: Surroundings

    func markRead(_ messages: [MessageID]) { act(.shake, onMessages: messages, target: nil) }
    func sayHere(_ text: String, kind: ToastKind) { say(text, kind: kind) }
    func isInFront(_ screen: any Screen) -> Bool { true }
    func answer(_ screen: any Screen, tookText: Bool, _ done: @escaping @UI () -> Void) { done() }
    func releaseEvents() {}

    func keyName(of command: Command, in context: KeyContext) -> String? {
        keys.name(of: command, in: context)
    }

    func keep(_ value: String?, for key: String) { kept[key] = value }

    func setNeedsDraw() {
        draws += 1
        look()
    }

    /// The screen that is told about undone actions.
    weak var front: (any Screen)?

    func push(_ screen: any Screen) {
        pushed.append(screen)
        look()
    }

    func pushWhenFree(_ screen: any Screen) -> Bool {
        push(screen)
        return true
    }

    func discard(_ draft: MessageID) {
        acted.append("discard")
        run { [session] in _ = try? await session.discardDraft(draft) }
    }

    func pop() {
        pops += 1
        look()
    }

    func close(_ screen: any Screen) {
        pops += 1
        look()
    }

    func start(_ errand: Errand) {
        errandWords.append(errand.words)
        if !errand.endsWithScreen { lastingWords.append(errand.words) }
        errands.append(
            Task {
                let done = await errand.work()
                if !Task.isCancelled { done() }
                look()
            })
        look()
    }

    var lastingErrands: [LastingErrand] = []

    func stopErrand(_ id: Int) -> String? {
        guard let index = lastingErrands.firstIndex(where: { $0.id == id }) else { return nil }
        return lastingErrands.remove(at: index).words
    }

    func switchFlow(_ key: FlowKey) {
        flows.append(key)
        look()
    }

    func say(_ text: String, kind: ToastKind) {
        said.append(text)
        look()
    }

    /// Performs one action after the other, like the program.
    private func queue(_ job: @escaping @UI @Sendable () async -> Void) {
        let last = work.last
        work.append(
            Task {
                await last?.value
                await job()
            })
    }

    func act(
        saying words: @escaping @Sendable (Deed) -> String, otherwise: String?,
        _ work: @escaping @Sendable (MailSession) async throws(SessionError) -> Deed?
    ) {
        let session = session
        self.work.append(
            Task {
                do throws(SessionError) {
                    if let words = try await work(session).map(words) ?? otherwise { said.append(words) }
                } catch {
                    said.append(Wording.sentence(error))
                }
                look()
            })
    }

    func act(
        _ command: Action.Command, on parts: [DeedPart], until date: Date?,
        notDone: @escaping @UI @Sendable (NotDone) -> Void
    ) {
        let what =
            parts.count > 1
            ? "parts \(parts.count)"
            : parts[0].messages.isEmpty
                ? parts[0].threads.map(\.description).joined(separator: ",") : "messages \(parts[0].messages.count)"
        acted.append("\(command.rawValue) \(what)")
        let session = session
        queue {
            do throws(SessionError) {
                if try await session.perform(command, on: parts, date: date) == nil { notDone(.needless) }
            } catch {
                notDone(.refused)
            }
        }
        look()
    }

    func noteStep(of screen: any Screen, takeBack: @escaping @UI () -> Bool) {
        steps.append(takeBack)
        order.add(.init(subject: .step(steps.count - 1)))
    }

    func undo() {
        while case .step(let number)? = order.takeNext()?.subject { if steps[number]() { return } }
        let before = work
        let session = session
        acted.append("undo")
        work.append(
            Task {
                for task in before { await task.value }
                guard let deed = try? await session.undo() else { return }
                self.front?.wentBack(deed, isInFront: true)
            })
        look()
    }

    func redo() { acted.append("redo") }

    func run(_ job: @escaping @UI @Sendable () async -> Void) {
        let before = work
        work.append(
            Task {
                for task in before { await task.value }
                await job()
            })
        look()
    }

    func scheduled(_ words: String, isAgain: Bool) { say(words, kind: .done) }
    func sent(_ action: ActionID, draft: MessageID?, seconds: Int) {
        acted.append("sent after \(seconds)")
        look()
    }

    private(set) var copied: [String] = []

    func copy(_ text: String) -> Bool {
        copied.append(text)
        look()
        return true
    }

    func runProgram(_ arguments: [String]) async throws(ProgramError) -> Int {
        guard let run = program else { throw ProgramError(program: arguments.first ?? "", code: 2) }
        return run(arguments)
    }

    var sealMemory: SealMemory?
    /// The terminal that is lent; nil for none.
    var terminal: String?
    private(set) var lends = 0

    func lendTerminal(_ work: @UI (String?) async -> Void) async {
        lends += 1
        await work(terminal)
    }

    private(set) var settingsEdits = 0

    func editSettings() { settingsEdits += 1 }

    func statusText(for account: AccountID?) -> StatusText { account.flatMap { statuses[$0] } ?? status }
}

extension FakeSurroundings {
    /// Draws the current screen.
    func draw(
        _ screen: any Screen, _ width: Int = 80, _ height: Int = 24, at now: ContinuousClock.Instant = .now,
        motion: Bool = false
    )
        -> Grid
    {
        var grid = Grid(size: Size(width: width, height: height), frame: Frame(now: now, motion: motion))
        screen.draw(into: &grid)
        return grid
    }

    func text(_ screen: any Screen, _ width: Int = 80, _ height: Int = 24) -> [String] {
        let grid = draw(screen, width, height)
        return (0..<height).map { grid.text(row: $0) }
    }
}

extension Screen {
    /// Types a text letter by letter, with Enter for a new line.
    func type(_ text: some StringProtocol) {
        for letter in text { _ = handle(.key(letter == "\n" ? .enter : Key(letter))) }
    }
}
