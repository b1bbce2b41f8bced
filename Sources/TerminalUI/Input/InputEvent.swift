/// What comes from the person and the terminal.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    /// Pasted text: lines end in "\n", there is no other control but the tab. It never means a key.
    case paste(String)
    case mouse(Mouse)
    /// The terminal's window got or lost the keyboard.
    case focus(Bool)
    case resize(Size)
    /// The process goes on after it was stopped, or after a program that had the terminal.
    case resumed
    /// The process is asked to end.
    case terminate(Ending)
    case report(Report)

    public enum Ending: Hashable, Sendable {
        /// SIGTERM or SIGQUIT.
        case terminated
        /// SIGHUP, or the terminal is gone.
        case hangup
        /// SIGINT from outside; Ctrl-c on the keyboard is a key.
        case interrupted
    }

    /// An answer of the terminal to a question, most of which are asked at the start.
    public enum Report: Hashable, Sendable {
        /// The background's colour as 0xRRGGBB.
        case background(UInt32)
        /// Whether the terminal knows the private mode of that number.
        case mode(Int, isKnown: Bool)
        /// What the terminal is (DA1), and whether it draws sixels: the answer to the last question.
        case kind(drawsSixels: Bool)
        /// It is well (DSR), and so has got everything that was written before the question.
        case well
    }
}

/// What the mouse did, and where.
public struct Mouse: Hashable, Sendable {
    public enum Button: Hashable, Sendable {
        case left, middle, right
    }

    public enum Action: Hashable, Sendable {
        case press(Button), release(Button), drag(Button), move, wheelUp, wheelDown, wheelLeft, wheelRight
    }

    public var action: Action
    /// The cell, in coordinates of the whole grid.
    public var position: Point
    public var modifiers: Key.Modifiers

    public init(_ action: Action, at position: Point, _ modifiers: Key.Modifiers = []) {
        self.action = action
        self.position = position
        self.modifiers = modifiers
    }
}
