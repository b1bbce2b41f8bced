import InboxKit
import InboxModel
import TerminalUI

/// A draft whose composer the user left, and the cursor position.
public struct LeftDraft: Hashable, Sendable {
    let id: MessageID
    let focus: ComposeForm.Field
    let cursor: TextArea.Place
}

extension Surroundings {
    /// Returns the draft to continue: the one left last, otherwise the newest. Nil when there is none, which the user is told.
    func lastDraft() -> MessageID? {
        if let left = leftDraft?.id, (try? session.draft(left)) != nil { return left }
        let newest = session.draftProvider(window: 0..<1, loadsAtOnce: true).items.first?.id
        if newest == nil { say("There is no draft to continue.", kind: .info, undo: false) }
        return newest
    }
}

extension ComposeForm {
    /// Moves the cursor back to where the user left it.
    mutating func go(to left: LeftDraft) {
        setFocus(left.focus)
        body.set(body.text, cursor: left.cursor)
    }
}
