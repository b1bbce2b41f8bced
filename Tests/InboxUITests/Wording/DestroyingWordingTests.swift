import InboxModel
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

@Suite("Wording of deleting for good")
struct DestroyingWordingTests {
    private static let cut = SessionError.remote(RemoteError(.unreachable(detail: "cut"), call: "Email/set"))
    private static let busy = SessionError.remote(RemoteError(.busy(status: 503, message: "later"), call: "Email/set"))

    @Test(
        "it says what is gone, what is left and what is unknown",
        arguments: [
            (Destroyed(count: 2), "Deleted for good: 2 messages"),
            (Destroyed(), "Nothing."),
            (
                Destroyed(count: 500, failure: cut),
                "Deleted for good: 500 messages. Then: The server can't be reached. The rest is still there, and nothing is queued: try again later."
            ),
            (
                Destroyed(count: 1, failure: cut, isInDoubt: true),
                "Deleted for good: 1 message. Then: The server did not say whether it deleted more. What it deleted will disappear here when it answers again."
            ),
            (
                Destroyed(failure: cut, isInDoubt: true),
                "The server did not say whether it deleted anything. What it deleted will disappear here when it answers again."
            ),
        ])
    func sentences(destroyed: Destroyed, words: String) {
        #expect(Wording.sentence(destroyed, orNothing: "Nothing.") == words)
        #expect((destroyed.kind == .failure) == (destroyed.failure != nil))
    }

    @Test("a refusal before the start says that nothing was deleted and nothing is queued")
    func refusals() {
        #expect(
            Wording.deleting(Self.cut)
                == "The server can't be reached. Nothing was deleted, and nothing is queued: try again later.")
        #expect(
            Wording.deleting(Self.busy)
                == "The server can't do it now: later. Nothing was deleted, and nothing is queued: try again later.")
    }
}
