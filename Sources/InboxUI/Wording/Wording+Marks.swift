package import InboxModel
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
}
