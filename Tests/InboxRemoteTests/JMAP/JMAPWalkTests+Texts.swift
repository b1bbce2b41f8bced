import InboxModel
import MailContent
import TestSupport
import Testing

@testable import InboxRemote

/// The texts and parts of what is walked.
extension JMAPWalkTests {
    @Test("format=flowed text is rejoined, other text is not", arguments: [true, false])
    func flowedText(isFlowed: Bool) async throws {
        serve(["a"])
        let type = isFlowed ? "text/plain; charset=utf-8; format=flowed; delsp=no" : "text/plain; charset=utf-8"
        let body =
            #", "textBody": [{"partId": "1", "type": "text/plain", "header:Content-Type": " \#(type)"}], "htmlBody": [], "bodyValues": {"1": {"value": "One \nline.\n> quoted \n> too"}}"#
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, more: body) }) }
        let message = try await service.message(RemoteID("a"))
        #expect(message?.body?.plain == (isFlowed ? "One line.\n> quoted too" : "One \nline.\n> quoted \n> too"))
        #expect(server.calls("Email/get").last?["bodyProperties"]?.strings.contains("header:Content-Type") == true)
    }

    @Test("lines of a text that end in a bare CR are lines", arguments: ["text/plain", "text/markdown"])
    func oldLineEnds(type: String) async throws {
        serve(["a"])
        let body =
            #", "textBody": [{"partId": "1", "type": "\#(type)"}], "htmlBody": [], "bodyValues": {"1": {"value": "One\rtwo\r\nthree"}}"#
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, more: body) }) }
        #expect(try await service.message(RemoteID("a"))?.body?.plain == "One\ntwo\nthree")
    }

    @Test("HTML beside plain text is part of the body: a mailing list's footer does not hide the letter")
    func lettersWithFooters() async throws {
        serve(["a"])
        let parts = #"[{"partId": "1", "type": "text/html"}, {"partId": "2", "type": "text/plain"}]"#
        let body =
            #", "textBody": \#(parts), "htmlBody": \#(parts), "bodyValues": {"1": {"value": "<p>Letter</p>"}, "2": {"value": "Footer"}}"#
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, more: body) }) }
        let whole = try #require(try await service.message(RemoteID("a"))?.body)
        #expect(whole.plain == nil)
        #expect(BodyText.forReading(whole) == "Letter\n\nFooter")
    }

    @Test("a text part of another type is read as text")
    func otherText() async throws {
        serve(["a"])
        let parts = #"[{"partId": "1", "type": "text/enriched"}, {"partId": "2", "type": "text/calendar"}]"#
        let body =
            #", "textBody": \#(parts), "htmlBody": \#(parts), "bodyValues": {"1": {"value": "<bold>Hi</bold>"}, "2": {"value": "BEGIN"}}"#
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, more: body) }) }
        #expect(try await service.message(RemoteID("a"))?.body == MessageBody(plain: "Hi"))
    }

    @Test(
        "J-51: a message keeps at most a thousand parts, with a notice; its nesting is not requested"
    )
    func manyParts() async throws {
        serve(["a"])
        let part = #"{"blobId": "b", "type": "image/png", "name": "p.png", "size": 1, "disposition": "attachment"}"#
        let text =
            #", "textBody": [{"partId": "1", "type": "text/plain"}], "htmlBody": [], "bodyValues": {"1": {"value": "hi"}}"#
        for (count, kept) in [(1_000, 1_000), (1_001, 1_000), (5_000, 1_000)] {
            let parts = Array(repeating: part, count: count).joined(separator: ",")
            server.on("Email/get") { call in
                JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, more: text + #", "attachments": [\#(parts)]"#) })
            }
            let message = try #require(try await service.message(RemoteID("a")))
            #expect(message.files.count == kept && message.body?.problems.isEmpty == (count == kept))
        }
        #expect(server.calls("Email/get").allSatisfy { !($0["properties"]?.strings.contains("bodyStructure") ?? true) })
    }

    @Test("J-51: bodies come up to 256 KiB each; a truncated one is omitted until it is opened")
    func bodies() async throws {
        serve(["a", "b"])
        let body =
            #", "textBody": [{"partId": "1", "type": "text/plain"}], "htmlBody": [], "bodyValues": {"1": {"value": "hi", "isTruncated": "#
        server.on("Email/get") { call in
            JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, more: body + ($0 == "a" ? "true}}" : "false}}")) })
        }
        let page = try await service.messages(from: nil, limit: 10)
        #expect(page.messages.map(\.body?.plain) == [nil, "hi"])
        #expect(server.calls("Email/get").first?["maxBodyValueBytes"]?.number == 256 << 10)
        let whole = try await service.message(RemoteID("a"))
        #expect(whole?.body?.problems == ["The server gave only the beginning of the text"])
        #expect(server.calls("Email/get").last?["maxBodyValueBytes"] == nil)
    }
}
