import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("M-6: one-click unsubscribing")
struct UnsubscriberTests {
    private let transport = ScriptedTransport()
    private var unsubscriber: Unsubscriber { Unsubscriber(transport: transport) }

    private func answer(_ status: Int, _ headers: HTTPHeaders = [:]) {
        transport.answer(with: .success(HTTPResponse(status: status, headers: headers, body: [])))
    }

    @Test("it POSTs the one required field without credentials, and only to the public internet")
    func request() async throws {
        answer(202)
        try await unsubscriber.leave("https://shop.test/leave?u=7")
        let request = try #require(transport.requests.first)
        #expect(request.method == .post && request.url == "https://shop.test/leave?u=7")
        #expect(request.body == Array("List-Unsubscribe=One-Click".utf8))
        #expect(request.headers.fields.map(\.name) == ["Content-Type"])
        #expect(request.isPublicOnly && !request.isRepeatable && !request.allowsPlain)
        #expect(transport.requests.count == 1)
    }

    @Test(
        "only https is asked, no credentials, ports or loopback",
        arguments: [
            "http://shop.test/x", "https://ann:secret@shop.test/x", "https://shop.test:8443/x", "https://localhost/x",
            "https://127.0.0.1/x", "https://[::1]/x", "mailto:a@b.test", "file:///x", "",
        ])
    func notAllowed(url: String) async {
        await #expect(throws: UnsubscribeProblem.notAllowed) { try await unsubscriber.leave(url) }
        #expect(transport.requests.isEmpty)
    }

    @Test("a redirect is not followed, and refusals differ from requests that may have succeeded")
    func problems() async {
        answer(302, ["Location": "https://shop.test/elsewhere"])
        await #expect(throws: UnsubscribeProblem.sentOn) { try await unsubscriber.leave("https://shop.test/x") }
        answer(410)
        await #expect(throws: UnsubscribeProblem.refused(status: 410)) {
            try await unsubscriber.leave("https://shop.test/x")
        }
        for (error, problem) in [
            (.timedOut, .noAnswer), (.unreachable(detail: ""), .unreachable), (.insecure(detail: ""), .notPublic),
        ] as [(TransportError, UnsubscribeProblem)] {
            transport.answer(with: .failure(error))
            await #expect(throws: problem) { try await unsubscriber.leave("https://shop.test/x") }
        }
        #expect(transport.requests.count == 5)
    }
}
