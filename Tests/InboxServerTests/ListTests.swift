import Foundation
import Testing

@testable import InboxServer

@Suite("Lists and their filters")
struct ListTests {
    /// Archives some messages and stars others, so that no filter matches all or nothing.
    private static func prepared(_ test: TestServer) async throws {
        let archive = try await test.mailbox("archive")
        for (number, id) in try await test.ann.get("/messages?view=ids").json.ids.enumerated() {
            if number % 4 == 0 {
                _ = try await test.ann.call("PUT", "/messages/\(id)", .of(("folder_id", .text(archive))))
            }
            if number % 5 == 0 { _ = try await test.ann.call("PUT", "/messages/\(id)", .of(("starred", .bool(true)))) }
        }
    }

    @Test("every filter, alone or combined, matches the objects, and count, ids and list agree")
    func filters() async throws {
        try await TestServer.with(mail: TestMail.varied) { test async throws in
            try await Self.prepared(test)
            let threads = try await test.ann.get("/threads?view=expanded&limit=1000").json.arrayValue ?? []
            let messages = try await test.ann.get("/messages?limit=1000").json.arrayValue ?? []
            #expect(messages.count == 60)
            let threadOf = Dictionary(
                uniqueKeysWithValues: threads.compactMap { thread in thread["id"]?.textValue.map { ($0, thread) } })
            let conversation = try #require(threads.first { $0["messages"]?.arrayValue?.count == 2 })
            let filters = FilterTruth.all + [FilterTruth.thread(conversation["id"]?.textValue ?? "")]
            for (index, first) in filters.enumerated() {
                for second in filters[index...] {
                    if first.name == second.name, first.query != second.query { continue }
                    let query = first.query == second.query ? first.query : "\(first.query)&\(second.query)"
                    let wanted = threads.filter { first.matchesThread($0) && second.matchesThread($0) }.compactMap {
                        $0["id"]?.textValue
                    }
                    #expect(
                        try await test.ann.get("/threads?limit=1000&view=ids&\(query)").json.ids == wanted,
                        "threads, \(query)")
                    let found = messages.filter { message in
                        let thread = threadOf[message["thread_id"]?.textValue ?? ""] ?? .null
                        return first.matchesMessage(message, thread) && second.matchesMessage(message, thread)
                    }.compactMap { $0["id"]?.textValue }
                    #expect(
                        try await test.ann.get("/messages?limit=1000&view=ids&\(query)").json.ids == found,
                        "messages, \(query)")
                    guard first.query == second.query else { continue }
                    for (list, ids) in [("threads", wanted), ("messages", found)] {
                        #expect(
                            !ids.isEmpty || ["subject=mill", "bcc=ann@example.test"].contains(query),
                            "\(query) tests nothing")
                        #expect(try await test.ann.get("/\(list)?limit=1000&\(query)").json.ids == ids)
                        #expect(
                            try await test.ann.get("/\(list)?view=count&\(query)").json["count"]?.wholeNumber
                                == Int64(ids.count))
                    }
                }
            }
            for filter in FilterTruth.messagesOnly {
                #expect(try await test.ann.get("/threads?\(filter.query)").status == 400)
                for second in filters + FilterTruth.messagesOnly {
                    let query = filter.query == second.query ? filter.query : "\(filter.query)&\(second.query)"
                    let found = messages.filter { message in
                        let thread = threadOf[message["thread_id"]?.textValue ?? ""] ?? .null
                        return filter.matchesMessage(message, thread) && second.matchesMessage(message, thread)
                    }.compactMap { $0["id"]?.textValue }
                    #expect(
                        try await test.ann.get("/messages?limit=1000&view=ids&\(query)").json.ids == found,
                        "messages, \(query)")
                    let count = try await test.ann.get("/messages?view=count&\(query)").json["count"]?.wholeNumber
                    #expect(count == Int64(found.count), "messages, \(query)")
                }
            }
        }
    }

    @Test(
        "lists are newest first, and their pages form the whole",
        arguments: ["threads", "messages", "contacts", "files"])
    func pages(list: String) async throws {
        try await TestServer.with(mail: TestMail.varied) { test async throws in
            let all = try await test.ann.get("/\(list)?limit=1000").json
            let dates = all.values(list == "threads" ? "last_message_timestamp" : "date").compactMap(\.wholeNumber)
            #expect(dates == dates.sorted(by: >))
            var collected: [String] = []
            for offset in stride(from: 0, to: 100, by: 7) {
                collected += try await test.ann.get("/\(list)?limit=7&offset=\(offset)").json.ids
            }
            #expect(collected == all.ids)
            #expect(try await test.ann.get("/\(list)?offset=1000").json == .array([]))
            #expect(try await test.ann.get("/\(list)?limit=0").json == .array([]))
            #expect(try await test.ann.get("/\(list)?view=ids&limit=3&offset=1").json.ids == Array(all.ids[1..<4]))
            #expect(
                try await test.ann.get("/\(list)?view=count&limit=1&offset=1").json["count"]?.wholeNumber
                    == Int64(all.ids.count))
        }
    }

    @Test(
        "invalid parameters are refused in words",
        arguments: [
            "/threads?limit=1001", "/threads?limit=-1", "/threads?limit=x", "/threads?offset=-1",
            "/messages?offset=1.5",
            "/threads?colour=red", "/messages?Unread=true", "/threads?unread=1", "/messages?starred=yes",
            "/threads?view=small",
            "/threads?thread_id=not-an-id", "/messages/not-an-id", "/threads?started_before=yesterday",
            "/files?view=expanding", "/calendars?view=odd", "/calendars?colour=red", "/events?colour=red",
            "/events?busy=1", "/events?starts_after=soon", "/events?calendar_id=-", "/contacts?email=a@b.example",
            "/accounts?colour=red",
            "/drafts?from=ann@example.test", "/threads/search", "/messages/search?q=", "/files?message_id=%20",
        ])
    func refused(path: String) async throws {
        try await TestServer.with { test async throws in
            let answer = try await test.ann.get(path)
            #expect(answer.status == 400)
            #expect(answer.json["type"]?.textValue == "invalid_request_error")
            #expect(answer.json["message"]?.textValue?.isEmpty == false)
        }
    }

    @Test("a text over 255 characters is refused, at 255 it is searched")
    func longText() async throws {
        try await TestServer.with { test async throws in
            for name in ["subject", "from", "to", "filename", "in", "any_email"] {
                #expect(try await test.ann.get("/threads?\(name)=" + String(repeating: "x", count: 256)).status == 400)
                #expect(try await test.ann.get("/threads?\(name)=" + String(repeating: "x", count: 255)).status == 200)
            }
        }
    }

    @Test(
        "Q-1: a quote that joins its neighbour is no operator of the index",
        arguments: ["%22", "x%22%20OR%20y%22", "(x%22)"])
    func joinedQuotes(text: String) async throws {
        try await TestServer.with { test async throws in
            // U+0D4E in front, U+0301 behind.
            let joined = text.replacing("%22", with: "%E0%B5%8E%22%CC%81")
            for list in ["threads", "messages"] {
                #expect(try await test.ann.get("/\(list)/search?q=\(joined)").status == 200, "\(list)")
            }
        }
    }

    @Test(
        "times may be ISO 8601 too", arguments: ["2014-05-14T07:00:00Z", "2014-05-14T07:00:00", "2014-05-14"])
    func isoTimes(time: String) async throws {
        try await TestServer.with(mail: TestMail.varied) { test async throws in
            let count =
                try await test.ann.get("/messages?view=count&received_after=\(time)").json["count"]?.wholeNumber ?? 0
            #expect(count > 0 && count < 60)
        }
    }

    @Test("a contact's or file's URL ignores unknown parameters, a thread's or message's refuses them")
    func parametersOfSingles() async throws {
        try await TestServer.with(mail: [MailText("1") { $0.file = "a.txt" }]) { test async throws in
            for (list, status) in [
                ("threads", 400), ("messages", 400), ("files", 200), ("contacts", 200), ("folders", 200),
            ] {
                let id = try #require(try await test.ann.get("/\(list)").json.ids.first)
                #expect(try await test.ann.get("/\(list)/\(id)?colour=red").status == status, "\(list)")
                #expect(try await test.ann.get("/\(list)/\(id)?offset=0").status == 200, "\(list)")
                #expect(try await test.ann.get("/\(list)/\(id)/").status == 200, "\(list)")
                #expect(try await test.ann.get("/\(list)/0").status == 404, "\(list)")
            }
        }
    }

    @Test("the expanded view adds headers to messages and bodiless messages to threads")
    func expanded() async throws {
        let mail = [
            MailText("1"),
            MailText("2") {
                $0.inReplyTo = "1"; $0.references = ["0", "1"]
            },
        ]
        try await TestServer.with(mail: mail) { test async throws in
            let thread = try await test.ann.get("/threads?view=expanded").json[0]
            #expect(thread["message_ids"] == nil && thread["draft_ids"] == nil)
            #expect(thread["messages"]?.arrayValue?.count == 2 && thread["drafts"] == .array([]))
            #expect(thread["messages"]?[0]["body"] == nil)
            let id = thread["messages"]?[1]["id"]?.textValue ?? ""
            let message = try await test.ann.get("/messages/\(id)?view=expanded").json
            #expect(message["headers"]?["Message-Id"]?.textValue == "<2@mill.example>")
            #expect(message["headers"]?["In-Reply-To"]?.textValue == "<1@mill.example>")
            #expect(
                message["headers"]?["References"] == .array([.text("<0@mill.example>"), .text("<1@mill.example>")]))
            #expect(try await test.ann.get("/messages/\(id)").json["headers"] == nil)
        }
    }

    @Test("the raw form is the stored bytes")
    func raw() async throws {
        let mail = MailText("1") { $0.body = "Grüße,\n>From here\n.\n" }
        try await TestServer.with(mail: [mail]) { test async throws in
            let id = try #require(try await test.ann.get("/messages").json.ids.first)
            let answer = try await test.ann.get("/messages/\(id)", headers: ["Accept": "message/rfc822"])
            #expect(answer.headers["content-type"] == "message/rfc822")
            #expect(answer.text == mail.raw.replacing(">From", with: "From"))
        }
    }

    @Test(
        "event requests accept filters",
        arguments: ["title=a&location=b&busy=true", "starts_after=1&ends_before=2014-05-14"])
    func eventFilters(query: String) async throws {
        try await TestServer.with { test async throws in
            #expect(try await test.ann.get("/events?\(query)&expand_recurring=false&view=any").json == .array([]))
        }
    }

    @Test("accounts are counted and listed by id like the rest")
    func accounts() async throws {
        try await TestServer.with { test async throws in
            let account = try await test.ann.get("/account").json
            #expect(try await test.ann.get("/accounts?offset=0&limit=50").json == .array([account]))
            #expect(try await test.ann.get("/accounts?view=ids").json.ids == [account.single])
            #expect(
                try await test.ann.get("/accounts?view=count&email_address=ann@example.test").json["count"]
                    == .integer(1 as Int64))
            #expect(
                try await test.ann.get("/accounts?view=count&email_address=bob@example.test").json["count"]
                    == .integer(0 as Int64))
        }
    }

    @Test("there are no calendars and no events", arguments: ["calendars", "events"])
    func calendars(list: String) async throws {
        try await TestServer.with { test async throws in
            #expect(try await test.ann.get("/\(list)?offset=0&limit=50").json == .array([]))
            #expect(try await test.ann.get("/\(list)?view=count").json == .of(("count", .integer(0 as Int64))))
            #expect(try await test.ann.get("/\(list)/1").status == 404)
            #expect(try await test.ann.call("POST", "/\(list)", .of()).status == 501)
        }
    }

    @Test("unsupported methods are reported")
    func methods() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let message = try #require(try await test.ann.get("/messages").json.ids.first)
            let thread = try #require(try await test.ann.get("/threads").json.ids.first)
            let answer = try await test.ann.call("DELETE", "/messages/\(message)")
            #expect(answer.status == 405 && answer.json["type"]?.textValue == "api_error")
            #expect(try await test.ann.call("DELETE", "/threads/\(thread)").status == 501)
            #expect(try await test.ann.call("POST", "/messages", .of()).status == 405)
            #expect(try await test.ann.get("/send").status == 405)
            for path in ["/nowhere", "/accounts/1", "/threads/1/2"] {
                #expect(try await test.ann.get(path).status == 404, "\(path)")
            }
            #expect(try await test.ann.get("/logout").status == 401)
        }
    }
}
