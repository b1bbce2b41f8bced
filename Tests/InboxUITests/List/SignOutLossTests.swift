import InboxModel
import TestSupport
import Testing

@testable import InboxUI

@Suite("What signing out loses")
struct SignOutLossTests {
    private func action(_ id: Int64, _ command: Action.Command, _ title: String, draft: Int64? = nil) -> Action {
        Action(
            id: ActionID(id), account: AccountID(1), command: command, title: title,
            object: draft.map { .draft(MessageID($0)) }, createdAt: .test(0))
    }

    @Test("each loss is listed once: an unsent message doesn't count as a change, too")
    func once() {
        let letter = action(1, .sendDraft, "Lunch", draft: 5)
        let one = SignOutLoss([letter], asleep: 0, draftsOnlyHere: 0).words
        #expect(one == " “Lunch” is not sent yet, and will be lost.")
        let both = SignOutLoss([letter, action(2, .archive, "Ferry")], asleep: 0, draftsOnlyHere: 0).words
        #expect(both.hasSuffix("1 change that the server does not have yet will be lost.") && both.contains("Lunch"))
        var refused = action(3, .archive, "Ferry")
        refused.state = .refused
        #expect(SignOutLoss([refused], asleep: 0, draftsOnlyHere: 0).words.isEmpty)
    }

    @Test("a snoozed thread is reported to stay archived for good")
    func asleep() {
        #expect(
            SignOutLoss([], asleep: 1, draftsOnlyHere: 0).words
                == " 1 snoozed thread stays archived there, and won't come back.")
        #expect(SignOutLoss([], asleep: 2, draftsOnlyHere: 0).words.contains("2 snoozed threads stay archived"))
    }
}
