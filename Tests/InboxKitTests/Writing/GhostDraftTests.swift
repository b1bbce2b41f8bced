import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// A server does not report what was created and destroyed since the last look (RFC 8620 §5.2).
@Suite("Saves that are deleted elsewhere before the next look")
struct GhostDraftTests {
    private func client() async throws -> Client {
        let server = ModelServer()
        server.setGivesNewDraftIDs()
        server.setLeavesOutPassing()
        let client = try Client(server, dialect: .jmap)
        try await client.sync.once(bodies: false)
        return client
    }

    @discardableResult
    private func write(_ text: String, as id: MessageID? = nil, _ client: Client) async throws -> MessageID {
        let content = DraftContent(to: [.person("bo")], subject: text, body: MessageBody(plain: text))
        return try await client.session().save(content, as: id, account: client.account.id)
    }

    /// How the answer to the save gets here.
    enum Answer: CaseIterable { case stored, foundAfterKill, storedDuringLook }

    @Test("the draft goes here as well, and is not written again", arguments: Answer.allCases, [false, true])
    func goes(answer: Answer, isFirst: Bool) async throws {
        let client = try await client()
        var draft: MessageID?
        if !isFirst {
            draft = try await write("before", client)
            try await client.settle()
        }
        let id = try await write("now", as: draft, client)
        var killed: SteppedLane?
        switch answer {
        case .stored: _ = try await client.sender.sendAll()
        case .foundAfterKill:
            killed = try await client.hold("save")
            try client.store.writeNow { try $0.recoverInterrupted(account: client.account.id) }
            client.wait(4_000)
            _ = try await client.sender.sendAll()
        case .storedDuringLook:
            let lane = try await client.hold("save")
            deleteElsewhere(client)
            let looking = SteppedLane()
            let sync = AccountSync(
                account: client.account, store: client.store, service: SteppedService(client.server, lane: looking),
                board: client.board, asksAhead: false)
            await looking.start { try? await sync.catchUp() }
            await looking.go(.on)
            while !lane.isIdle { await lane.go(.on) }
            while !looking.isIdle { await looking.go(.on) }
        }
        deleteElsewhere(client)
        let saves = client.server.calls("save").count
        try await client.settle()
        #expect(try client.session().message(id) == nil && client.differences() == [])
        #expect(client.server.calls("save").count == saves && client.server.drafts.isEmpty)
        await killed?.bury()
    }

    private func deleteElsewhere(_ client: Client) {
        for draft in client.server.drafts { client.server.remove(draft.id.rawValue) }
    }

    @Test("as long as the server has the draft, or does not say, it stays", arguments: [false, true])
    func stays(isRefused: Bool) async throws {
        let client = try await client()
        let id = try await write("now", client)
        _ = try await client.sender.sendAll()
        let saved = try #require(client.server.drafts.first)
        // No change reports it, as by a server whose changes come late.
        client.server.remove(saved.id.rawValue)
        client.server.later { $0.put(saved) }
        if isRefused { client.server.setFault { $0.name == "gone" ? .before(.refused) : nil } }
        try await client.sync.catchUp()
        #expect(client.server.calls("gone").count == 1)
        #expect(try client.session().message(id)?.remoteID == saved.id && client.actions().isEmpty)
    }

    @Test("a save that the changes contain costs no request", arguments: [false, true])
    func free(isEarly: Bool) async throws {
        let client = try await client()
        var draft: MessageID?
        for text in ["one", "two", "three"] {
            draft = try await write(text, as: draft, client)
            if isEarly {
                let lane = try await client.hold("save")
                let looking = SteppedLane()
                let sync = AccountSync(
                    account: client.account, store: client.store,
                    service: SteppedService(client.server, lane: looking), board: client.board, asksAhead: false)
                await looking.start { try? await sync.catchUp() }
                await looking.go(.on)
                while !lane.isIdle { await lane.go(.on) }
                while !looking.isIdle { await looking.go(.on) }
            }
            try await client.settle()
        }
        #expect(client.server.calls("gone").isEmpty)
        #expect(try client.differences() == [])
    }

    @Test("what was written since stays, and is saved anew")
    func writtenSince() async throws {
        let client = try await client()
        let id = try await write("one", client)
        _ = try await client.sender.sendAll()
        deleteElsewhere(client)
        try await write("two", as: id, client)
        try await client.sync.catchUp()
        try await client.settle()
        #expect(client.server.drafts.map(\.subject) == ["two"])
        #expect(try client.session().message(id)?.subject == "two" && client.differences() == [])
    }
}
