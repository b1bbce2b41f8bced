import Foundation
import InboxKit
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
        receivedAt: .test(1), keywords: [Keyword("todo")],
        files: [MessageFile(remoteID: RemoteID("f"), fileName: "a.txt", contentType: "text/plain", size: 3)],
        messageIDHeader: "<a@b.test>")

    private func fields(_ json: some Encodable) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(json)) as? [String: Any])
    }

    /// Returns the names in a JSON document that the manual does not explain.
    private func unexplained(_ json: Any) -> [String] {
        if let parts = json as? [Any] { return parts.flatMap(unexplained) }
        guard let fields = json as? [String: Any] else { return [] }
        return fields.flatMap { name, value in (page.contains(name) ? [] : [name]) + unexplained(value) }
    }

    private let page: Set<String>

    /// Reads the names that the manual explains.
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
        #expect(json["tags"] as? [String] == ["todo"])
        #expect(unexplained(json) == [], "each name stands in docs/json.md")
    }

    @Test("docs/json.md explains every field of a thread, an action, a seal and a query reading")
    func others() throws {
        let body = MessageBody(html: "<a href='https://a.test/'>a</a>", plain: nil)
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: RemoteID("t"), subject: "Plan",
            participants: [.person("ann")], firstDate: .test(1), lastDate: .test(1), messageCount: 1,
            snoozedUntil: .test(2), awaitsReply: true, tags: [Keyword("todo")])
        let messages = [MessageJSON(message, body: body, mailboxes: [])]
        let json = try fields(ThreadJSON(thread, account: "a@b.test", mailboxes: [], messages: messages))
        #expect(unexplained(json) == [] && json["tags"] != nil && json["snoozed_until"] != nil)
        let action = Action(
            id: ActionID(2), account: AccountID(1), command: .sendDraft, title: "Plan", object: .draft(MessageID(1)),
            createdAt: .test(1), due: .test(2), lastError: "no")
        let order = try fields(ActionJSON(action, account: "a@b.test", step: ActionID(1)))
        #expect(unexplained(order) == [] && order["draft_id"] != nil && order["part_of"] != nil)
        let seal = try fields(SealJSON(encrypted: true))
        #expect(unexplained(seal) == [])
        let text = """
            {"normal_form": "x", "tree": ["x"], "sql": "SELECT", "arguments": "", "plan": ["SCAN"],
            "servers": [{"account": "a@b.test", "request": "Email/query", "remainder": "x"}]}
            """
        let reading = try JSONDecoder().decode(QueryReading.self, from: Data(text.utf8))
        let printed = try fields(reading)
        #expect(unexplained(printed) == [])
    }

    @Test("quoted text keeps its quote marks, so no quote passes as the sender's words")
    func quotes() throws {
        let body = MessageBody(html: nil, plain: "Mine\n> an old quote\n>> deeper\n")
        let json = try fields(MessageJSON(message, body: body, mailboxes: []))
        #expect(json["text"] as? String == "Mine\n> an old quote\n>> deeper")
    }

    @Test("problems in a message follow the warnings about its sender")
    func broken() throws {
        var message = message
        message.from = [MailAddress(name: "boss@example.test", email: "eve@other.test")]
        let body = MessageBody(plain: "Hello", problems: ["Subject stands there twice", "A part\u{202E} is cut"])
        let json = try fields(MessageJSON(message, body: body, mailboxes: []))
        let warnings = try #require(json["warnings"] as? [String])
        #expect(warnings.count == 3 && warnings[1] == "Subject stands there twice")
        #expect(warnings[2] == CleanText.line("A part\u{202E} is cut"))
        let sound = try fields(MessageJSON(self.message, body: MessageBody(plain: "Hello"), mailboxes: []))
        #expect(sound["warnings"] == nil)
    }

    @Test("with its source a message has all its headers and its references")
    func headers() throws {
        let source = ParsedMessage.parse(
            Array("References: <1@x>\r\n <2@x>\r\nIn-Reply-To: <2@x>\r\nX-Odd: =?utf-8?q?caf=C3=A9?=\r\n\r\n".utf8))
        let json = try fields(MessageJSON(message, body: nil, mailboxes: [], source: source))
        #expect(json["references"] as? [String] == ["<1@x>", "<2@x>"] && json["in_reply_to"] as? [String] == ["<2@x>"])
        let headers = try #require(json["headers"] as? [[String: String]])
        #expect(headers.map { $0["name"] } == ["References", "In-Reply-To", "X-Odd"])
        #expect(headers.last?["value"] == "café")
        #expect(unexplained(json) == [])
    }
}
