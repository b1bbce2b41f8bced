import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Orders to send that survive draft changes")
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

    @Test("S-3: undoing the discard of a scheduled draft restores its schedule")
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

    @Test("S-3: undoing the discard of a draft about to be sent puts it on hold")
    func now() async throws {
        let id = try await draft()
        try await session.send(id)
        _ = try await session.discardDraft(id)
        _ = try await session.undo()
        #expect(try orders.map(\.state) == [.stopped])
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 0)
    }

    @Test("retrying a message on hold keeps its time; a second retry sends it at once")
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

    @Test("S-10: retrying a message that is to leave later, and whose save was refused, saves it and keeps its time")
    func refusedSave() async throws {
        let action = try await session.send(try await draft(), after: Self.day)
        let due = try #require(try orders.first?.due)
        client.server.setFault { $0.name == "save" ? .before(.refused) : nil }
        _ = try await client.sender.sendAll()
        #expect(try session.actions().contains { $0.command == .saveDraft && $0.state == .stopped })
        client.server.setFault { _ in nil }
        try await session.retry(action)
        #expect(try orders.map(\.state) == [.waiting] && orders.map(\.due) == [due])
        _ = try await client.sender.sendAll()
        let drafts = client.server.drafts
        #expect(drafts.map(\.subject) == ["Plan"] && client.server.orders.sentInAll == 0)
        try await session.retry(action)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1, "with nothing in its way, it leaves now")
    }

    @Test("S-2: an order on hold goes with the save that is discarded, so that no older text is sent")
    func heldWithoutItsText() async throws {
        let id = try await draft()
        _ = try await client.sender.sendAll()
        try await session.save(
            DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: "Another text")), as: id,
            account: client.account.id)
        try await session.hold(try await session.send(id))
        let save = try #require(try session.actions().first { $0.command == .saveDraft && $0.isUnanswered })
        try await session.discard(save.id)
        #expect(try orders.isEmpty)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 0)
    }

    @Test("a sent message can't be put on hold or discarded")
    func tooLate() async throws {
        let action = try await session.send(try await draft())
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1)
        await #expect(throws: SessionError.action(.beingSent)) { try await session.hold(action) }
        await #expect(throws: SessionError.action(.isDone)) { try await session.discard(action) }
    }

    @Test("S-2: a possibly sent message stays marked so when it is edited, discarded and restored")
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

    @Test("S-3: undoing a discard does not reorder a sending discarded after its draft was restored")
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

    @Test(
        "S-2: an order that the server surely rejected is not marked as possibly sent", arguments: [false, true],
        [RemoteError.limited, .signedOut])
    func surely(hasDoubt: Bool, rejection: RemoteError) async throws {
        let id = try await draft()
        _ = try await client.sender.sendAll()
        let action = try await session.send(id)
        if hasDoubt {
            try await leaveOpen(action)
            try await session.retry(action)
        }
        client.server.setFault { $0.name == "send" ? .before(rejection) : nil }
        client.wait(60)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").count == 1)
        try await session.hold(action)
        #expect(try orders.map(\.mayHaveBeenSent) == [hasDoubt])
    }

    @Test("J-58: an order is stored with the state that it is bound to before the server gets it")
    func storedFirst() async throws {
        client.server.orders.isBound = true
        let id = try await draft()
        _ = try await client.sender.sendAll()
        let action = try await session.send(id)
        let store = client.store
        let stored = Mutex<[Action]>([])
        client.server.setFault { call in
            guard call.name == "send" else { return nil }
            let kept = try? store.read { try $0.action(action) }
            stored.withLock { all in kept.map { all.append($0) } }
            return .before(.unreachable)
        }
        _ = try await client.sender.sendAll()
        let actions = stored.withLock(\.self)
        let kept = try #require(actions.first)
        let order = try #require(kept.order)
        let draft = try client.store.read { try $0.message(id) }
        #expect(kept.state == .sending && order.state == "o0" && order.draft == draft?.remoteID)
    }

    @Test("S-2: a possibly sent message stays marked so when it moves to another account")
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
