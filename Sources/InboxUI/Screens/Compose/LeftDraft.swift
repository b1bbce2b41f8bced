import InboxKit
import InboxModel
import TerminalUI

/// A draft whose composer was left, and where one was writing in it.
public struct LeftDraft: Hashable, Sendable {
    let id: MessageID
    let focus: ComposeForm.Field
    let cursor: TextArea.Place
}

extension Surroundings {
    /// The draft to go on with: the one that was left last, else the newest. Nil when there is none, which is said.
    func lastDraft() -> MessageID? {
        if let left = leftDraft?.id, (try? session.draft(left)) != nil { return left }
        let newest = session.draftProvider(window: 0..<1, loadsAtOnce: true).items.first?.id
        if newest == nil { say("There is no draft to go on with.", kind: .info, undo: false) }
        return newest
    }
}

extension ComposeForm {
    /// Goes to where one was writing.
    mutating func go(to left: LeftDraft) {
        setFocus(left.focus)
        body.set(body.text, cursor: left.cursor)
    }
}
