import InboxModel
import InboxRemote
import Testing

@testable import InboxKit

@Suite("Four answers")
struct VerdictTests {
    /// Errors, with the verdict for repeatable calls and for others.
    private static let table: [(RemoteError.Reason, Verdict, Verdict)] = [
        // No answer: the call may have been performed.
        (.unreachable(detail: ""), .retry(after: nil), .unknown),
        (.unreadableAnswer(detail: ""), .retry(after: nil), .unknown),
        (.cancelled, .retry(after: nil), .unknown),
        (.busy(status: 500, message: ""), .retry(after: nil), .unknown),
        (.busy(status: 502, message: ""), .retry(after: nil), .unknown),
        (.busy(status: 408, message: ""), .retry(after: nil), .unknown),
        (.busy(status: 0, message: ""), .retry(after: nil), .unknown),
        // The server certainly did nothing.
        (.busy(status: 503, message: ""), .retry(after: nil), .retry(after: nil)),
        (.busy(status: 504, message: ""), .retry(after: nil), .unknown),
        (.limited(message: ""), .retry(after: nil), .retry(after: nil)),
        (.insecure(detail: ""), .retry(after: nil), .retry(after: nil)),
        (.stateTooOld, .retry(after: nil), .retry(after: nil)),
        (.signedOut(message: ""), .signIn, .signIn),
        // The server refused.
        (.refused(status: 400, message: ""), .refused, .refused),
        (.refused(status: 501, message: ""), .refused, .refused),
        (.conflict(message: ""), .refused, .refused),
        (.notFound(message: ""), .refused, .refused),
        (.unsupported, .refused, .refused),
    ]

    @Test("retry, sign in, refused and unknown are told apart")
    func verdicts() {
        for (reason, repeatable, once) in Self.table {
            let error = RemoteError(reason, call: "PUT /messages")
            #expect(Verdict(error, isRepeatable: true) == repeatable, "\(reason)")
            #expect(Verdict(error, isRepeatable: false) == once, "\(reason)")
        }
    }

    @Test("what failed while it was prepared was not done, whatever it met; a refusal and a sign-in stay what they are")
    func beforeWork() {
        for (reason, _, _) in Self.table {
            var error = RemoteError(reason, call: "Email/get")
            let usual = Verdict(error, isRepeatable: true)
            error.isBeforeWork = true
            #expect(Verdict(error, isRepeatable: false) == usual, "\(reason)")
        }
    }

    @Test("the time that a server asks for is kept")
    func retryAfter() {
        let error = RemoteError(.limited(message: ""), call: "", retryAfter: .seconds(30))
        #expect(Verdict(error, isRepeatable: false) == .retry(after: .seconds(30)))
    }

    @Test("only what makes something new has to be looked for before it is asked again")
    func repeatable() {
        #expect(
            Action.Command.allCases.filter { !$0.isRepeatable }
                == [.createMailbox, .saveDraft, .sendDraft, .bounce, .transfer, .copy, .unreadable])
    }

    @Test("only what the user wrote stays when it is refused")
    func kept() {
        #expect(Action.Command.allCases.filter(\.keepsWhenRefused) == [.saveDraft, .sendDraft, .uploadFile, .bounce])
    }
}
