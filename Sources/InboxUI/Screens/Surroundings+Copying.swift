import InboxKit
import InboxModel
import TerminalUI

extension Surroundings {
    /// Copies a text to the terminal's clipboard, and tells the user.
    /// - Parameter words: What the user is told was copied.
    /// - Returns: false if it is too long for that.
    @discardableResult
    func copy(_ text: String, as words: String) -> Bool {
        guard copy(text) else {
            say("That is too much for the terminal's clipboard", kind: .warning)
            return false
        }
        say("Copied: \(words)", kind: .done)
        return true
    }

    /// Copies the link to a message, for notes and other programs: `maraca open` follows it.
    func copyLink(to message: Message) {
        guard let link = message.link else {
            return say("This message has no link: its server reports no Message-ID", kind: .warning)
        }
        copy(link, as: Wording.line(link))
    }
}
