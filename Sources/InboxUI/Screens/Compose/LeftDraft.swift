import InboxKit
import InboxModel
import TerminalUI

/// A draft whose composer the user left, and the cursor position.
struct LeftDraft: Hashable, Sendable {
    let id: MessageID
    let focus: ComposeForm.Field
    let cursor: TextArea.Place
}

extension Surroundings {
    /// Returns the draft to continue: the one left last, otherwise the newest. Nil when there is none, which the user is told.
    func lastDraft() -> MessageID? {
        if let left = leftDraft?.id, (try? session.draft(left)) != nil { return left }
        let newest = session.draftProvider(window: 0..<1, loadsAtOnce: true).items.first?.id
        if newest == nil { say("There is no draft to continue.", kind: .info) }
        return newest
    }

    /// Tells of an answer to a message that was begun before: after a broken connection the user might write it again.
    func sayBegun(_ message: Message, in thread: [Message]) {
        let isBegun = thread.contains { other in
            guard other.isDraft, let draft = try? session.draft(other.id), draft.content.inReplyTo == message.id else {
                return false
            }
            return draft.state == .saved || draft.state == .unsaved
        }
        if isBegun { say("An answer to this was begun before: it is in Drafts", kind: .info) }
    }

    /// Says why no composer opens for a request.
    func sayNotWritten(_ request: ComposeRequest) {
        say(whyNotWritten(request), kind: .warning)
    }

    private func whyNotWritten(_ request: ComposeRequest) -> String {
        guard case .draft(let id) = request, senders.first(of: nil) != nil else {
            let remedies = session.knownAccounts.compactMap(Wording.sender(of:))
            let remedy = remedies.count == 1 ? ": no server is known that sends it. \(remedies[0])" : ""
            return "No account here can send mail" + remedy
        }
        if let draft = try? session.draft(id), session.isSealedElsewhere(draft) {
            return "Another program encrypted this draft: go on with it there"
        }
        return "Too late: it is being sent"
    }
}

extension ComposeForm {
    /// Moves the cursor back to where the user left it.
    mutating func go(to left: LeftDraft) {
        setFocus(left.focus)
        body.set(body.text, cursor: left.cursor)
    }
}
