package import InboxModel
import MailContent
package import TerminalUI

extension Wording {
    /// Returns a thread's marks as a command prints them: three signs in columns of their own, or words.
    package static func marks(of thread: MailThread, _ glyphs: Glyphs) -> String {
        let marks = [
            (thread.isUnread, glyphs.unread), (thread.isStarred, glyphs.star), (thread.hasFiles, glyphs.file),
        ]
        if glyphs.areWords { return marks.filter(\.0).map(\.1).joined(separator: ", ") }
        return marks.map { $0.0 ? $0.1 : " " }.joined()
    }

    /// Returns a thread's senders as a command lists them. One whose name may deceive is told by the address (H-1).
    package static func senders(of thread: MailThread, own: [String], columns: Int) -> String {
        let told = thread.senders.map { sender in
            SenderCheck.notes(on: sender).isEmpty ? sender : MailAddress(name: "", email: sender.email)
        }
        return RecipientsLabel.text(
            addresses: told, own: own, width: columns, joinsNames: true, nobody: "(no sender)")
    }
}
