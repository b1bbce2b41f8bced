import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@Suite("Paging an Inbox API server's lists, newest first")
struct InboxAPIWalkTests {
    @Test("every thread appears once, however many share a second", arguments: 0..<60)
    func everyThreadOnce(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        let spread = [1, 2, 5, 40, 1000][seed % 5]
        let seconds = (0..<Int.random(in: 0...400, using: &random)).map { _ in
            Int.random(in: 0..<spread, using: &random)
        }
        let server = ListServer(seconds: seconds.sorted(by: >))
        let service = InboxAPIService(url: "https://mail.example", secret: "token", transport: server)
        let limit = Int.random(in: 1...60, using: &random)

        var given: [String] = []
        var position: RemotePosition?
        repeat {
            let page = try await service.threads(in: nil, from: position, limit: limit)
            #expect(page.count <= limit)
            #expect(page.total == seconds.count)
            given += page.messages.map(\.thread.rawValue)
            position = page.next
        } while position != nil
        #expect(given == seconds.indices.map { "t\($0)" })
    }

    @Test("a walk from a given time yields everything that is no newer")
    func fromATime() async throws {
        let seconds = [90, 80, 80, 80, 70, 60]
        let service = InboxAPIService(
            url: "https://mail.example", secret: "token", transport: ListServer(seconds: seconds))
        var given: [String] = []
        var position = service.position(notAfter: Date(timeIntervalSince1970: 80))
        repeat {
            let page = try await service.threads(in: nil, from: position, limit: 2)
            given += page.messages.map(\.thread.rawValue)
            position = page.next
        } while position != nil
        #expect(given == ["t1", "t2", "t3", "t4", "t5"])
    }

    @Test("every message appears once, with its body", arguments: 0..<20)
    func everyMessageOnce(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        let seconds = (0..<150).map { _ in Int.random(in: 0..<[1, 8, 500][seed % 3], using: &random) }
        let server = ListServer(seconds: seconds.sorted(by: >))
        let service = InboxAPIService(url: "https://mail.example", secret: "token", transport: server)
        var given: [String] = []
        var position: RemotePosition?
        repeat {
            let page = try await service.messages(from: position, limit: 17)
            #expect(page.messages.allSatisfy { $0.body != nil })
            given += page.messages.map(\.id.rawValue)
            position = page.next
        } while position != nil
        #expect(given == seconds.indices.map { "m\($0)" })
    }

    @Test("the first page has no bound, the next includes the last second")
    func requests() async throws {
        let transport = ScriptedTransport()
        let service = InboxAPIService.scripted(transport)
        transport.answer(
            "GET /api/threads",
            json: InboxAPIFixtures.list([
                InboxAPIFixtures.thread("t1", second: 90), InboxAPIFixtures.thread("t2", second: 80),
            ]))
        transport.answer("GET /api/threads", json: "{\"count\": 3}")
        let first = try await service.threads(in: RemoteID("box"), from: nil, limit: 2)
        #expect(first.count == 2 && first.total == 3)
        transport.answer(
            "GET /api/threads",
            json: InboxAPIFixtures.list([
                InboxAPIFixtures.thread("t2", second: 80),
                InboxAPIFixtures.thread("t3", second: 80, messages: [InboxAPIFixtures.message("m3")]),
            ]))
        let second = try await service.threads(in: RemoteID("box"), from: first.next, limit: 2)
        #expect(second.count == 1 && second.total == 3 && second.next == nil)
        #expect(second.messages.map(\.id) == [RemoteID("m3")])
        #expect(second.messages.first?.body == nil)

        let queries = transport.requests.map(\.query)
        #expect(queries[0] == ["view": "expanded", "in": "box", "limit": "2", "offset": "0"])
        #expect(queries[1] == ["view": "count", "in": "box"])
        #expect(
            queries[2] == [
                "view": "expanded", "in": "box", "last_message_before": "81", "limit": "3", "offset": "0",
            ])
    }

    @Test("an unreadable object costs neither its page nor later ones")
    func unreadable() async throws {
        let transport = ScriptedTransport()
        let service = InboxAPIService.scripted(transport)
        transport.answer(json: "[7, {\"no\": \"id\"}]")
        transport.answer(json: "{\"count\": 3}")
        let first = try await service.threads(in: nil, from: nil, limit: 2)
        #expect(first.count == 2 && first.messages.isEmpty)
        #expect(service.leftOut.count == 2)
        let next = try #require(first.next)
        transport.answer(json: InboxAPIFixtures.list([InboxAPIFixtures.thread("t", second: 1)]))
        #expect(try await service.threads(in: nil, from: next, limit: 2).count == 1)
        #expect(transport.requests.last?.query["offset"] == "2")
    }

    @Test("an unreadable message is left out of its thread, and noted")
    func unreadableMessage() async throws {
        let transport = ScriptedTransport()
        let thread = InboxAPIFixtures.thread("t", second: 1, messages: ["{}", InboxAPIFixtures.message("m1")])
        transport.answer(json: InboxAPIFixtures.list([thread]))
        let service = InboxAPIService.scripted(transport)
        let page = try await service.threads(in: nil, from: nil, limit: 5)
        #expect(page.messages.map(\.id) == [RemoteID("m1")] && service.leftOut.count == 1)
        #expect(page.total == nil)
    }

    @Test("a server that ignores the bound causes no endless walk")
    func circle() async throws {
        let transport = ScriptedTransport()
        let service = InboxAPIService.scripted(transport)
        let page = InboxAPIFixtures.list([
            InboxAPIFixtures.thread("t1", second: 90), InboxAPIFixtures.thread("t2", second: 80),
        ])
        transport.answer(json: page)
        transport.answer(json: "{}")
        let first = try await service.threads(in: nil, from: nil, limit: 2)
        transport.answer(json: page)
        let second = try await service.threads(in: nil, from: first.next, limit: 2)
        #expect(second.count == 0 && second.next == nil)
    }

    @Test("a page that is too large is halved")
    func halves() async throws {
        let transport = ScriptedTransport()
        for _ in 0..<3 { transport.answer(with: .failure(.tooLarge)) }
        transport.answer(json: InboxAPIFixtures.list([InboxAPIFixtures.message("m1")]))
        let page = try await InboxAPIService.scripted(transport).messages(from: nil, limit: 8)
        #expect(page.messages.count == 1 && page.next != nil)
        #expect(transport.requests.prefix(4).map { $0.query["limit"] } == ["8", "4", "2", "1"])
    }

    @Test("a page of 1 that is still too large is an error")
    func tooLarge() async throws {
        let transport = ScriptedTransport()
        for _ in 0..<3 { transport.answer(with: .failure(.tooLarge)) }
        await #expect(throws: RemoteError.self) {
            try await InboxAPIService.scripted(transport).messages(from: nil, limit: 2)
        }
        #expect(transport.requests.count == 2)
    }

    @Test("an unknown position restarts the walk")
    func foreignPosition() async throws {
        let transport = ScriptedTransport()
        transport.answer(json: "[]")
        _ = try await InboxAPIService.scripted(transport).messages(from: RemotePosition(rawValue: "?"), limit: 2)
        #expect(try #require(transport.requests.first).query["received_before"] == nil)
    }
}
