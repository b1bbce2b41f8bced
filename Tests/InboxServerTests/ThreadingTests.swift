import Testing

@testable import InboxServer

@Suite("Threads")
struct ThreadingTests {
    private static func threads(_ mail: [MailText]) async throws -> [[String]] {
        nonisolated(unsafe) var result: [[String]] = []
        try await TestServer.with(mail: mail) { test async throws in
            let threads = try await test.ann.get("/threads?view=expanded").json.arrayValue ?? []
            result = threads.map { ($0["messages"]?.texts("subject") ?? []).sorted() }.sorted { $0[0] < $1[0] }
        }
        return result
    }

    private static func mail(_ id: String, _ change: (inout MailText) -> Void = { _ in }) -> MailText {
        MailText(id) { mail in
            mail.subject = id
            change(&mail)
        }
    }

    @Test("replies join their parents, in any order of arrival")
    func answers() async throws {
        let mail = [
            Self.mail("a"), Self.mail("b") { $0.inReplyTo = "a" }, Self.mail("c") { $0.references = ["a", "b"] },
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
            #expect(try await Self.threads(order.map { mail[$0] }) == [["a", "b", "c"]])
        }
    }

    @Test("two replies to a missing message share a thread")
    func missingRoot() async throws {
        let mail = [Self.mail("b") { $0.inReplyTo = "gone" }, Self.mail("c") { $0.references = ["gone"] }]
        #expect(try await Self.threads(mail) == [["b", "c"]])
    }

    @Test("a late message merges two threads")
    func merging() async throws {
        let mail = [Self.mail("a"), Self.mail("b"), Self.mail("c") { $0.references = ["a", "b"] }]
        #expect(try await Self.threads(mail) == [["a", "b", "c"]])
    }

    @Test("a shared subject makes no thread")
    func subjects() async throws {
        let mail = ["a", "b"].map { id in
            MailText(id) { $0.subject = "Re: Mill gears" }
        }
        #expect(try await Self.threads(mail).count == 2)
    }

    @Test("a duplicate message is another message of its thread")
    func repeats() async throws {
        #expect(try await Self.threads([Self.mail("a"), Self.mail("a")]) == [["a", "a"]])
    }

    @Test("merging two threads reports the moved messages, the grown thread and the deleted thread")
    func mergeDeltas() async throws {
        try await TestServer.with(mail: [Self.mail("a"), Self.mail("b")]) { test async throws in
            let before = try await test.ann.get("/threads?view=expanded").json.arrayValue ?? []
            let cursor = try await test.cursor()
            let raw = """
                From: bob@example.test\r\nTo: ann@example.test\r\nSubject: c\r\n\
                References: <a@mill.example> <b@mill.example>\r\n\r\nBoth\r\n
                """
            _ = try await test.bob.call(
                "POST", "/send", headers: ["Content-Type": "message/rfc822"], body: Array(raw.utf8))
            let thread = try await test.ann.get("/threads?view=expanded").json
            #expect(thread.arrayValue?.count == 1)
            #expect(thread[0]["messages"]?.texts("subject") == ["a", "b", "c"])
            let gone = try #require(before.map(\.single).first { $0 != thread[0].single })
            let moved = try #require(before.first { $0.single == gone }?["messages"]?.ids.first)
            let changes = try await test.changes(since: cursor)
            #expect(changes.contains { $0 == ("thread delete", gone) })
            #expect(changes.contains { $0 == ("thread modify", thread[0].single) })
            #expect(changes.contains { $0 == ("message modify", moved) })
            #expect(changes.contains { $0.what == "message create" })
        }
    }

    @Test("a thread's fields summarize its messages")
    func row() async throws {
        let mail = [
            MailText("1") {
                $0.from = "cleo@mill.example"; $0.date = 1_400_000_000
            },
            MailText("2") { mail in
                mail.from = "Cleo <cleo@mill.example>"
                mail.subject = "Re: Mill gears"
                mail.inReplyTo = "1"
                mail.date = 1_400_000_100
                mail.file = "cog.png"
                mail.body = "Here   it\nis."
            },
        ]
        try await TestServer.with(mail: mail) { test async throws in
            let thread = try await test.ann.get("/threads").json[0]
            #expect(thread["subject"]?.textValue == "Mill gears")
            #expect(thread["snippet"]?.textValue == "Here it is.")
            #expect(thread["first_message_timestamp"]?.wholeNumber == 1_400_000_000)
            #expect(thread["last_message_timestamp"]?.wholeNumber == 1_400_000_100)
            #expect(thread["last_message_received_timestamp"]?.wholeNumber == 1_400_000_100)
            #expect(thread["last_message_sent_timestamp"] == .null)
            #expect(thread["has_attachments"] == .bool(true))
            #expect(thread["participants"]?.texts("name") == ["Ann", "Cleo"])
            #expect(thread["participants"]?.texts("email") == ["ann@example.test", "cleo@mill.example"])
            #expect(thread["message_ids"]?.arrayValue?.count == 2)
            #expect(thread["folders"]?.texts("name") == ["inbox"])
        }
    }
}
