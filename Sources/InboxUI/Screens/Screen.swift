import InboxKit
import InboxModel
import TerminalUI

/// A full-screen view of a flow: list, thread, deck, outbox, login, help.
@UI
protocol Screen: AnyObject {
    /// The context that decides which keys stand for which commands.
    var keyContext: KeyContext { get }
    /// Whether printable keys are text. Then only keys with Ctrl, Alt, function and navigation keys are looked up as commands.
    var takesText: Bool { get }
    /// Whether keys, pastes and clicks must wait, because the screen is about to close or to show the result of an action, and they may be
    /// meant for what follows.
    var holdsEvents: Bool { get }
    /// Whether the screen holds events for a search. Esc then stops the search and drops the held events.
    var endsHolding: Bool { get }
    /// Whether the screen draws over the screens beneath, which stay visible around it: a picker, help.
    var isOverlay: Bool { get }
    /// What the bottom line says while the screen is a box in front; nil where the box names its keys itself.
    var boxLine: BoxLine? { get }
    /// The screen has come to the front, for the first time or again.
    func appear()
    /// Another screen now covers this one, or the screen has been removed.
    func disappear()
    /// Returns the command that the key of a command stands for here now, if it is another one.
    func meaning(of command: Command) -> Command
    /// Performs the command that a key is bound to. Returns false when the command has no meaning here.
    func perform(_ command: Command) -> Bool
    /// Performs a command with a number that was typed before the key: a position or a count. Called only for commands that take a number.
    /// Returns false when the number has no meaning here, without having done anything.
    func perform(_ command: Command, number: Int) -> Bool
    /// Performs a user-defined action that a key is bound to.
    func perform(_ own: OwnKey) -> Bool
    /// Performs one with a number that was typed before the key. Returns false when the number has no meaning here, without having done
    /// anything.
    func perform(_ own: OwnKey, number: Int) -> Bool
    /// Handles input that is bound to no command: text, paste, mouse. Returns false when it has no meaning here.
    func handle(_ event: InputEvent) -> Bool
    /// Returns what the mouse points at there, as the user sees it, where that may move: a row. A click that had to wait is dropped if this
    /// has changed meanwhile.
    func target(at position: Point) -> AnyHashable?
    /// Which of several things the screen shows now: a view, a thread. Nil where it only ever shows one.
    var shownThing: AnyHashable? { get }
    /// The user starts an action on mail, on this screen or one above; the action is carried out before any job queued from now on.
    /// - Parameters:
    ///   - command: Nil where the command is not known: an undo or redo.
    ///   - parts: Empty where the affected mail is not known.
    func deedBegan(_ command: Action.Command?, on parts: [DeedPart])
    /// An undo or redo changed mail. The providers deliver the changes to the rows.
    /// - Parameter isInFront: Whether this screen is in front; a screen beneath does not move its selection.
    func wentBack(_ deed: Deed, isInFront: Bool)
    /// The settings have changed.
    func settingsChanged()
    /// The server status of some account has changed.
    func statusesChanged()
    /// Help on this screen beyond its commands: keys that text fields and lists handle themselves, and words to type.
    var helpNotes: [HelpNote] { get }
    /// Commands of the key context that have no meaning on this screen; help omits them.
    var deadCommands: Set<Command> { get }
    /// The threads that a user-defined command would act on.
    var threadsToActOn: [ThreadID] { get }
    /// The accounts of the mail that a command would act on.
    var accountsToActIn: Set<AccountID> { get }
    /// Draws the whole screen, including the top and bottom line.
    func draw(into grid: inout Grid)
    /// Prepares, while the program is idle, something that the next frame may need. Returns false when nothing is left to prepare.
    func prepare() -> Bool
}

extension Screen {
    var takesText: Bool { false }
    var holdsEvents: Bool { false }
    var endsHolding: Bool { false }
    var isOverlay: Bool { false }
    var boxLine: BoxLine? { BoxLine() }
    func appear() {}
    func disappear() {}
    func meaning(of command: Command) -> Command { command }
    func perform(_ command: Command, number: Int) -> Bool { goTo(command, number: number) }
    func perform(_ own: OwnKey) -> Bool { false }
    func perform(_ own: OwnKey, number: Int) -> Bool { false }
    func handle(_ event: InputEvent) -> Bool { false }
    func target(at position: Point) -> AnyHashable? { nil }
    var shownThing: AnyHashable? { nil }
    var helpNotes: [HelpNote] { [] }
    /// A box is kept by this key only where a form is filled in.
    var deadCommands: Set<Command> { keyContext == .picker ? [.send] : [] }
    var threadsToActOn: [ThreadID] { [] }
    var accountsToActIn: Set<AccountID> { [] }
    func prepare() -> Bool { false }

    /// Goes to a row or line by its number, for the commands that go to the ends and that open a row. Past the end it goes to the last.
    func goTo(_ command: Command, number: Int) -> Bool {
        guard [.top, .bottom, .open].contains(command), perform(.top) else { return false }
        for _ in 1..<max(1, min(number, KeyReader.mostTimes)) { _ = perform(.down) }
        return true
    }

    func deedBegan(_ command: Action.Command?, on parts: [DeedPart]) {}
    func wentBack(_ deed: Deed, isInFront: Bool) {}
    func settingsChanged() {}
    func statusesChanged() {}
}

/// The keys of a box, for the bottom line beneath it.
struct BoxLine: Hashable, Sendable {
    /// What Enter does; nil where nothing can be taken.
    var deed: String? = "choose"
    /// What the back key does; nil for its usual word.
    var back: String?
    /// What another key of the box does now, such as marking several.
    var more: StatusBar.Hint?
}

/// A section of help about one screen.
struct HelpNote: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// The keys, or the text to type.
        var keys: String
        var title: String

        init(_ keys: String, _ title: String) {
            self.keys = keys
            self.title = title
        }
    }

    var heading: String
    var entries: [Entry]

    init(_ heading: String, _ entries: [Entry]) {
        self.heading = heading
        self.entries = entries
    }
}
