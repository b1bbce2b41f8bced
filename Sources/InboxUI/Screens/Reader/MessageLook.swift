import TerminalUI

/// A view of a whole message on a screen of its own: its headers, its source, its parts.
@UI
struct MessageLook {
    /// The command that opened the screen, and closes it.
    var command: Command
    /// Opens another view.
    var open: @UI (Command) -> Void

    /// Closes the screen if the command is the one that opened it; otherwise shows the command's view in its place.
    /// - Parameter look: nil for content that is not a whole message.
    static func turn(_ look: MessageLook?, to command: Command, _ around: any Surroundings) {
        guard let look else {
            return around.sayHere("Only a whole message has headers, a source and parts", kind: .warning)
        }
        around.pop()
        if command != look.command { look.open(command) }
    }
}
