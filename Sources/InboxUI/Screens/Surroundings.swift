public import Foundation
public import InboxKit
public import InboxModel
public import Programs
public import TerminalUI

/// What a screen may ask of the program around it.
@UI
public protocol Surroundings: AnyObject {
    var session: MailSession { get }
    var settings: Settings { get }
    /// Addresses of all accounts: who “me” is.
    var ownAddresses: Set<String> { get }

    /// The demo mailbox, where the program has one: made, added as an account, and shown when it returns.
    var startDemo: (@UI () async -> Void)? { get }
    /// The time, the same for all that is drawn.
    var clock: WallClock { get }
    /// The keys that do something here, as hints and help write them: `e`, `gg`, `Ctrl-d`.
    func keyName(of command: Command, in context: KeyContext) -> String?

    /// Keeps a small thing for the next start, in `session.setting`; returns without waiting.
    func keep(_ value: String?, for key: String)
    /// Ends the program; what is queued stays queued.
    func quit()
    /// Something on the screen changed.
    func setNeedsDraw()
    /// Puts a screen on top of this one.
    func push(_ screen: any Screen)
    /// Back to the screen beneath.
    func pop()
    /// Takes a screen away, with all that lies over it; nothing when it is gone already.
    func close(_ screen: any Screen)
    /// To another set of screens: login or main.
    func switchFlow(_ key: FlowKey)
    /// Says something above the bottom line for some seconds; `undo` adds the key that takes it back.
    func say(_ text: String, kind: ToastKind, undo: Bool)

    /// Does something to threads at once: queues it, says what was done with the undo key, or why it can't be done.
    /// Returns without waiting; lists change through their providers.
    func act(_ command: Action.Command, on threads: [ThreadID], target: MailboxID?)
    /// Does what only the session can be told.
    /// - Parameter words: what is said when it is done.
    func act(
        saying words: @escaping @Sendable (Deed) -> String,
        _ work: @escaping @Sendable (MailSession) async throws(SessionError) -> Deed?)
    /// As `act`, on several parts that each may have a place and a command of their own: all of it or nothing. It tells when it could
    /// not be done.
    /// - Parameter date: for what is snoozed.
    func act(
        _ command: Action.Command, on parts: [DeedPart], until date: Date?, refused: @escaping @UI @Sendable () -> Void)
    /// As `act`, on single messages.
    func act(_ command: Action.Command, onMessages messages: [MessageID], target: MailboxID?)
    /// Marks messages as read because they were in sight. That nobody ordered: it stands behind what was done before, and where it is
    /// refused nobody hears of it.
    func markRead(_ messages: [MessageID])
    /// The same as `act`, and tells when it could not be done.
    func act(
        _ command: Action.Command, on threads: [ThreadID], target: MailboxID?,
        refused: @escaping @UI @Sendable () -> Void)
    func act(
        _ command: Action.Command, onMessages messages: [MessageID], target: MailboxID?,
        refused: @escaping @UI @Sendable () -> Void)
    /// Snoozes threads until a time, as `act` does things to them; nil brings back those that are snoozed.
    func snooze(_ threads: [ThreadID], until date: Date?)
    /// As `snooze`, single messages.
    func snooze(messages: [MessageID], until date: Date?)
    /// Does what came in while a screen held it back (``Screen/holdsEvents``).
    func releaseEvents()
    /// Does work on the store in the order in which it was asked for; the program ends only after it. What waits for a
    /// server or a program is an errand, and never done here.
    func run(_ job: @escaping @UI @Sendable () async -> Void)
    /// Opens a screen that nobody waits for: over a text that is written, or a box that asks, only once that is over.
    /// - Returns: whether it is open.
    func pushWhenFree(_ screen: any Screen) -> Bool
    /// Whether a screen is the one that the user looks at.
    func isInFront(_ screen: any Screen) -> Bool
    /// Does what a screen asked for, and what may open another, once that screen is in front; not at all when it is gone.
    /// - Parameter tookText: whether letters were typed on it when it asked: if not, it waits until none are.
    func answer(_ screen: any Screen, tookText: Bool, _ done: @escaping @UI () -> Void)
    /// Begins what may take long, beside everything else.
    func start(_ errand: Errand)
    /// Errands that outlive their screens, such as a command that gets mail.
    var lastingErrands: [LastingErrand] { get }
    /// Stops one; returns what it was, or nil when it has ended.
    func stopErrand(_ id: Int) -> String?
    /// A message was given to the queue: it goes out after so many seconds, and until then it can be taken back.
    /// - Parameter draft: opened again then; nil for one that was passed on as it is.
    func sent(_ action: ActionID, draft: MessageID?, seconds: Int)
    /// The same of one that leaves at a time of its own, until which undo takes it back.
    /// - Parameters:
    ///   - words: when that is.
    ///   - isAgain: whether it was given to the queue before, and goes back for the time that it had.
    func scheduled(_ words: String, isAgain: Bool)
    /// Discards a draft at once, as `act` does things to threads.
    func discard(_ draft: MessageID)
    /// Has the terminal take a text into its clipboard. Returns false when it is too long for that.
    func copy(_ text: String) -> Bool
    /// Runs a program that needs the terminal; returns its exit status.
    func runProgram(_ arguments: [String]) async throws(ProgramError) -> Int

    /// Gives the terminal away while something goes on that needs it, and says which it is; nil where there is none.
    func lendTerminal(_ work: @UI (String?) async -> Void) async
    /// What is known of signatures; nil where the settings say that nobody asks.
    var sealMemory: SealMemory? { get }

    /// The user's file of settings; nil where there is none.
    var settingsFile: SettingsFile? { get }
    /// Opens the file of the settings in the user's editor, and reads it anew after that.
    func editSettings()

    /// What servers hold until a time.
    var outgoing: OutgoingMail { get }
    /// What was done today, in words; empty when that is nothing.
    var doneToday: String { get }
    /// What was done to threads last, for doing it again (`.`) to others. It is set just before; what is then refused, or changes
    /// nothing, counts as never done.
    var lastAct: LastAct? { get set }
    /// How threads were left, for coming back to them.
    var threadSights: ThreadSights { get set }
    /// The draft whose composer was left last.
    var leftDraft: LeftDraft? { get set }
    /// Takes back the last action (`z`) or does it again (`Z`), and says so.
    func undo()
    func redo()
    /// What the bottom line says about connection and queue at the right or left: “⟲ 2 queued”, “● live” and so on.
    func statusText(for account: AccountID?) -> StatusText
}

extension Surroundings {
    public func markRead(_ messages: [MessageID]) { act(.shake, onMessages: messages, target: nil) }

    public func act(_ command: Action.Command, on parts: [DeedPart]) { act(command, on: parts, until: nil) {} }

    public var outgoing: OutgoingMail { OutgoingMail() }

    public func isInFront(_ screen: any Screen) -> Bool { true }
    public func answer(_ screen: any Screen, tookText: Bool, _ done: @escaping @UI () -> Void) { done() }

    public func lendTerminal(_ work: @UI (String?) async -> Void) async { await work(nil) }
    public var sealMemory: SealMemory? { nil }

    public func releaseEvents() {}

    /// Who the user may write as.
    public var senders: Senders { settings.senders(of: session.knownAccounts, session) }
}
