import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Copies of a draft that were sent already (JMAP)")
struct JMAPSentCopyTests: JMAPSendingCase {
    let server = ScriptedJMAP()

    private static let written = "2009-11-17T15:28:37Z"

    /// A server with the draft "d1" and the sent message "d2", which accepts copies and orders.
    /// - Parameters:
    ///   - text: the text of the sent message; the draft's is "new".
    ///   - sentFirst: whether the message was sent before the draft was saved.
    ///   - hasBcc: whether the draft needs a copy because of Bcc, or else because of its date.
    private func hasSent(_ text: String = "new", sentFirst: Bool = false, hasBcc: Bool = true) {
        let date = hasBcc ? "" : #", "sentAt": "\#(Self.written)""#
        let draft = JMAPFixtures.email(
            "d1", mailboxes: ["dr"], keywords: ["$draft", "$seen"],
            more: #", "messageId": ["one@mail.example"]\#(hasBcc ? #", "bcc": [{"email": "h@x.example"}]"# : date)"#)
        let sent = saved("d2", keywords: ["$seen"])
            .replacing("2025-06-01T10:00:00Z", with: "2025-06-01T\(sentFirst ? "09" : "11"):00:00Z")
        has(["d1": draft, "d2": sent])
        for (id, text) in [("d1", "new"), ("d2", text)] {
            let head = hasBcc ? "" : "Date: Tue, 17 Nov 200\(id == "d1" ? 9 : 8) 15:28:37 +0000\r\n"
            server.nextHTTP("/jmap/download/A/b-\(id)/file", status: 200, text: "\(head)To: bo\r\n\r\n\(text)")
        }
        acceptsCopies()
    }

    private func acceptsCopies() {
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G9"}"#)
        server.on("Email/import") { _ in .json(#"{"created": {"copy": {"id": "d9"}}}"#) }
        server.on("EmailSubmission/set") { _ in .json(#"{"created": {"s": {"id": "s1"}}}"#) }
        server.on("Email/set") { _ in .json("{}") }
    }

    @Test("S-2: a copy that was sent is looked up, not made and sent again", arguments: [true, false])
    func sentBefore(hasBcc: Bool) async {
        hasSent(hasBcc: hasBcc)
        let error = await failure { _ = try await service.send(order) }
        // The caller looks for it, and finds it in the sent mail.
        #expect(error?.isNotFound == true)
        #expect(server.calls("Email/import").isEmpty && server.calls("EmailSubmission/set").isEmpty)
        #expect(server.calls("Email/set").isEmpty)
    }

    @Test("S-4: it is known what left, even if its copy can't be read afterwards")
    func unreadable() async throws {
        hasSent("old")
        server.on("Email/set") { call in
            let gone = call["destroy"]?.strings ?? []
            return .json(gone.isEmpty ? #"{"updated": {"d9": null}}"# : #"{"destroyed": ["\#(gone[0])"]}"#)
        }
        let sent = try await service.send(order)
        #expect(sent.message == nil && sent.id == RemoteID("d9") && sent.leftover == nil)
    }

    @Test("S-2: so is a whole message that was sent")
    func resent() async {
        hasSent()
        let error = await failure { _ = try await service.resend(Array("To: bo\r\n\r\nnew".utf8), order) }
        #expect(error?.isNotFound == true && server.calls("EmailSubmission/set").isEmpty)
    }

    @Test(
        "sent mail that is older than the draft, or has another text, is not its copy",
        arguments: [("new", true), ("old", false)])
    func otherMail(text: String, sentFirst: Bool) async throws {
        hasSent(text, sentFirst: sentFirst)
        _ = try await service.send(order)
        #expect(server.calls("EmailSubmission/set").map { $0["create"]?["s"]?["emailId"] } == ["d9"])
    }

    @Test(
        "S-2: if the copy exists already and is no draft, it was sent and moved elsewhere: it is not sent again",
        arguments: [["$draft", "$seen"], ["$seen"]])
    func movedElsewhere(keywords: [String]) async throws {
        let emails = ["d1": saved("d1", bcc: true), "d7": saved("d7", keywords: keywords)]
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.compactMap { emails[$0] }) }
        server.on("Email/query") { _ in JMAPFixtures.query(["d1"]) }
        server.nextHTTP("/jmap/download/A/b-d1/file", status: 200, text: "To: bo\r\n\r\nnew")
        acceptsCopies()
        server.on("Email/import") { _ in
            .json(#"{"notCreated": {"copy": {"type": "alreadyExists", "existingId": "d7"}}}"#)
        }
        let isSent = !keywords.contains("$draft")
        if isSent {
            let error = await failure { _ = try await service.send(order) }
            #expect(error?.nextStep == .drop && error?.summary.contains("sent mail") == true)
        } else {
            _ = try await service.send(order)
        }
        #expect(server.calls("EmailSubmission/set").isEmpty == isSent)
    }

    @Test(
        "J-24, S-2: only the server's own 503 says that nothing was ordered, not that of a gateway",
        arguments: [
            (#"{"type": "urn:ietf:params:jmap:error:limit", "limit": "maxCallsInRequest", "status": 503}"#, true),
            (#"{"type": "about:blank", "status": 503}"#, false), ("upstream connect error", false), ("", false),
        ])
    func gateway(text: String, isCertain: Bool) async {
        has(["d1": saved("d1")])
        let gateway = GatewayJMAP(server, HTTPResponse(status: 503, headers: [:], body: Array(text.utf8)))
        let service = JMAPService(url: JMAPFixtures.url, userName: "ada", secret: "secret", transport: gateway)
        let error = await failure { _ = try await service.send(order) }
        #expect(error?.isBeforeWork == isCertain)
        guard case .busy(status: 503, _) = error?.reason else { Issue.record("\(String(describing: error))"); return }
    }
}

/// A scripted server behind a gateway, which answers requests with an order to send in its own way.
private final class GatewayJMAP: Transport {
    private let server: ScriptedJMAP
    private let answer: HTTPResponse

    init(_ server: ScriptedJMAP, _ answer: HTTPResponse) { (self.server, self.answer) = (server, answer) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let response = try await server.send(request)
        return request.bodyText?.contains("EmailSubmission/set") == true ? answer : response
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    { try await server.stream(request) }
}
