import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@Suite("Changes on an Inbox API server")
struct InboxAPIChangesTests {
    let transport = ScriptedTransport()
    var service: InboxAPIService { .scripted(transport) }

    private func changes(_ entries: [String]) async throws -> [RemoteChange] {
        transport.answer(json: InboxAPIFixtures.deltas(entries))
        return try await service.changes(since: "c1", wait: nil).changes
    }

    private func entry(_ object: String, _ id: String, _ event: String, _ attributes: String? = nil) -> String {
        let more = attributes.map { ", \"attributes\": \($0)" } ?? ""
        return "{\"id\": \"\(id)\", \"object\": \"\(object)\", \"event\": \"\(event)\", \"cursor\": \"c\"\(more)}"
    }

    @Test("the latest cursor is requested with POST")
    func latest() async throws {
        transport.answer("POST /api/delta/latest_cursor", json: "{\"cursor\": \"c9\"}")
        #expect(try await service.latestState() == "c9")
    }

    @Test("a delta request has cursor, folders and drafts, but no threads")
    func query() async throws {
        transport.answer("GET /api/delta", json: InboxAPIFixtures.deltas([], end: "c1"))
        let changes = try await service.changes(since: "c1", wait: nil)
        #expect(changes == RemoteChanges(changes: [], newState: "c1", hasMore: false))
        let query = try #require(transport.requests.first).query
        #expect(query["cursor"] == "c1")
        #expect(query["exclude_folders"] == "false")
        #expect(query["include_types"] == "message,draft,folder,label,contact")
        #expect(query["timeout"] == nil)
    }

    @Test("waiting is a long poll whose client timeout exceeds the server's")
    func longPoll() async throws {
        transport.answer("GET /api/delta/longpoll", json: InboxAPIFixtures.deltas([entry("label", "l1", "delete")]))
        let changes = try await service.changes(since: "c1", wait: .seconds(90))
        #expect(changes.newState == "c2" && changes.hasMore)
        let request = try #require(transport.requests.first)
        #expect(request.query["timeout"] == "90")
        #expect(request.timeout > .seconds(90) && request.timeout <= .seconds(100))
    }

    @Test("ending a wait early asks for changes at once, even if it ended before it began")
    func endedWait() async throws {
        let transport = HeldPoll(answer: InboxAPIFixtures.deltas([entry("label", "l1", "delete")]))
        let service = InboxAPIService.scripted(transport)
        async let told = service.changes(since: "c1", wait: .seconds(1800))
        await transport.begins()
        service.askForChanges()
        #expect(try await told.newState == "c2")
        service.askForChanges()
        #expect(try await service.changes(since: "c1", wait: .seconds(1800)).newState == "c2")
        #expect(transport.paths == ["/api/delta/longpoll", "/api/delta", "/api/delta"])
    }

    @Test("a cancelled wait makes no further request")
    func givenUpWait() async throws {
        let transport = HeldPoll(answer: InboxAPIFixtures.deltas([]))
        let service = InboxAPIService.scripted(transport)
        let wait = Task { try await service.changes(since: "c1", wait: .seconds(1800)) }
        await transport.begins()
        wait.cancel()
        let error = await #expect(throws: RemoteError.self) { try await wait.value }
        #expect(error?.reason == .cancelled)
        #expect(transport.paths == ["/api/delta/longpoll"])
    }

    @Test("each type is created and deleted")
    func kinds() async throws {
        let changes = try await changes([
            entry("message", "m1", "create", InboxAPIFixtures.message("m1")),
            entry("message", "m2", "delete"),
            entry("folder", "f1", "modify", "{\"id\": \"f1\", \"name\": null, \"display_name\": \"Mill\"}"),
            entry("label", "l1", "delete"),
            entry("contact", "p1", "create", "{\"id\": \"p1\", \"name\": \"Bo\", \"email\": \"bo@wheel.example\"}"),
            entry("contact", "p2", "delete"),
            entry("contact", "p3", "modify", "{\"id\": \"p3\", \"name\": \"Cy\", \"email\": null}"),
        ])
        guard case .message(let message) = changes.first else {
            Issue.record("\(changes)")
            return
        }
        #expect(message.id == RemoteID("m1"))
        #expect(
            changes.dropFirst() == [
                .messageGone(RemoteID("m2")),
                .mailbox(RemoteMailbox(id: RemoteID("f1"), name: "Mill", role: nil)),
                .mailboxGone(RemoteID("l1")),
                .contact(
                    RemoteContact(id: RemoteID("p1"), address: MailAddress(name: "Bo", email: "bo@wheel.example"))),
                .contactGone(RemoteID("p2")), .contactGone(RemoteID("p3")),
            ])
    }

    @Test("threads, unknown types and unknown events change nothing; broken entries are noted once each")
    func unknown() async throws {
        let service = service
        let told = InboxAPIFixtures.deltas([
            entry("thread", "t1", "delete"), entry("thread", "t1", "modify", "{\"id\": \"t1\"}"),
            entry("calendar", "x", "create", "{}"), entry("message", "m1", "explode", "{}"),
            entry("message", "m1", "modify", "{\"no\": \"id\"}"), "17", "{}",
            entry("message", "m2", "delete"),
        ])
        for _ in 0..<2 { transport.answer(json: told) }
        let changes = try await service.changes(since: "c1", wait: nil)
        #expect(changes.changes == [.messageGone(RemoteID("m2"))])
        #expect(changes.newState == "c2" && changes.hasMore)
        #expect(service.leftOut.count == 3)
        _ = try await service.changes(since: "c1", wait: nil)
        #expect(service.leftOut.count == 3)
    }

    @Test(
        "field names of older servers work too",
        arguments: [
            "{\"object_id\": \"m1\", \"type\": \"message\", \"event\": \"delete\"}",
            "{\"id\": \"m1\", \"object_type\": \"message\", \"event\": \"delete\"}",
        ])
    func olderDelete(entry: String) async throws {
        #expect(try await changes([entry]) == [.messageGone(RemoteID("m1"))])
    }

    @Test("an update event counts as modify")
    func olderUpdate() async throws {
        let entry = """
            {"object_id": "m1", "object_type": "message", "event": "update", "attributes": \(InboxAPIFixtures.message("m1"))}
            """
        let changes = try await changes([entry])
        #expect(changes.count == 1)
    }

    @Test("a sent draft ends up as a message, whatever the order of its deltas")
    func sentDraft() async throws {
        let gone = entry("draft", "d1", "delete")
        let sent = entry("message", "d1", "create", InboxAPIFixtures.message("d1"))
        for entries in [[gone, sent], [sent, gone]] {
            let changes = try await changes(entries)
            guard case .message(let message) = changes.last else {
                Issue.record("\(changes)")
                return
            }
            #expect(message.id == RemoteID("d1"))
            #expect(!message.keywords.contains(.draft))
        }
    }

    @Test("a draft keeps its keyword and version, whatever its object type", arguments: ["draft", "message"])
    func draft(object: String) async throws {
        let changes = try await changes([
            entry("draft", "d1", "modify", "{\"id\": \"d1\", \"object\": \"\(object)\", \"version\": \"4\"}"),
            entry("draft", "d1", "delete"),
        ])
        guard case .message(let draft) = changes.first else {
            Issue.record("\(changes)")
            return
        }
        #expect(draft.keywords.contains(.draft) && draft.version == 4)
        #expect(changes.last == .messageGone(RemoteID("d1")))
    }

    @Test("a cursor that the server rejects forces a reload", arguments: [400, 404])
    func invalidCursor(status: Int) async throws {
        for _ in 0..<(status == 404 ? 2 : 1) {
            transport.answer(
                status: status,
                json: "{\"type\": \"invalid_request_error\", \"message\": \"Invalid cursor parameter\"}")
        }
        if status == 404 { transport.answer("POST /api/delta/latest_cursor", json: "{\"cursor\": \"c9\"}") }
        let error = await #expect(throws: RemoteError.self) {
            try await service.changes(since: "old", wait: .seconds(1))
        }
        #expect(error?.reason == .stateTooOld)
        #expect(error?.nextStep == .reload)
    }

    @Test("a server without long polling is asked without it; a missing API forces no reload")
    func notFound() async throws {
        transport.answer("GET /api/delta/longpoll", status: 404, json: "{}")
        transport.answer("GET /api/delta", json: InboxAPIFixtures.deltas([], end: "c1"))
        #expect(try await service.changes(since: "c1", wait: .seconds(25)).newState == "c1")
        for _ in 0..<3 { transport.answer(status: 404, json: "<html>") }
        let error = await #expect(throws: RemoteError.self) {
            try await service.changes(since: "c1", wait: .seconds(25))
        }
        #expect(error?.isNotFound == true)
    }

    @Test("a run of empty pages with moving cursors ends")
    func emptyPages() async throws {
        for page in 1...100 {
            transport.answer(
                "GET /api/delta", json: InboxAPIFixtures.deltas([], start: "c\(page)", end: "c\(page + 1)"))
        }
        let changes = try await service.changes(since: "c1", wait: nil)
        #expect(!changes.hasMore && changes.newState == "c21")
    }

    @Test("a cycle of cursors ends; pages that are reread make progress")
    func circles() async throws {
        let service = service
        func asked(atMost most: Int, _ next: @Sendable (Int) -> Int) async throws -> Int {
            var (state, count) = ("c0", 0)
            while count < most {
                let end = "c\(next(Int(state.dropFirst()) ?? 0))"
                transport.answer(
                    json: InboxAPIFixtures.deltas([entry("message", "m1", "delete")], start: state, end: end))
                let changes = try await service.changes(since: state, wait: nil)
                (state, count) = (changes.newState, count + 1)
                if !changes.hasMore { break }
            }
            return count
        }
        #expect(try await asked(atMost: 100) { 1 - $0 } < 50)
        for _ in 0..<5 { #expect(try await asked(atMost: 20) { $0 + 1 } == 20) }
    }

    @Test("rejection of another parameter is a refusal, not a reload")
    func unknownParameter() async throws {
        transport.answer(status: 400, json: "{\"message\": \"Unexpected query parameter include_types\"}")
        let error = await #expect(throws: RemoteError.self) { try await service.changes(since: "c1", wait: nil) }
        #expect(error?.reason == .refused(status: 400, message: "Unexpected query parameter include_types"))
    }

    @Test(
        "an answer without cursor_end or deltas is unreadable",
        arguments: [
            ("{\"deltas\": []}", "/delta: .cursor_end is missing"),
            ("{\"cursor_end\": \"c2\"}", "/delta: .deltas is missing"),
            ("{\"cursor_end\": \"c2\", \"deltas\": {}}", "/delta: .deltas is of another kind"),
        ])
    func unreadable(json: String, detail: String) async throws {
        transport.answer(json: json)
        let error = await #expect(throws: RemoteError.self) { try await service.changes(since: "c1", wait: nil) }
        #expect(error?.reason == .unreadableAnswer(detail: detail))
    }
}
