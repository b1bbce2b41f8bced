import InboxModel
import InboxRemote
import Synchronization
import Testing

@testable import InboxServer

@Suite("JMAP: behind a gateway that loses answers", .timeLimit(.minutes(10)))
struct JMAPGatewayTests {
    /// Performs all requests, but answers the first order to send with a 503 that says nothing about it.
    private final class GatewayTransport: Transport {
        private let inner = CurlTransport()
        private let isLost = Mutex(false)

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let response = try await inner.send(request)
            let orders = String(decoding: request.body ?? [], as: UTF8.self).contains("\"EmailSubmission/set\"")
            let isFirst = isLost.withLock { isLost in
                defer { isLost = isLost || orders }
                return orders && !isLost
            }
            return isFirst ? HTTPResponse(status: 503, headers: [:], body: Array("upstream reset".utf8)) : response
        }

        func stream(_ request: HTTPRequest) async throws(TransportError)
            -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
        { try await inner.stream(request) }
    }

    @Test("S-2: a letter whose copy was sent behind a 503 is not sent again, whatever its order is bound to")
    func sentOnce() async throws {
        try await TestServer.with { test async throws in
            let service = JMAPService(
                url: "http://127.0.0.1:\(test.ann.port)/jmap/session", userName: "ann@example.test",
                secret: TestServer.annToken, transport: GatewayTransport())
            let ann = MailAddress(name: "Ann", email: "ann@example.test")
            let saved = try await service.save(
                RemoteDraft(
                    messageIDHeader: "<draft@ann>", from: ann, to: [MailAddress(name: "", email: "bob@example.test")],
                    bcc: [MailAddress(name: "", email: "cleo@elsewhere.example")], subject: "Once",
                    body: MessageBody(plain: "Here.\n")))
            func order() async throws -> RemoteSubmission {
                RemoteSubmission(
                    draft: saved.id, messageIDHeader: "<draft@ann>", from: ann, recipients: saved.to,
                    state: try await service.stateBeforeSending())
            }
            let first = try await order()
            let lost = await #expect(throws: RemoteError.self) { try await service.send(first) }
            #expect(lost?.reason == .busy(status: 503, message: "upstream reset") && lost?.isBeforeWork == false)
            #expect(try await service.drafts().map(\.id) == [saved.id], "its copy was sent, and it is still a draft")

            // As if the first order was forgotten.
            let second = try await order()
            let again = await #expect(throws: RemoteError.self) { try await service.send(second) }
            #expect(again?.isNotFound == true)
            #expect(try await test.bob.get("/messages").json.texts("subject") == ["Once"])

            let found = try await service.whereabouts(of: saved.id, messageIDHeader: "<draft@ann>", sending: first)
            guard case .sent = found else { Issue.record("\(found)"); return }
            #expect(try await service.drafts().isEmpty)
        }
    }
}
