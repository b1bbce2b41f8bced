import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// A message that goes over to another account.
extension ComposeScreen {
    /// What was put on for one account has other ids once the draft is another's.
    func take(_ files: [MessageFile], of content: inout DraftContent) {
        guard files.map(\.localID) != content.files.map(\.localID), files.count == content.files.count else { return }
        let changed = zip(content.files, files).filter { $0.localID != $1.localID && $1.localID != nil }
        form.replace(changed.map(\.0), by: changed.map(\.1))
        content.files = content.files.map { file in changed.first { $0.0 == file }?.1 ?? file }
    }
}
