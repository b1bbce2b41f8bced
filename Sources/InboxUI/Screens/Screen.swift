public import InboxKit
public import InboxModel
public import TerminalUI

/// One full-screen view of a flow: list, thread, deck, outbox, login, help.
@UI
public protocol Screen: AnyObject {
    /// Which keys mean what here.
    var keyContext: KeyContext { get }
    /// While true, printable keys are text: only keys with Ctrl, Alt, function and navigation keys are looked up as commands.
    var takesText: Bool { get }
    /// Whether it is about to end, or to show what was done: keys, pastes and clicks wait until it is known what they are meant for.
    var holdsEvents: Bool { get }
    /// Whether that ends with what the screen looks for, which Esc stops together with all that waits.
    var endsHolding: Bool { get }
    /// Whether what is beneath shows around it: a picker, help. It draws over the screens beneath, which stay in sight.
    var isOverlay: Bool { get }
    /// The screen has come to the front, for the first time or again.
    func appear()
    /// Another screen covers it, or it is gone.
    func disappear()
    /// What the key of a command means here now, where that is another one.
    func meaning(of command: Command) -> Command
    /// Does what a key was bound to; false when the command means nothing here.
    func perform(_ command: Command) -> Bool
    /// The same with a number that was typed before the key and tells which, or how many; only for commands that take one. False when
    /// the number means nothing here, and nothing was done.
    func perform(_ command: Command, number: Int) -> Bool
    /// The same for what the user bound a key to besides commands.
    func perform(_ own: OwnKey) -> Bool
    /// Takes input that no command was bound to: text, paste, mouse; false when it means nothing here.
    func handle(_ event: InputEvent) -> Bool
    /// The user changes mail, on this screen or on one above: it is done before whatever is run from now on.
    /// - Parameters:
    ///   - command: nil where it is not known what is done: a step back or forth.
    ///   - parts: none where it is not known to what.
    func deedBegan(_ command: Action.Command?, on parts: [DeedPart])
    /// What the user took back, or did again, changed mail: it comes back, if it does, by its providers.
    /// - Parameter isInFront: whether the user looks at this screen; what lies beneath does not move its selection.
    func wentBack(_ deed: Deed, isInFront: Bool)
    /// The settings are others now.
    func settingsChanged()
    /// How some account fares with its server is told otherwise now.
    func statusesChanged()
    /// What help says of this screen beside its commands: keys that text fields and lists take by themselves, words to type.
    var helpNotes: [HelpNote] { get }
    /// Commands of its table that mean nothing on this very screen: help leaves them out.
    var deadCommands: Set<Command> { get }
    /// What a command of the user's own would be about.
    var threadsToActOn: [ThreadID] { get }
    /// The accounts of the mail that a command would be about.
    var accountsToActIn: Set<AccountID> { get }
    /// Draws everything, top and bottom line included.
    func draw(into grid: inout Grid)
    /// Makes a little ready that the next frame may need, while nobody waits; false when there is nothing more to do.
    func prepare() -> Bool
}

extension Screen {
    public var takesText: Bool { false }
    public var holdsEvents: Bool { false }
    public var endsHolding: Bool { false }
    public var isOverlay: Bool { false }
    public func appear() {}
    public func disappear() {}
    public func meaning(of command: Command) -> Command { command }
    public func perform(_ command: Command, number: Int) -> Bool { goTo(command, number: number) }
    public func perform(_ own: OwnKey) -> Bool { false }
    public func handle(_ event: InputEvent) -> Bool { false }
    public var helpNotes: [HelpNote] { [] }
    /// A box is kept by this key only where a form is filled in.
    public var deadCommands: Set<Command> { keyContext == .picker ? [.send] : [] }
    public var threadsToActOn: [ThreadID] { [] }
    public var accountsToActIn: Set<AccountID> { [] }
    public func prepare() -> Bool { false }

    /// With a number the keys for the ends, and the one that opens a row, go to the row or line of that number; past the last, to that.
    func goTo(_ command: Command, number: Int) -> Bool {
        guard [.top, .bottom, .open].contains(command), perform(.top) else { return false }
        for _ in 1..<max(1, min(number, KeyReader.mostTimes)) { _ = perform(.down) }
        return true
    }

    public func deedBegan(_ command: Action.Command?, on parts: [DeedPart]) {}
    public func wentBack(_ deed: Deed, isInFront: Bool) {}
    public func settingsChanged() {}
    public func statusesChanged() {}
}

/// A part of help that is about one screen.
public struct HelpNote: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        /// Keys, or what is typed.
        public var keys: String
        public var title: String

        public init(_ keys: String, _ title: String) {
            self.keys = keys
            self.title = title
        }
    }

    public var heading: String
    public var entries: [Entry]

    public init(_ heading: String, _ entries: [Entry]) {
        self.heading = heading
        self.entries = entries
    }
}
