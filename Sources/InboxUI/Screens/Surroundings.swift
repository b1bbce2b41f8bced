import Foundation
import InboxKit
import InboxModel
import Programs
import TerminalUI

/// Why an action changed no mail.
enum NotDone: Hashable, Sendable {
    /// It could not be performed.
    case refused
    /// All mail was already as the action would leave it.
    case needless
}

/// What a screen may ask of the program around it.
@UI
protocol Surroundings: AnyObject {
    var session: MailSession { get }
    var settings: Settings { get }
    /// The addresses of all accounts: who “me” is.
    var ownAddresses: Set<String> { get }

    /// Creates the demo mailbox and adds it as an account; it is shown when this returns. Nil where the program has none.
    var startDemo: (@UI () async -> Void)? { get }
    /// The clock, whose time is the same for all parts of a frame.
    var clock: WallClock { get }
    /// Returns the keys bound to a command, as hints and help write them: `e`, `gg`, `Ctrl-d`.
    func keyName(of command: Command, in context: KeyContext) -> String?

    /// Keeps a small value for the next start, in `session.setting`. Returns without waiting.
    func keep(_ value: String?, for key: String)
    /// Requests a new frame, because something on the screen changed.
    func setNeedsDraw()
    /// Puts a screen on top of the current one.
    func push(_ screen: any Screen)
    /// Goes back to the screen beneath.
    func pop()
    /// Removes a screen and all screens above it; does nothing if the screen is gone already.
    func close(_ screen: any Screen)
    /// Switches to another set of screens: login or main.
    func switchFlow(_ key: FlowKey)
    /// Shows a message above the bottom line for some seconds.
    func say(_ text: String, kind: ToastKind)
    /// Shows a message about what is in front now, such as its order; it goes when the user leaves that.
    func sayHere(_ text: String, kind: ToastKind)

    /// Performs an action of one or several parts, which may each have their own target and command: all of it or nothing. Queues it, and
    /// shows what was done with the undo key, or why it cannot be done. Returns without waiting; lists change through their providers.
    /// - Parameters:
    ///   - date: The end of a snooze.
    ///   - notDone: Called when the action could not be performed, or changed nothing.
    func act(
        _ command: Action.Command, on parts: [DeedPart], until date: Date?,
        notDone: @escaping @UI @Sendable (NotDone) -> Void)
    /// Performs an action for which the session has a call of its own.
    /// - Parameters:
    ///   - words: Returns the message to show when it is done.
    ///   - otherwise: The message where there was nothing to do; nil shows none.
    func act(
        saying words: @escaping @Sendable (Deed) -> String, otherwise: String?,
        _ work: @escaping @Sendable (MailSession) async throws(SessionError) -> Deed?)
    /// Marks messages as read because they were visible. The user did not ask for this, so undo first takes back a message that is still
    /// counting down, and a failure is not reported.
    func markRead(_ messages: [MessageID])
    /// Handles the events that a screen held back (``Screen/holdsEvents``).
    func releaseEvents()
    /// Runs jobs on the store in the order of the calls; the program ends only after them. Work that waits for a server or a program must
    /// be an errand instead.
    func run(_ job: @escaping @UI @Sendable () async -> Void)
    /// Opens a screen that the user does not wait for. While the user types text or a box is open, it waits until that is over.
    /// - Returns: Whether the screen is open now.
    func pushWhenFree(_ screen: any Screen) -> Bool
    /// Whether a screen is in front.
    func isInFront(_ screen: any Screen) -> Bool
    /// Delivers a result that a screen asked for, and that may open another screen, once that screen is in front; never if it is gone.
    /// - Parameter tookText: Whether the screen took letters as text when it asked. If not, the result also waits until it takes none.
    func answer(_ screen: any Screen, tookText: Bool, _ done: @escaping @UI () -> Void)
    /// Starts an errand beside all other work.
    func start(_ errand: Errand)
    /// Errands that outlive their screens, such as a command that fetches mail.
    var lastingErrands: [LastingErrand] { get }
    /// Stops a lasting errand. Returns its name, or nil when it has ended already.
    func stopErrand(_ id: Int) -> String?
    /// Handles a message that was queued and leaves after that many seconds; until then it can be taken back.
    /// - Parameter draft: The draft that undo opens again; nil for a redirected message.
    func sent(_ action: ActionID, draft: MessageID?, seconds: Int)
    /// Handles a message that was queued for a time of its own; until then undo takes it back.
    /// - Parameters:
    ///   - words: The message to show, with the time.
    ///   - isAgain: Whether the message was queued before and goes back for its original time.
    func scheduled(_ words: String, isAgain: Bool)
    /// Discards a draft at once, like an action on threads.
    func discard(_ draft: MessageID)
    /// Copies a text to the terminal's clipboard. Returns false when the text is too long for that.
    func copy(_ text: String) -> Bool
    /// Runs a program that needs the terminal. Returns its exit status.
    func runProgram(_ arguments: [String]) async throws(ProgramError) -> Int

    /// Lends the terminal to work that needs it, and passes the terminal's name; nil where there is none.
    func lendTerminal(_ work: @UI (String?) async -> Void) async
    /// The cache of signature checks; nil where the settings turn OpenPGP and S/MIME off.
    var sealMemory: SealMemory? { get }

    /// The user's settings file; nil where there is none.
    var settingsFile: SettingsFile? { get }
    /// Opens the settings file in the user's editor, and reads it again afterwards.
    func editSettings()

    /// Mail that waits to be sent.
    var outgoing: OutgoingMail { get }
    /// What was done today, in words; empty when nothing was.
    var doneToday: String { get }
    /// The last action on threads, to repeat on others (`.`). It is set just before the action; an action that is refused or changes
    /// nothing then does not count.
    var lastAct: LastAct? { get set }
    /// The reading positions in which threads were left.
    var threadSights: ThreadSights { get set }
    /// The draft whose composer was left last.
    var leftDraft: LeftDraft? { get set }
    /// Undoes the last action (`z`) or redoes it (`Z`), and tells the user.
    func undo()
    func redo()
    /// Notes a step that only a screen knows, such as a card laid aside. Undo takes it back in its turn: after what was done later.
    /// - Parameter takeBack: Takes the step back; returns false when it is not there any more.
    func noteStep(of screen: any Screen, takeBack: @escaping @UI () -> Bool)
    /// Returns the bottom line's words on connection and queue: “⟲ 2 queued”, “● live” and so on.
    func statusText(for account: AccountID?) -> StatusText
}

extension Surroundings {
    func act(_ command: Action.Command, on parts: [DeedPart]) { act(command, on: parts, until: nil) { _ in } }

    func act(
        _ command: Action.Command, on threads: [ThreadID], target: MailboxID?,
        notDone: @escaping @UI @Sendable (NotDone) -> Void = { _ in }
    ) { act(command, on: [DeedPart(threads: threads, target: target)], until: nil, notDone: notDone) }

    func act(_ command: Action.Command, onMessages messages: [MessageID], target: MailboxID?) {
        act(command, on: [DeedPart(messages: messages, target: target)])
    }

    /// The identities that the user may write as.
    var senders: Senders { settings.senders(of: session.knownAccounts, session) }
}
