import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Actions on marks that go out together", .timeLimit(.minutes(10)))
struct MarkRunTests {
    private static func client(_ count: Int) async throws -> Client {
        let server = ModelServer()
        server.put((0..<count).map { .remote(id: "m\($0)", unread: true, at: $0) })
        let client = try Client(server)
        try await client.sync.once(bodies: false)
        return client
    }

    /// Sends until all is sent, with one move at a time at each request and each answer.
    /// - Returns: how many requests there were.
    private func send(_ client: Client, _ move: (Int) -> SteppedLane.Move = { _ in .on }) async -> Int {
        let lane = SteppedLane()
        let service = SteppedService(client.server, lane: lane)
        let sender = ActionSender(
            account: client.account.id, store: client.store, service: service, board: client.board,
            now: { client.now })
        await lane.start { _ = try? await sender.sendAll() }
        var requests = 0
        while !lane.isIdle {
            if lane.place == .before { requests += 1 }
            await lane.go(move(requests))
        }
        return requests
    }

    @Test("what was done to 300 messages one by one, twice each, goes out in two requests")
    func triage() async throws {
        let client = try await Self.client(300)
        for number in 0..<300 {
            try await client.perform(.shake, on: "m\(number)")
            try await client.perform(.archive, on: "m\(number)")
        }
        #expect(try client.actions().count == 600)
        #expect(await send(client) == 2)
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("more than 500 messages go out in more than one request, and an action on many alone")
    func portions() async throws {
        let client = try await Self.client(900)
        try await client.perform(.star, on: (0..<300).map { "m\($0)" })
        try await client.perform(.star, on: (300..<700).map { "m\($0)" })
        for number in 700..<900 { try await client.perform(.shake, on: "m\(number)") }
        #expect(await send(client) == 3)
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("while a server is away one of many actions is tried, and the others count no attempt and are undone here")
    func away() async throws {
        let client = try await Self.client(5)
        for number in 0..<5 { try await client.perform(.star, on: "m\(number)") }
        #expect(await send(client) { _ in .fail(.unconnected) } == 1)
        #expect(try client.actions().map(\.attempts) == [1, 0, 0, 0, 0])
        #expect(try client.actions().allSatisfy { $0.state == .waiting && ($0.notBefore ?? .distantPast) > client.now })
        for number in 0..<5 { try await client.perform(.unstar, on: "m\(number)") }
        #expect(try client.actions() == [])
    }

    @Test("if the answer to many actions is lost, an undo asks the server for the opposite of each")
    func lostAnswer() async throws {
        let client = try await Self.client(4)
        for number in 0..<4 { try await client.perform(.star, on: "m\(number)") }
        _ = await send(client) { _ in .half(.unreachable) }
        #expect(client.server.messages.values.contains { $0.keywords.contains(.flagged) })
        for number in 0..<4 { try await client.perform(.unstar, on: "m\(number)") }
        try await client.settle()
        #expect(!client.server.messages.values.contains { $0.keywords.contains(.flagged) })
        #expect(try client.differences() == [])
    }

    @Test("of many actions the refused one alone is taken back and told, each for its own reason")
    func refused() async throws {
        let client = try await Self.client(20)
        client.server.setFault { call in
            switch call.subject {
            case "m3": .before(.refused)
            case "m9": .before(RemoteError(.refused(status: 400, message: "not you"), call: "update"))
            default: nil
            }
        }
        for number in 0..<20 { try await client.perform(.star, on: "m\(number)") }
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.messages.values.count { $0.keywords.contains(.flagged) } == 18)
        #expect(try client.store.read { try $0.refusals() }.map(\.lastError) == ["not allowed", "not you"])
        #expect(try client.differences() == [])
    }

    @Test("of many actions the one on a message that is gone alone is told")
    func gone() async throws {
        let client = try await Self.client(6)
        for number in 0..<6 { try await client.perform(number == 4 ? .trash : .star, on: "m\(number)") }
        client.server.remove("m2")
        client.server.remove("m4")
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        // A user who wanted it away has what they wanted.
        #expect(try client.store.read { try $0.refusals() }.map(\.lastError) == [ActionSender.goneText])
        #expect(client.server.messages.values.count { $0.keywords.contains(.flagged) } == 4)
        #expect(try client.differences() == [])
    }

    @Test("an action at which the connection always breaks keeps no other from the server")
    func poison() async throws {
        let client = try await Self.client(40)
        client.server.setFault { $0.name == "update" && $0.subject == "m5" ? .before(.unreachable) : nil }
        for number in 0..<40 { try await client.perform(.star, on: "m\(number)") }
        for _ in 0..<12 {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        #expect(client.server.messages.values.count { $0.keywords.contains(.flagged) } == 39)
        #expect(try client.actions().count == 1)
        client.server.setFault { _ in nil }
        try await client.settle()
        #expect(try client.differences() == [])
    }

    @Test("a server that fails at one message after another is left alone for a while, and gets all in the end")
    func stumbling() async throws {
        let client = try await Self.client(60)
        client.server.setFault { $0.name == "update" ? .before(.stumbles) : nil }
        for number in 0..<60 { try await client.perform(.star, on: "m\(number)") }
        guard case .until(let next?) = try await client.sender.sendAll() else { Issue.record("no retry"); return }
        #expect(next > client.now)
        #expect(client.server.calls("update").count < 20)
        client.server.setFault { _ in nil }
        try await client.settle()
        #expect(client.server.messages.values.allSatisfy { $0.keywords.contains(.flagged) })
        #expect(try client.differences() == [])
    }

    @Test("an action that is taken back while others are under way stays so")
    func takenBack() async throws {
        let client = try await Self.client(3)
        for number in 0..<3 { try await client.perform(.star, on: "m\(number)") }
        let lane = try await client.hold("update")
        #expect(try client.actions().allSatisfy { $0.state == .sending })
        try await client.perform(.unstar, on: "m1")
        while !lane.isIdle { await lane.go(.on) }
        try await client.settle()
        #expect(
            client.server.messages.filter { $0.value.keywords.contains(.flagged) }.keys.sorted()
                == ["m0", "m2"].map { RemoteID($0) })
        #expect(try client.differences() == [])
    }

    @Test("many actions that a server refuses because it accepts none at present are taken back with one question")
    func closed() async throws {
        let client = try await Self.client(5)
        let error = RemoteError(
            .refused(status: 0, message: "closed"), call: "update", type: RemoteError.accountReadOnly)
        for number in 0..<5 { try await client.perform(.star, on: "m\(number)") }
        #expect(await send(client) { _ in .fail(error) } == 1)
        #expect(try client.store.read { try $0.refusals() }.count == 5)
        #expect(try client.differences() == [])
    }
}
