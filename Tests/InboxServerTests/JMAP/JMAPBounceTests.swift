import Foundation
import InboxModel
import InboxRemote
import Testing

@testable import InboxServer

@Suite("JMAP: bouncing a message")
struct JMAPBounceTests {
    private func service(_ test: TestServer) -> JMAPService {
        JMAPService(
            url: "http://127.0.0.1:\(test.ann.port)/jmap/session", userName: "ann@example.test",
            secret: TestServer.annToken, transport: CurlTransport())
    }

    private let bytes =
        Array(
            "Resent-From: ann@example.test\r\nFrom: carl@example.test\r\nTo: ann@example.test\r\nSubject: Cogs\r\n"
                .utf8) + Array("Message-ID: <1@example.test>\r\n\r\nHello.\r\n".utf8)

    @Test("S-2: it is sent once, filed in Sent, and found there by a later lookup")
    func once() async throws {
        try await TestServer.with { test async throws in
            let service = service(test)
            let state = try await service.stateBeforeSending()
            let order = RemoteSubmission(
                draft: RemoteID(""), messageIDHeader: "<1@example.test>", from: MailAddress(email: "ann@example.test"),
                recipients: [MailAddress(email: "bob@example.test")], state: state)
            guard case .nowhere = try await service.whereabouts(ofResent: bytes, order) else {
                Issue.record("it is nowhere before it is sent")
                return
            }
            let sent = try await service.resend(bytes, order)
            let id = try #require(sent.message?.id)
            #expect(sent.message?.keywords.contains(.draft) == false)
            #expect(try await service.rawMessage(id) == bytes)
            #expect(try await service.drafts().isEmpty)
            guard case .sent(let found) = try await service.whereabouts(ofResent: bytes, order) else {
                Issue.record("it is among the sent mail")
                return
            }
            #expect(found.message?.id == id)
            // The order requires the previous state, so a repeated order is refused instead of performed again.
            await #expect(throws: RemoteError.self) { try await service.resend(bytes, order) }
            let copies = try await test.bob.get("/messages?subject=Cogs").json.ids
            #expect(copies.count == 1)
        }
    }
}
