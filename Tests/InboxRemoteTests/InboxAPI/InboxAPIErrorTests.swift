import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@Suite("Errors of an Inbox API server")
struct InboxAPIErrorTests {
    let transport = ScriptedTransport()
    static let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
    var service: InboxAPIService {
        InboxAPIService(url: "https://mail.example", secret: "token", transport: transport, now: { Self.now })
    }

    private func error(_ call: () async throws -> Void) async -> RemoteError? {
        await #expect(throws: RemoteError.self) { try await call() }
    }

    @Test(
        "each status maps to a reason with the server's message",
        arguments: [
            (400, RemoteError.Reason.refused(status: 400, message: "It broke")),
            (401, .signedOut(message: "It broke")), (402, .refused(status: 402, message: "It broke")),
            (403, .signedOut(message: "It broke")), (404, .notFound(message: "It broke")),
            (405, .refused(status: 405, message: "It broke")), (408, .busy(status: 408, message: "It broke")),
            (409, .conflict(message: "It broke")), (413, .refused(status: 413, message: "It broke")),
            (429, .limited(message: "It broke")), (500, .busy(status: 500, message: "It broke")),
            (501, .refused(status: 501, message: "It broke")), (502, .busy(status: 502, message: "It broke")),
            (503, .busy(status: 503, message: "It broke")), (504, .busy(status: 504, message: "It broke")),
        ])
    func statuses(status: Int, reason: RemoteError.Reason) async {
        transport.answer(status: status, json: "{\"type\": \"api_error\", \"message\": \"It broke\", \"extra\": 1}")
        let error = await error { _ = try await service.update(RemoteID("m1"), RemoteUpdate(addKeywords: [.seen])) }
        #expect(error?.reason == reason)
        #expect(error?.call == "PUT /messages")
        #expect(error?.isAboutObject == (status == 500), "only a fault in the call itself says nothing of others")
    }

    @Test(
        "S-2: the API's own 503 says that nothing was done, that of a gateway says nothing",
        arguments: [
            (503, #"{"type": "api_error", "message": "The mail server is away"}"#, true),
            (503, #"{"type": "database_error", "message": "Try again"}"#, true),
            (503, #"{"message": "no server is available"}"#, false), (503, "<html>503</html>", false), (503, "", false),
            (502, #"{"type": "api_error", "message": "?"}"#, false), (500, #"{"type": "api_error"}"#, false),
        ])
    func ownAnswer(status: Int, body: String, isCertain: Bool) async {
        transport.answer(status: status, json: body)
        let order = RemoteSubmission(draft: RemoteID("d"), version: 0, messageIDHeader: nil, from: nil, recipients: [])
        #expect(await error { _ = try await service.send(order) }?.isBeforeWork == isCertain)
    }

    @Test(
        "redirects and other odd statuses are unreadable, so no queued action is lost",
        arguments: [301, 307, 304, 100])
    func odd(status: Int) async {
        transport.answer(status: status, headers: ["Location": "https://portal.example/"], json: "")
        let error = await error { _ = try await service.contacts() }
        guard case .unreadableAnswer = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(transport.requests.count == 1)
    }

    @Test(
        "Retry-After is read as seconds or a date, capped at a day",
        arguments: [
            ("17", Duration.seconds(17)), ("0", .zero), ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)),
            ("Sun, 06 Nov 1994 08:00:00 GMT", .zero), ("99999999", .seconds(86400)), ("soon", nil), ("-5", .zero),
            ("nan", nil),
        ] as [(String, Duration?)])
    func retryAfter(text: String, expected: Duration?) async {
        transport.answer(status: 429, headers: ["retry-after": text], json: "{\"message\": \"slow down\"}")
        let error = await error { _ = try await service.contacts() }
        #expect(error?.reason == .limited(message: "slow down"))
        #expect(error?.nextStep == .retry(after: expected))
    }

    @Test("S-10: a date in Retry-After counts from the server's own time: a wrong clock here makes no wait longer")
    func retryAfterByServer() async {
        transport.answer(
            status: 503,
            headers: ["Retry-After": "Tue, 08 Nov 1994 08:51:37 GMT", "Date": "Tue, 08 Nov 1994 08:49:37 GMT"],
            json: "")
        let error = await error { _ = try await service.contacts() }
        #expect(error?.nextStep == .retry(after: .seconds(120)))
    }

    @Test(
        "an HTML error page gives no message, plain text does",
        arguments: [
            ("<html><h1>Bad gateway</h1>", "status 502"), ("upstream is away\n", "upstream is away"),
            ("", "status 502"),
            ("{\"message\": \"\"}", "status 502"), ("{\"server_error\": \"552 full\"}", "552 full"),
            (
                #"{"message": "Not sent", "server_error": "550 no such user\nbo@b.test"}"#,
                "Not sent: 550 no such user bo@b.test"
            ),
        ])
    func words(body: String, message: String) async {
        transport.answer(status: 502, headers: [:], json: body)
        let error = await error { _ = try await service.contacts() }
        #expect(error?.reason == .busy(status: 502, message: message))
    }

    @Test("long messages are cut")
    func longWords() async {
        transport.answer(status: 400, json: "{\"message\": \"\(String(repeating: "x", count: 100_000))\"}")
        let error = await error { _ = try await service.contacts() }
        guard case .refused(400, let message) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(message.count == 500)
    }

    @Test("an error body with status 200 is an error")
    func partialSend() async {
        transport.answer(
            json:
                "{\"type\": \"api_error\", \"message\": \"Some were refused\", \"failures\": {\"bo@wheel.example\": \"no\"}}"
        )
        let refused = await error { _ = try await service.message(RemoteID("m1")) }
        #expect(refused?.reason == .refused(status: 200, message: "Some were refused"))
        transport.answer(json: "{\"type\": \"database_error\", \"message\": \"Later\"}")
        let busy = await error { _ = try await service.message(RemoteID("m1")) }
        #expect(busy?.reason == .busy(status: 200, message: "Later"))
    }

    @Test(
        "a transport error keeps its reason",
        arguments: [
            (TransportError.unreachable(detail: "no route"), RemoteError.Reason.unreachable(detail: "no route")),
            (.timedOut, .unreachable(detail: "no answer in time")),
            (.insecure(detail: "expired"), .insecure(detail: "expired")),
            (.cancelled, .cancelled),
        ])
    func transportErrors(transportError: TransportError, reason: RemoteError.Reason) async {
        transport.answer(with: .failure(transportError))
        let error = await self.error { _ = try await service.latestState() }
        #expect(error?.reason == reason)
        #expect((error?.finding == .silent) == (transportError == .timedOut))
        #expect(error?.call == "POST /delta/latest_cursor")
    }

    @Test(
        "a malformed answer's error names the place, not the content",
        arguments: [
            ("<html>secret</html>", "/contacts: no JSON"),
            ("{\"secret\": 1}", "/contacts: the answer is of another kind"),
            ("null", "/contacts: the answer is of another kind"), ("", "/contacts: no JSON"),
        ])
    func shapes(body: String, detail: String) async {
        transport.answer(json: body)
        let error = await error { _ = try await service.contacts() }
        #expect(error?.reason == .unreadableAnswer(detail: detail))
    }

    @Test("an account whose address was lost is not taken for one whose server is away")
    func lostAddress() async {
        let lost = InboxAPIService(url: "", secret: "token", transport: transport)
        let error = await error { _ = try await lost.signIn() }
        #expect(error?.finding == .lostAddress && error?.nextStep == .retry(after: nil))
        #expect(error?.isBeforeWork == true && transport.requests.isEmpty)
    }
}
