/// The reason why the screen cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// The terminal named by `TERM` is unknown, or cannot move its cursor.
    case unusable(terminal: String)
    /// The screen is already in use: a process has only one.
    case inUse
}
