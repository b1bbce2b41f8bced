import Testing

@testable import InboxServer

@Suite("Lists of drafts")
struct DraftListTests {
    /// Creates drafts of their own and in conversations, so that most filters match some but not all.
    private static func fill(_ test: TestServer, threads: [String]) async throws {
        let file = try await FileTests.upload(test, name: "cog.png", content: [1, 2, 3]).json[0]["id"] ?? .null
        func people(_ emails: [String]) -> JSONValue { .array(emails.map { .of(("email", .text($0))) }) }
        for number in 0..<12 {
            var members: [(String, JSONValue)] = [
                ("subject", .text(["Mill gears", "Cogs", "mill"][number % 3])),
                ("to", people(number % 2 == 0 ? ["bob@example.test"] : ["dan@wheel.example"])),
            ]
            if number % 4 == 0 { members.append(("cc", people(["dan@wheel.example"]))) }
            if number % 4 == 1 { members.append(("bcc", people(["ann@example.test", "eve@cog.example"]))) }
            if number % 5 == 0 { members.append(("file_ids", .array([file]))) }
            if number % 3 == 1 { members.append(("thread_id", .text(threads[number % 2]))) }
            let answer = try await test.ann.call(
                "POST", "/drafts", .object(members.map { JSONMember($0.0, $0.1) }))
            #expect(answer.status == 200)
        }
    }

    @Test("the lengths of the lists stay exact while drafts are made, sent and deleted, and mail arrives")
    func lengths() async throws {
        try await TestServer.with(mail: TestMail.varied) { test async throws in
            func check(_ threads: Int, _ messages: Int, _ drafts: Int) async throws {
                for (list, length) in [("threads", threads), ("messages", messages), ("drafts", drafts)] {
                    let count = try await test.ann.get("/\(list)?view=count").json["count"]?.wholeNumber
                    #expect(count == Int64(length), "\(list)")
                    #expect(try await test.ann.get("/\(list)?view=ids&limit=1000").json.ids.count == length, "\(list)")
                }
            }
            let threads = try await test.ann.get("/threads?view=ids&limit=1000").json.ids.count
            try await check(threads, 60, 0)
            let draft = try await test.ann.call("POST", "/drafts", .of(("subject", .text("Cogs")))).json.single
            let other = try await test.ann.call(
                "POST", "/drafts",
                .of(("subject", .text("x")), ("to", .array([.of(("email", .text("bob@example.test")))])))
            ).json.single
            try await check(threads + 2, 60, 2)
            let order = JSONValue.of(("draft_id", .text(other)), ("version", .integer(0 as Int64)))
            #expect(try await test.ann.call("POST", "/send", order).status == 200)
            try await check(threads + 2, 61, 1)
            _ = try await test.ann.call("DELETE", "/drafts/\(draft)", .of(("version", .integer(0 as Int64))))
            try await check(threads + 1, 61, 0)
            _ = try await test.send(from: test.bob, to: ["ann@example.test"], subject: "From bob")
            try await check(threads + 2, 62, 0)
            #expect(try await test.bob.get("/messages?view=count").json["count"]?.wholeNumber == 2)
        }
    }

    @Test("every filter of drafts, alone or combined, matches the objects, and count, ids and list agree")
    func filters() async throws {
        try await TestServer.with(mail: TestMail.varied) { test async throws in
            // The oldest and the newest conversation, so that the filters by their dates differ.
            let mail = try await test.ann.get("/threads?limit=1000&view=ids").json.ids
            let answered = [try #require(mail.first), try #require(mail.last)]
            try await Self.fill(test, threads: answered)
            let threads = try await test.ann.get("/threads?view=expanded&limit=1000").json.arrayValue ?? []
            let drafts = try await test.ann.get("/drafts?limit=1000").json.arrayValue ?? []
            #expect(drafts.count == 12)
            let threadOf = Dictionary(
                uniqueKeysWithValues: threads.compactMap { thread in thread["id"]?.textValue.map { ($0, thread) } })
            let filters =
                (FilterTruth.all + FilterTruth.messagesOnly).filter { $0.name != "from" }
                + [FilterTruth.thread(answered[0]), FilterTruth.mailbox("drafts")]
            var matched: Set<String> = []
            for (index, first) in filters.enumerated() {
                for second in filters[index...] {
                    if first.name == second.name, first.query != second.query { continue }
                    let query = first.query == second.query ? first.query : "\(first.query)&\(second.query)"
                    let wanted = drafts.filter { draft in
                        let thread = threadOf[draft["thread_id"]?.textValue ?? ""] ?? .null
                        return first.matchesMessage(draft, thread) && second.matchesMessage(draft, thread)
                    }.compactMap { $0["id"]?.textValue }
                    if !wanted.isEmpty { matched.insert(first.query) }
                    #expect(
                        try await test.ann.get("/drafts?limit=1000&view=ids&\(query)").json.ids == wanted, "\(query)")
                    guard first.query == second.query else { continue }
                    #expect(try await test.ann.get("/drafts?limit=1000&\(query)").json.ids == wanted, "\(query)")
                    let count = try await test.ann.get("/drafts?view=count&\(query)").json["count"]?.wholeNumber
                    #expect(count == Int64(wanted.count), "\(query)")
                }
            }
            // Drafts are neither unread nor starred, lie in no other folder, and are of today.
            let never = ["in=inbox", "in=archive", "unread=true", "starred=true"]
            #expect(
                Set(filters.map(\.query)).subtracting(matched).subtracting(never)
                    .allSatisfy { $0.hasPrefix("received_before") })
            #expect(try await test.ann.get("/drafts?view=count").json["count"]?.wholeNumber == 12)
            #expect(try await test.ann.get("/drafts?from=ann@example.test").status == 400)
        }
    }
}
