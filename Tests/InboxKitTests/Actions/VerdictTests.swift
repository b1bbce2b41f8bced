import InboxModel
import InboxRemote
import Testing

@testable import InboxKit

@Suite("Verdicts")
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
        (.busy(status: 503, message: ""), .retry(after: nil), .unknown),
        (.busy(status: 504, message: ""), .retry(after: nil), .unknown),
        // The server certainly did nothing.
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

    @Test("failures map to the four right verdicts")
    func verdicts() {
        for (reason, repeatable, once) in Self.table {
            let error = RemoteError(reason, call: "PUT /messages")
            #expect(Verdict(error, isRepeatable: true) == repeatable, "\(reason)")
            #expect(Verdict(error, isRepeatable: false) == once, "\(reason)")
        }
    }

    @Test("a failure before the work means it was not done; refusals and sign-ins are unchanged")
    func beforeWork() {
        for (reason, _, _) in Self.table {
            var error = RemoteError(reason, call: "Email/get")
            let usual = Verdict(error, isRepeatable: true)
            error.isBeforeWork = true
            #expect(Verdict(error, isRepeatable: false) == usual, "\(reason)")
        }
    }

    @Test("a verdict keeps the Retry-After time")
    func retryAfter() {
        let error = RemoteError(.limited(message: ""), call: "", retryAfter: .seconds(30))
        #expect(Verdict(error, isRepeatable: false) == .retry(after: .seconds(30)))
    }

    @Test("only actions that create something are looked up before a retry")
    func repeatable() {
        #expect(
            Action.Command.allCases.filter { !$0.isRepeatable }
                == [.createMailbox, .saveDraft, .sendDraft, .bounce, .transfer, .copy, .unreadable])
    }

    @Test("only actions with user content stay when refused")
    func kept() {
        #expect(Action.Command.allCases.filter(\.keepsWhenRefused) == [.saveDraft, .sendDraft, .uploadFile, .bounce])
    }
}
