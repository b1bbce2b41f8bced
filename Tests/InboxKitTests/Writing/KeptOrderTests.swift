import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Orders to send that outlast what is done to their drafts")
struct KeptOrderTests {
    private let client: Client
    private let session: MailSession
    private static let day = Duration.seconds(86_400)

    init() async throws {
        client = try await Client.synced()
        session = client.session()
    }

    private func draft() async throws -> MessageID {
        try await session.save(
            DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: "Text")),
            account: client.account.id)
    }

    /// A draft on the server of which it is unknown whether it was sent.
    private func mayHaveBeenSent() async throws -> MessageID {
        let id = try await draft()
        _ = try await client.sender.sendAll()
        try await leaveOpen(try await session.send(id))
        return id
    }

    private func leaveOpen(_ order: ActionID) async throws {
        try await client.store.write { transaction in
            _ = try transaction.begin(order, detail: "order")
            try transaction.stop(order, error: "it may have been sent")
        }
    }

    private var orders: [Action] { get throws { try session.actions().filter { $0.command == .sendDraft } } }

    @Test("S-3: a letter for tomorrow that was discarded is for tomorrow again when that is taken back")
    func later() async throws {
        let id = try await draft()
        try await session.send(id, after: Self.day)
        let due = try #require(try orders.first?.due)
        _ = try await session.discardDraft(id)
        #expect(try orders.isEmpty)
        _ = try await session.undo()
        let order = try #require(try orders.first)
        #expect(order.state == .waiting && order.due == due)
    }

    @Test("S-3: one that was about to leave is held when its discarding is taken back: nobody is surprised by it")
    func now() async throws {
        let id = try await draft()
        try await session.send(id)
        _ = try await session.discardDraft(id)
        _ = try await session.undo()
        #expect(try orders.map(\.state) == [.stopped])
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 0)
    }

    @Test("held and let go, a letter leaves at its own time; asked for once more, at once")
    func held() async throws {
        let action = try await session.send(try await draft(), after: Self.day)
        let due = try #require(try orders.first?.due)
        try await session.hold(action)
        #expect(try orders.first?.heldTime(after: Date()) == due)
        try await session.retry(action)
        #expect(try orders.map(\.state) == [.waiting] && orders.map(\.due) == [due])
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 0)
        try await session.retry(action)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1)
    }

    @Test("what has left is neither held nor discarded, and that is said")
    func tooLate() async throws {
        let action = try await session.send(try await draft())
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1)
        await #expect(throws: SessionError.action(.beingSent)) { try await session.hold(action) }
        await #expect(throws: SessionError.action(.isDone)) { try await session.discard(action) }
    }

    @Test("S-2: that a letter may have been sent is remembered while it is written on, discarded and brought back")
    func doubtful() async throws {
        let id = try await mayHaveBeenSent()
        try await session.save(
            DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: "Text, and more")), as: id,
            account: client.account.id)
        #expect(try orders.map(\.mayHaveBeenSent) == [true])
        _ = try await client.sender.sendAll()
        let saves = try session.actions().filter { $0.command == .saveDraft && $0.isUnanswered }
        #expect(saves.isEmpty, "the save waits for nothing")
        _ = try await session.discardDraft(id)
        _ = try await session.undo()
        #expect(try orders.map(\.mayHaveBeenSent) == [true])
        #expect(client.server.orders.sentInAll == 0)
    }

    @Test("S-3: taking a discarding back orders nothing anew that was let go since its draft was brought back")
    func broughtBackBefore() async throws {
        let id = try await draft()
        try await session.send(id, after: Self.day)
        _ = try await session.discardDraft(id)
        let version = try #require(try session.discardedDrafts().first)
        let back = try #require(try await session.restoreDraft(version.id))
        #expect(try orders.map(\.state) == [.waiting])
        try await session.discard(try #require(try orders.first).id)
        _ = try await session.undo()
        #expect(try orders.isEmpty && session.draft(back) != nil)
    }

    @Test("S-2: what a server surely did not do is never said to have perhaps been done", arguments: [false, true])
    func surely(hasDoubt: Bool) async throws {
        let id = try await draft()
        _ = try await client.sender.sendAll()
        let action = try await session.send(id)
        if hasDoubt {
            try await leaveOpen(action)
            try await session.retry(action)
        }
        client.server.setFault { call in
            call.name == "send" ? .before(RemoteError(.limited(message: "too many"), call: "send")) : nil
        }
        client.wait(60)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").count == 1)
        try await session.hold(action)
        #expect(try orders.map(\.mayHaveBeenSent) == [hasDoubt])
    }

    @Test("S-2: that a letter may have been sent goes along when it is to be sent from another account")
    func otherAccount() async throws {
        let id = try await mayHaveBeenSent()
        let other = try client.store.addTestAccount(.test("other@example.test"))
        let new = try await session.save(
            DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: "Text")), as: id, account: other
        )
        #expect(new != id)
        #expect(try orders.map(\.object) == [.draft(new)] && orders.map(\.mayHaveBeenSent) == [true])
    }
}
