import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@Suite("Mapping Inbox API objects to our types")
struct InboxAPIMappingTests {
    let transport = ScriptedTransport()
    var service: InboxAPIService { .scripted(transport) }

    @Test("a message keeps all its fields")
    func message() async throws {
        transport.answer(
            "GET /api/messages/m2",
            json: """
                {"id":"m2","object":"message","account_id":"a","thread_id":"t9","subject":"Re: Mill gears",
                 "from":[{"name":"","email":"bo@wheel.example"}],"reply_to":[{"name":"List","email":"l@wheel.example"}],
                 "to":[{"name":"Ada","email":"ada@mill.example"}],"cc":[{"email":"cy@mill.example"}],"bcc":[],
                 "date":1431090000,"snippet":"The cog","body":"<p>The cog</p>","unread":false,"starred":true,
                 "files":[{"id":"f1","filename":"cog.png","content_type":"Image/PNG","size":5120,"content_id":"<cog1>"}],
                 "events":[],"folder":{"id":"a1","name":"inbox","display_name":"INBOX"},
                 "headers":{"Message-Id":"<1@wheel.example>","In-Reply-To":"<0@wheel.example>","References":[]},"unknown":{"x":[1]}}
                """)
        let expected = RemoteMessage(
            id: RemoteID("m2"), thread: RemoteID("t9"), subject: "Re: Mill gears",
            from: [MailAddress(email: "bo@wheel.example")],
            to: [MailAddress(name: "Ada", email: "ada@mill.example")], cc: [MailAddress(email: "cy@mill.example")],
            replyTo: [MailAddress(name: "List", email: "l@wheel.example")],
            receivedAt: Date(timeIntervalSince1970: 1_431_090_000), snippet: "The cog", keywords: [.seen, .flagged],
            mailboxes: [RemoteID("a1")],
            files: [
                MessageFile(
                    remoteID: RemoteID("f1"), fileName: "cog.png", contentType: "image/png", size: 5120,
                    contentID: "cog1")
            ],
            messageIDHeader: "<1@wheel.example>", inReplyToHeader: "<0@wheel.example>",
            body: MessageBody(html: "<p>The cog</p>"))
        #expect(try await service.message(RemoteID("m2")) == expected)
        #expect(transport.requests.first?.query == ["view": "expanded"])
    }

    @Test("missing and null fields get defaults")
    func sparse() async throws {
        transport.answer(json: "{\"id\": \"m1\", \"from\": null, \"subject\": null, \"date\": null, \"folder\": null}")
        let message = try #require(try await service.message(RemoteID("m1")))
        #expect(
            message
                == RemoteMessage(
                    id: RemoteID("m1"), thread: RemoteID("m1"), subject: "", receivedAt: Date(timeIntervalSince1970: 0),
                    keywords: [.seen]))
    }

    @Test("P-3: the server's list of problems comes with the body")
    func problems() async throws {
        transport.answer(json: "{\"id\": \"m1\", \"body\": \"x\", \"problems\": [\"Cut\", 7, \"Torn\"]}")
        let message = try #require(try await service.message(RemoteID("m1")))
        #expect(message.body == MessageBody(html: "x", problems: ["Cut", "Torn"]))
    }

    @Test("labels and older dialects' fields are read")
    func older() async throws {
        transport.answer(
            json: """
                {"id": "m1", "thread": "t1", "unread": true, "date": "2015-05-08T13:00:00Z",
                 "labels": [{"id": "l1"}, {"id": "l2", "display_name": "Mill"}], "files": [{"id": "f", "mimetype": "a/b"}]}
                """)
        let message = try #require(try await service.message(RemoteID("m1")))
        #expect(message.thread == RemoteID("t1"))
        #expect(message.keywords.isEmpty)
        #expect(message.mailboxes == [RemoteID("l1"), RemoteID("l2")])
        #expect(message.receivedAt == Date(timeIntervalSince1970: 1_431_090_000))
        #expect(message.files.first?.contentType == "a/b")
    }

    @Test("invalid numbers are harmless", arguments: ["1e300", "-5", "\"x\"", "[1]", "true"])
    func numbers(text: String) async throws {
        transport.answer(
            json:
                "{\"id\": \"m1\", \"date\": \(text), \"version\": \(text), \"files\": [{\"id\": \"f\", \"size\": \(text)}]}"
        )
        let message = try #require(try await service.message(RemoteID("m1")))
        #expect((0...253_402_300_799).contains(message.receivedAt.timeIntervalSince1970))
        #expect(message.files.first?.size == 0)
    }

    @Test(
        "wrapped plain text is plain, everything else is HTML",
        arguments: [
            (
                "<pre class=\"maraca-plain\">a &lt;b&gt; &amp;amp; &quot;c&quot; &#39;\\n</pre>",
                "a <b> &amp; \"c\" '\n", nil
            ),
            ("<pre class=\"maraca-plain\"></pre>", "", nil),
            ("<pre class=\"maraca-plain\">a<b>c</b></pre>", nil, "<pre class=\"maraca-plain\">a<b>c</b></pre>"),
            ("<pre>a</pre>", nil, "<pre>a</pre>"), ("plain &amp; simple", nil, "plain &amp; simple"),
            ("<pre class=\"maraca-plain\">&bogus; & &</pre>", "&bogus; & &", nil),
        ] as [(String, String?, String?)])
    func bodies(body: String, plain: String?, html: String?) async throws {
        let text = body.replacingOccurrences(of: "\"", with: "\\\"")
        transport.answer(json: "{\"id\": \"m1\", \"body\": \"\(text)\"}")
        let message = try #require(try await service.message(RemoteID("m1")))
        #expect(message.body == MessageBody(html: html, plain: plain))
    }

    @Test("an invalid character in a string is replaced and the subject survives")
    func brokenText() async throws {
        var bytes = Array("{\"id\": \"m1\", \"subject\": \"a\\ud800b\\ud83d\\ude00c\\\\ud800 ".utf8)
        bytes += [0xFF, 0x01, 0x0A] + Array("d\"}".utf8)
        transport.answer(with: .success(HTTPResponse(status: 200, body: bytes)))
        let message = try #require(try await service.message(RemoteID("m1")))
        #expect(message.subject == "a\u{FFFD}b😀c\\ud800 \u{FFFD}\u{1}\nd")
    }

    @Test("a deleted message is nil")
    func gone() async throws {
        transport.answer(status: 404, json: "{\"message\": \"Couldn't find message m1\"}")
        #expect(try await service.message(RemoteID("m1")) == nil)
    }

    @Test("ids are encoded and cannot change paths")
    func ids() async throws {
        _ = try? await service.message(RemoteID("../drafts?x=1&y=ä"))
        #expect(
            transport.requests.first?.url
                == "https://mail.example/api/messages/%2E%2E%2Fdrafts%3Fx%3D1%26y%3D%C3%A4?view=expanded")
    }

    @Test("folders map to roles, spam to junk, and user folders keep their display name")
    func folders() async throws {
        transport.answer("GET /api/account", json: InboxAPIFixtures.account)
        let roles = ["inbox", "sent", "drafts", "trash", "spam", "archive", "all", "important", "starred"]
        let folders = roles.map {
            "{\"id\": \"\($0)\", \"object\": \"folder\", \"name\": \"\($0)\", \"display_name\": \"X\"}"
        }
        transport.answer(
            "GET /api/folders",
            json: InboxAPIFixtures.list(
                folders + [
                    "{\"id\": \"u\", \"name\": null, \"display_name\": \"Mill/Gears\"}", "{\"name\": \"no id\"}",
                ]))
        let service = service
        let mailboxes = try await service.mailboxes()
        #expect(
            mailboxes.map(\.role) == [
                .inbox, .sent, .drafts, .trash, .junk, .archive, .all, .important, nil, nil,
            ])
        #expect(mailboxes.last == RemoteMailbox(id: RemoteID("u"), name: "Mill/Gears", role: nil))
        #expect(service.leftOut.count == 1)
    }

    @Test("a label account requests labels")
    func labels() async throws {
        transport.answer("GET /api/account", json: InboxAPIFixtures.labelAccount)
        transport.answer("GET /api/labels", json: "[{\"id\": \"l1\", \"name\": \"inbox\"}]")
        #expect(try await service.mailboxes() == [RemoteMailbox(id: RemoteID("l1"), name: "inbox", role: .inbox)])
    }

    @Test("drafts have keyword and version")
    func drafts() async throws {
        transport.answer(
            "GET /api/drafts",
            json: "[{\"id\": \"d1\", \"object\": \"draft\", \"version\": 3}, {\"id\": \"d2\", \"object\": \"message\"}]"
        )
        let drafts = try await service.drafts()
        #expect(drafts.map(\.version) == [3, 0])
        #expect(drafts.allSatisfy { $0.keywords == [.draft, .seen] })
    }

    @Test("contacts are read page by page")
    func contacts() async throws {
        let all = (0..<450).map { "{\"id\": \"c\($0)\", \"name\": \"N\", \"email\": \"n\($0)@mill.example\"}" }
        for page in [all[..<200], all[199..<399], all[398...]] {
            transport.answer("GET /api/contacts", json: InboxAPIFixtures.list(Array(page)))
        }
        let contacts = try await service.contacts()
        #expect(contacts.map(\.id.rawValue) == (0..<450).map { "c\($0)" })
        #expect(contacts[7].address == MailAddress(name: "N", email: "n7@mill.example"))
        #expect(transport.requests.map { $0.query["offset"] } == ["0", "199", "398"])
    }

    @Test("what moves up in a list because another client removes something meanwhile is not missed")
    func movedUp() async throws {
        let all = (0..<250).map { "{\"id\": \"c\($0)\", \"email\": \"n@mill.example\"}" }
        let rest = Array(all[..<5] + all[6...])
        for page in [all[..<200], rest[199...], rest[..<200], rest[199...]] {
            transport.answer("GET /api/contacts", json: InboxAPIFixtures.list(Array(page)))
        }
        #expect(Set(try await service.contacts().map(\.id.rawValue)) == Set((0..<250).map { "c\($0)" }))
        #expect(transport.requests.map { $0.query["offset"] } == ["0", "199", "0", "199"])
    }

    @Test("a contact without an address is skipped and does not count as unreadable")
    func noAddress() async throws {
        let service = service
        transport.answer(
            "GET /api/contacts", json: #"[{"id": "a", "email": null}, {"id": "b", "email": "b@x.example"}]"#)
        #expect(try await service.contacts().map(\.id) == [RemoteID("b")] && service.leftOut.isEmpty)
    }

    @Test("a server ignoring the offset is not queried forever")
    func circle() async throws {
        let page = InboxAPIFixtures.list((0..<200).map { "{\"id\": \"c\($0)\", \"email\": \"n@mill.example\"}" })
        for _ in 0..<5 { transport.answer(json: page) }
        #expect(try await service.contacts().count == 200)
        #expect(transport.requests.count == 2)
    }

    @Test("a raw message comes byte for byte, never as JSON")
    func raw() async throws {
        let bytes: [UInt8] = [0x46, 0x3A, 0x0D, 0x0A, 0xFF, 0x00]
        transport.answer(
            with: .success(HTTPResponse(status: 200, headers: ["Content-Type": "message/rfc822"], body: bytes)))
        #expect(try await service.rawMessage(RemoteID("m1")) == bytes)
        #expect(transport.requests.first?.headers["accept"] == "message/rfc822")
        transport.answer(json: InboxAPIFixtures.message("m1"))
        await #expect(throws: RemoteError.self) { try await service.rawMessage(RemoteID("m1")) }
    }

    @Test("a file downloads unchanged")
    func download() async throws {
        transport.answer("GET /api/files/f1/download", json: "{\"type\": \"api_error\", \"message\": \"in a file\"}")
        #expect(try await service.download(RemoteID("f1")).count == 45)
    }

    @Test("the meter counts uploaded and downloaded bytes")
    func metered() async throws {
        let (upload, download) = (TransferMeter(.upload), TransferMeter(.download))
        transport.answer("GET /api/files/f1/download", json: "12345")
        _ = try await service.download(RemoteID("f1"), meter: download)
        #expect(download.bytes == 5)
        transport.answer("POST /api/files", json: #"[{"id": "f2", "object": "file", "filename": "a", "size": 300}]"#)
        let file = RemoteUpload(fileName: "a", contentType: "text/plain", bytes: Array(repeating: 7, count: 300))
        _ = try await service.upload(file, meter: upload)
        // The form around the file counts, too.
        #expect(upload.bytes == transport.requests.last?.body?.count)
        #expect(upload.bytes > 300)
    }
}
