import TerminalUI

/// One of the ways to look at a whole message on a screen of its own: its headers, its source, its parts.
@UI
struct MessageLook {
    /// The key that opened the screen closes it.
    var command: Command
    /// Opens another one.
    var open: @UI (Command) -> Void

    /// Closes the screen when the command is the one that opened it, or puts the other one in its place.
    /// - Parameter look: nil for what is no whole message.
    static func turn(_ look: MessageLook?, to command: Command, _ around: any Surroundings) {
        guard let look else {
            return around.say("Only a whole message has headers, a source and parts", kind: .warning, undo: false)
        }
        around.pop()
        if command != look.command { look.open(command) }
    }
}
