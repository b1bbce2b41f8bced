import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Discarding a draft whose last save was never answered", .timeLimit(.minutes(10)))
struct DiscardedSaveTests {
    /// Whether each save is a new message, or saves are numbered.
    enum Kind: CaseIterable { case newIDs, numbers }

    private func client(_ kind: Kind) async throws -> Client {
        let server = ModelServer()
        if kind == .newIDs { server.setGivesNewDraftIDs() }
        let client = try Client(server, dialect: kind == .newIDs ? .jmap : .inbox)
        try await client.sync.once(bodies: false)
        return client
    }

    private func content(_ text: String) -> DraftContent {
        DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: text))
    }

    private func drafts(_ client: Client) -> [RemoteMessage] { client.server.drafts }

    private func shown(_ client: Client) throws -> [String?] {
        try client.store.read { reader in
            try reader.messages(MessageQuery(predicate: .account(client.account.id), sort: .newestFirst), limit: -1)
                .map { try reader.body(of: $0.id)?.plain }
        }
    }

    /// A draft whose last save was never answered, whether or not it arrived.
    private func unanswered(
        _ client: Client, isFirst: Bool, arrives: Bool = true, isKilled: Bool = false
    ) async throws -> MessageID {
        let session = client.session()
        var id: MessageID?
        if !isFirst {
            id = try await session.save(content("the beginning"), account: client.account.id)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        let draft = try await session.save(content("what I sent"), as: id, account: client.account.id)
        client.server.setFault { $0.name == "save" ? (arrives ? .after(.unreachable) : .before(.unreachable)) : nil }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        if isKilled {
            let (save, account) = (try #require(try client.actions().last).id, client.account.id)
            try await client.store.write { transaction in
                try transaction.setState(.sending, of: save)
                try transaction.recoverInterrupted(account: account)
            }
        }
        return draft
    }

    /// Saves over the server's draft as another client.
    private func saveElsewhere(_ client: Client, _ kind: Kind) throws {
        var draft = try #require(drafts(client).first)
        draft.body = MessageBody(plain: "theirs")
        if kind == .newIDs {
            client.server.remove(draft.id.rawValue)
            draft.id = RemoteID("theirs")
        } else {
            draft.version = (draft.version ?? 0) + 1
        }
        client.server.put(draft)
    }

    private func settle(_ client: Client) async throws {
        for _ in 0..<6 {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
            try await client.sync.once(bodies: true)
        }
    }

    @Test(
        "nothing stays on the server, whether the save arrived, synced, was edited, or the program was killed",
        arguments: Kind.allCases, 0..<32)
    func gone(kind: Kind, how: Int) async throws {
        let (isFirst, arrives, isKilled) = (how & 1 > 0, how & 2 > 0, how & 4 > 0)
        let client = try await client(kind)
        let id = try await unanswered(client, isFirst: isFirst, arrives: arrives, isKilled: isKilled)
        if how & 8 > 0 {
            try await client.session().save(content("something else"), as: id, account: client.account.id)
        }
        if how & 16 > 0 { try await client.sync.catchUp() }
        try await client.session().discardDraft(id)
        try await client.sync.catchUp()
        #expect(try shown(client).isEmpty, "it does not come back for a moment")
        try await settle(client)
        #expect(try drafts(client).isEmpty && shown(client).isEmpty)
        #expect(try client.differences() == [])
    }

    @Test("another program's save over it stays, is shown and reported", arguments: Kind.allCases, 0..<16)
    func theirs(kind: Kind, how: Int) async throws {
        let (isFirst, isKilled) = (how & 1 > 0, how & 2 > 0)
        let client = try await client(kind)
        let id = try await unanswered(client, isFirst: isFirst, isKilled: isKilled)
        try saveElsewhere(client, kind)
        if how & 4 > 0 { try await client.sync.catchUp() }
        try await client.session().discardDraft(id)
        if how & 8 > 0 { try await client.sync.catchUp() }
        var notices = client.board.notices().makeAsyncIterator()
        try await settle(client)
        #expect(drafts(client).map(\.body?.plain) == ["theirs"])
        #expect(try shown(client) == ["theirs"])
        #expect(try client.differences() == [])
        guard case .savedElsewhere(let action) = await notices.next() else { Issue.record("nothing is said"); return }
        #expect(action.title == "Plan")
    }

    @Test("so it does if every save was answered", arguments: Kind.allCases, [true, false])
    func theirsAfterAnswer(kind: Kind, isTold: Bool) async throws {
        let client = try await client(kind)
        let id = try await client.session().save(content("mine"), account: client.account.id)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        try saveElsewhere(client, kind)
        try await client.session().discardDraft(id)
        if isTold { try await client.sync.catchUp() }
        var notices = client.board.notices().makeAsyncIterator()
        try await settle(client)
        #expect(try drafts(client).map(\.body?.plain) == ["theirs"] && shown(client) == ["theirs"])
        #expect(try client.differences() == [])
        guard case .savedElsewhere = await notices.next() else { Issue.record("nothing is said"); return }
    }

    @Test("restoring it before that is settled gives one draft", arguments: Kind.allCases, [true, false])
    func broughtBack(kind: Kind, isFirst: Bool) async throws {
        let client = try await client(kind)
        let session = client.session()
        let id = try await unanswered(client, isFirst: isFirst)
        try await session.discardDraft(id)
        try await client.sync.catchUp()
        _ = try await session.undo()
        try await settle(client)
        #expect(try drafts(client).map(\.body?.plain) == ["what I sent"] && shown(client) == ["what I sent"])
        #expect(try client.differences() == [])
    }

    @Test("editing it saves over the unanswered save", arguments: Kind.allCases, [true, false])
    func writtenOn(kind: Kind, isFirst: Bool) async throws {
        let client = try await client(kind)
        let id = try await unanswered(client, isFirst: isFirst)
        try await client.session().save(content("something else"), as: id, account: client.account.id)
        try await settle(client)
        #expect(try drafts(client).map(\.body?.plain) == ["something else"] && shown(client) == ["something else"])
        #expect(try client.differences() == [])
    }

    @Test("if it is edited here and elsewhere, both versions stay", arguments: Kind.allCases, 0..<4)
    func both(kind: Kind, how: Int) async throws {
        let (isFirst, isTold) = (how & 1 > 0, how & 2 > 0)
        let client = try await client(kind)
        let id = try await unanswered(client, isFirst: isFirst)
        try saveElsewhere(client, kind)
        try await client.session().save(content("something else"), as: id, account: client.account.id)
        if isTold { try await client.sync.catchUp() }
        try await settle(client)
        #expect(Set(drafts(client).map(\.body?.plain)) == ["theirs", "something else"])
        #expect(Set(try shown(client)) == ["theirs", "something else"])
        #expect(try client.differences() == [])
    }
}
