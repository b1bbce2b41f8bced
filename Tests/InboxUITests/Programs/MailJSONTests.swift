import Foundation
import InboxModel
import MailContent
import TestSupport
import Testing

@testable import InboxUI

@Suite("JSON for scripts")
struct MailJSONTests {
    private let message = Message(
        id: MessageID(1), account: AccountID(1), remoteID: RemoteID("m"), thread: ThreadID(1), subject: "Plan",
        from: [.person("ann")], to: [.person("bob")], cc: [.person("carl")], replyTo: [.person("dora")],
        receivedAt: .test(1),
        files: [MessageFile(remoteID: RemoteID("f"), fileName: "a.txt", contentType: "text/plain", size: 3)],
        messageIDHeader: "<a@b.test>")

    private func fields(_ json: some Encodable) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(json)) as? [String: Any])
    }

    private let page: Set<String>

    /// The names that the manual explains.
    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/json.md"), encoding: .utf8)
        page = Set(text.split(separator: "`").map(String.init))
    }

    @Test("a message has its Message-ID, split addresses, the text that a reader shows, and its files")
    func plain() throws {
        let body = MessageBody(html: "<p>Hello</p><p style='display:none'>hidden</p>", plain: nil)
        let json = try fields(MessageJSON(message, body: body, mailboxes: []))
        #expect(json["message_id"] as? String == "<a@b.test>" && (json["text"] as? String)?.contains("Hello") == true)
        #expect((json["text"] as? String)?.contains("hidden") == false && json["references"] == nil)
        #expect((json["reply_to"] as? [[String: String]])?.first?["email"] == MailAddress.person("dora").email)
        #expect((json["files"] as? [[String: Any]])?.first?["filename"] as? String == "a.txt")
        #expect(json.keys.filter { !page.contains($0) } == [], "each name stands in docs/json.md")
    }

    @Test("what is quoted is marked as quoted, so that nobody's words are taken for the sender's")
    func quotes() throws {
        let body = MessageBody(html: nil, plain: "Mine\n> an old quote\n>> deeper\n")
        let json = try fields(MessageJSON(message, body: body, mailboxes: []))
        #expect(json["text"] as? String == "Mine\n> an old quote\n>> deeper")
    }

    @Test("with its source a message has all its headers, and the messages before it")
    func headers() throws {
        let source = ParsedMessage.parse(
            Array("References: <1@x>\r\n <2@x>\r\nIn-Reply-To: <2@x>\r\nX-Odd: =?utf-8?q?caf=C3=A9?=\r\n\r\n".utf8))
        let json = try fields(MessageJSON(message, body: nil, mailboxes: [], source: source))
        #expect(json["references"] as? [String] == ["<1@x>", "<2@x>"] && json["in_reply_to"] as? [String] == ["<2@x>"])
        let headers = try #require(json["headers"] as? [[String: String]])
        #expect(headers.map { $0["name"] } == ["References", "In-Reply-To", "X-Odd"])
        #expect(headers.last?["value"] == "café")
        #expect(json.keys.filter { !page.contains($0) } == [])
    }
}
