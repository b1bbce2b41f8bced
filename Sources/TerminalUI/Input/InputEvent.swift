/// An event from the user or the terminal.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    /// Pasted text: lines end in "\n", and the only other control character is the tab. It never acts as keys.
    case paste(String)
    case mouse(Mouse)
    /// The terminal's window gained or lost the keyboard focus.
    case focus(Bool)
    case resize(Size)
    /// The process continues after it was stopped, or after another program had the terminal.
    case resumed
    /// The process must end.
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

    /// A terminal's answer to a question. Most questions are asked at the start.
    public enum Report: Hashable, Sendable {
        /// The background colour as 0xRRGGBB.
        case background(UInt32)
        /// Whether the terminal knows the private mode with that number.
        case mode(Int, isKnown: Bool)
        /// The device attributes (DA1): whether the terminal draws sixels. This answers the last question.
        case kind(drawsSixels: Bool)
        /// The status (DSR): the terminal has received everything before the question.
        case well
    }
}

/// A mouse action with its position.
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
