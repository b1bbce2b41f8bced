import Foundation
import Testing

@testable import InboxServer

@Suite("Deltas")
struct DeltaTests {
    @Test("reading the log from 0 in small steps yields every existing object")
    func fromTheStart() async throws {
        try await TestServer.with(mail: TestMail.varied) { test async throws in
            for limit in [1, 7, 1000] {
                var cursor = "0"
                var seen: [String: Set<String>] = [:]
                while true {
                    let page = try await test.ann.get("/delta?cursor=\(cursor)&limit=\(limit)&exclude_folders=false")
                        .json
                    #expect(page["cursor_start"]?.textValue == cursor)
                    for delta in page["deltas"]?.arrayValue ?? [] {
                        seen[delta["object"]?.textValue ?? "", default: []].insert(delta.single)
                        #expect(delta["attributes"]?.single == delta.single)
                        #expect(delta["attributes"]?["object"] == delta["object"])
                    }
                    let end = page["cursor_end"]?.textValue ?? ""
                    if end == cursor { break }
                    cursor = end
                }
                #expect(try await test.cursor() == cursor)
                for (object, list) in [
                    ("message", "messages"), ("thread", "threads"), ("file", "files"), ("contact", "contacts"),
                    ("folder", "folders"),
                ] {
                    #expect(
                        seen[object] == Set(try await test.ann.get("/\(list)?view=ids&limit=1000").json.ids),
                        "\(object)")
                }
            }
        }
    }

    @Test("attributes are the current object")
    func attributes() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let cursor = try await test.cursor()
            let thread = try #require(try await test.ann.get("/threads").json.ids.first)
            for value in [true, false, true] {
                _ = try await test.ann.call("PUT", "/threads/\(thread)", .of(("starred", .bool(value))))
            }
            let deltas = try await test.ann.get("/delta?cursor=\(cursor)").json["deltas"] ?? .null
            // Three changes of each object, merged into one.
            #expect(deltas.arrayValue?.count == 2)
            #expect(deltas[0]["attributes"] == (try await test.ann.get("/threads/\(thread)").json))
            #expect(deltas[1]["attributes"] == (try await test.ann.get("/messages").json[0]))
            let expanded = try await test.ann.get("/delta?cursor=\(cursor)&view=expanded").json["deltas"] ?? .null
            #expect(expanded[0]["attributes"]?["messages"]?.ids == deltas[0]["attributes"]?["message_ids"]?.ids)
            #expect(expanded[1]["attributes"]?["headers"] != nil)
        }
    }

    @Test("a deleted object has no attributes, and its earlier changes are omitted")
    func deleted() async throws {
        try await TestServer.with { test async throws in
            let cursor = try await test.cursor()
            let draft = try await test.ann.call("POST", "/drafts", .of(("subject", .text("Cogs")))).json
            _ = try await test.ann.call("DELETE", "/drafts/\(draft.single)", .of(("version", .integer(0 as Int64))))
            let deltas = try await test.ann.get("/delta?cursor=\(cursor)").json["deltas"]?.arrayValue ?? []
            #expect(deltas.map { $0["event"]?.textValue } == ["delete", "delete"])
            #expect(deltas.map { $0["object"]?.textValue } == ["draft", "thread"])
            #expect(deltas.allSatisfy { $0["attributes"] == nil })
        }
    }

    @Test("types can be included or excluded, folders must be requested")
    func types() async throws {
        try await TestServer.with(mail: [MailText("1") { $0.file = "a.txt" }]) { test async throws in
            func objects(_ query: String) async throws -> Set<String> {
                Set(try await test.changes(since: "0", more: query).map { String($0.what.split(separator: " ")[0]) })
            }
            #expect(try await objects("") == ["contact", "thread", "file", "message"])
            #expect(try await objects("&exclude_folders=false") == ["folder", "contact", "thread", "file", "message"])
            #expect(try await objects("&exclude_types=contact,file") == ["thread", "message"])
            #expect(try await objects("&include_types=thread") == ["thread"])
            #expect(try await objects("&include_types=event,calendar") == [])
            for query in [
                "&include_types=thread&exclude_types=file", "&include_types=weather", "&limit=1001", "&view=odd",
            ] {
                #expect(try await test.ann.get("/delta?cursor=0\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test("an invalid cursor, or another account's, is refused", arguments: ["", "zzzzzz", "-1", "0%20", "1e400"])
    func badCursors(cursor: String) async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            for path in ["/delta", "/delta/longpoll", "/delta/streaming"] {
                #expect(try await test.ann.get("\(path)?timeout=0&cursor=\(cursor)").status == 400, "\(path)")
            }
            #expect(try await test.ann.get("/delta").status == 400)
            let own = try await test.cursor()
            #expect(try await test.bob.get("/delta?cursor=\(own)").status == 400)
        }
    }

    @Test("a cursor for a time is the last change before it")
    func generated() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            func cursor(_ start: Int64) async throws -> String? {
                try await test.ann.call("POST", "/delta/generate_cursor", .of(("start", .integer(start)))).json[
                    "cursor"]?.textValue
            }
            #expect(try await cursor(0) == "0")
            #expect(try await cursor(Int64(Date().timeIntervalSince1970) + 1000) == (try await test.cursor()))
            for body in ["{}", "{\"start\":\"then\"}", "{\"start\":1,\"end\":2}", "[1]", ""] {
                #expect(try await test.ann.call("POST", "/delta/generate_cursor", body: Array(body.utf8)).status == 400)
            }
        }
    }

    @Test("a long poll returns at once if there are changes, and empty on timeout")
    func longPollAtOnce() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let page = try await test.ann.get("/delta/longpoll?cursor=0&timeout=600").json
            #expect(page["deltas"]?.arrayValue?.isEmpty == false)
            let cursor = try await test.cursor()
            let empty = try await test.ann.get("/delta/longpoll?cursor=\(cursor)&timeout=0").json
            #expect(empty["deltas"] == .array([]) && empty["cursor_start"] == empty["cursor_end"])
        }
    }

    @Test("a long poll does not stall at objects already deleted")
    func longPollPastVanished() async throws {
        try await TestServer.with { test async throws in
            var cursor = try await test.cursor()
            let draft = try await test.ann.call("POST", "/drafts", .of(("subject", .text("Cogs")))).json
            _ = try await test.ann.call("DELETE", "/drafts/\(draft.single)", .of(("version", .integer(0 as Int64))))
            let end = try await test.cursor()
            var events: [String] = []
            while cursor != end {
                let page = try await test.ann.get("/delta/longpoll?cursor=\(cursor)&timeout=600&limit=1").json
                events += page["deltas"]?.texts("event") ?? []
                let next = page["cursor_end"]?.textValue ?? ""
                try #require(next != cursor)
                cursor = next
            }
            #expect(events == ["delete", "delete"])
        }
    }

    @Test("a full waiting room refuses clients until a place is free")
    func waitingRoom() async throws {
        let room = WaitingRoom(capacity: 2)
        let first = try room.ticket()
        try await room.enter {
            #expect(throws: APIError.self) { try room.ticket() }
            #expect(throws: APIError.self) { try room.checkForPlace() }
        }
        try room.checkForPlace()
        first.giveBack()
        _ = try room.ticket()
        _ = try room.ticket()
    }

    @Test("a change wakes a long poll within a second, whoever makes it and whatever its filter")
    func longPollWakes() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            var cursor = try await test.cursor()
            let thread = try #require(try await test.ann.get("/threads").json.ids.first)
            var delays: [Duration] = []
            for round in 0..<20 {
                let path = "/delta/longpoll?cursor=\(cursor)&timeout=600&exclude_types=contact"
                async let waiting = test.ann.get(path)
                // Meanwhile the poll arrives, as a rule.
                _ = try await test.ann.get("/account")
                if round.isMultiple(of: 2) {
                    _ = try await test.ann.call("PUT", "/threads/\(thread)", .of(("starred", .bool(round % 4 == 0))))
                } else {
                    _ = try await test.send(from: test.bob, to: ["ann@example.test"], subject: "\(round)")
                }
                let changed = ContinuousClock.now
                let page = try await waiting.json
                delays.append(.now - changed)
                #expect(page["deltas"]?.arrayValue?.isEmpty == false)
                cursor = page["cursor_end"]?.textValue ?? ""
            }
            // The median, as others may use the machine. A poll that arrives after the change does not wait at all.
            #expect(delays.sorted()[10] < .seconds(1))
        }
    }

    @Test("many long polls wake together, other accounts' do not")
    func manyLongPolls() async throws {
        try await TestServer.with { test async throws in
            let cursor = try await test.cursor()
            let bobs = try await test.bob.call("POST", "/delta/latest_cursor").json["cursor"]?.textValue ?? ""
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<30 {
                    group.addTask {
                        try await test.ann.get("/delta/longpoll?cursor=\(cursor)&timeout=600").json["deltas"]?
                            .arrayValue?.count ?? 0
                    }
                }
                _ = try await test.ann.call("POST", "/drafts", .of())
                for try await count in group { #expect(count > 0) }
            }
            let quiet = try await test.bob.get("/delta/longpoll?cursor=\(bobs)&timeout=0").json
            #expect(quiet["deltas"] == .array([]))
        }
    }

    @Test("hanging up leaves no waiters, and stopping the server ends every wait")
    func hangingUp() async throws {
        try await TestServer.with { test async throws in
            let cursor = try await test.cursor()
            for _ in 0..<(Limits.waiting + 20) {
                try test.ann.hangUp(after: "/delta/longpoll?cursor=\(cursor)&timeout=3000")
            }
            async let waiting = test.ann.get("/delta/longpoll?cursor=\(cursor)&timeout=3000")
            _ = try await test.ann.call("POST", "/drafts", .of())
            #expect(try await waiting.status == 200)
            let now = try await test.cursor()
            async let last = test.ann.get("/delta/longpoll?cursor=\(now)&timeout=3000")
            #expect(try await test.ann.get("/account").status == 200)
            await test.server.stop()
            // The request is answered without news or cut off, but not left open.
            _ = try? await last
        }
    }

    @Test("a stream sends each change on a line, with blank lines between, and continues")
    func streaming() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let thread = try #require(try await test.ann.get("/threads").json.ids.first)
            let cursor = try await test.cursor()
            let lines = try await test.ann.stream("/delta/streaming?cursor=\(cursor)&timeout=600") { lines in
                lines.contains { $0.contains("\"thread\"") } && lines.contains { $0.contains("\"draft\"") }
            } then: {
                Task {
                    _ = try await test.ann.call("PUT", "/threads/\(thread)", .of(("starred", .bool(true))))
                    _ = try await test.ann.call("POST", "/drafts", .of())
                }
            }
            let objects = lines.compactMap { JSONValue(reading: Array($0.utf8)) }.compactMap { $0["object"]?.textValue }
            #expect(objects.contains("thread") && objects.contains("message") && objects.contains("draft"))
        }
    }

    @Test("a stream starts with existing changes and ends on timeout")
    func streamEnds() async throws {
        try await TestServer.with(mail: [MailText("1")]) { test async throws in
            let lines = try await test.ann.stream("/delta/streaming?cursor=0&timeout=0&include_types=message") {
                lines in
                // The last chunk of the body (RFC 9112 §7.1).
                lines.contains("0")
            }
            #expect(
                lines.compactMap { JSONValue(reading: Array($0.utf8)) }.filter { $0["object"]?.textValue == "message" }
                    .count == 1)
        }
    }
}

@Suite("Changes in a transaction")
struct PendingChangesTests {
    @Test(
        "merge into one net change",
        arguments: [
            ([ChangeEvent.create, .modify], ChangeEvent?.some(.create)), ([.modify, .modify], .modify),
            ([.create, .delete], nil),
            ([.modify, .delete], .delete), ([.delete, .create], .modify), ([.create, .delete, .create], .create),
        ])
    func folding(events: [ChangeEvent], wanted: ChangeEvent?) async throws {
        let database = try MailDatabase(path: nil)
        try await database.write { transaction in
            for event in events { transaction.note(event, .thread, "a", account: 1) }
        }
        let entries = try await database.read {
            try DeltaLog.entries(after: 0, limit: 10, objects: [.thread], account: 1, in: $0)
        }
        #expect(entries.map(\.event) == [wanted].compactMap { $0 })
    }
}
