/// Why the screen cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// No terminal of this name is known, or it cannot move its cursor. The name is that of `TERM`.
    case unusable(terminal: String)
    /// The screen is in use already: there is one in a process.
    case inUse
}
