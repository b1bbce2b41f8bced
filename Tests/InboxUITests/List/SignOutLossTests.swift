import InboxModel
import TestSupport
import Testing

@testable import InboxUI

@Suite("What is lost with an account")
struct SignOutLossTests {
    private func action(_ id: Int64, _ command: Action.Command, _ title: String, draft: Int64? = nil) -> Action {
        Action(
            id: ActionID(id), account: AccountID(1), command: command, title: title,
            object: draft.map { .draft(MessageID($0)) }, createdAt: .test(0))
    }

    @Test("each thing is told once: a message that waits is not counted among changes, too")
    func once() {
        let letter = action(1, .sendDraft, "Lunch", draft: 5)
        let one = SignOutLoss([letter], asleep: 0, encryptedDrafts: 0).words
        #expect(one == " “Lunch” is not sent yet, and will be lost.")
        let both = SignOutLoss([letter, action(2, .archive, "Ferry")], asleep: 0, encryptedDrafts: 0).words
        #expect(both.hasSuffix("1 change that the server does not have yet will be lost.") && both.contains("Lunch"))
        var refused = action(3, .archive, "Ferry")
        refused.state = .refused
        #expect(SignOutLoss([refused], asleep: 0, encryptedDrafts: 0).words.isEmpty)
    }

    @Test("what sleeps is said to stay archived, with nobody to bring it back")
    func asleep() {
        #expect(
            SignOutLoss([], asleep: 1, encryptedDrafts: 0).words
                == " 1 snoozed thread stays archived there, and won't come back.")
        #expect(SignOutLoss([], asleep: 2, encryptedDrafts: 0).words.contains("2 snoozed threads stay archived"))
    }
}
