import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Read-only accounts")
struct ReadOnlyTests {
    private let client: Client
    private var server: ModelServer { client.server }
    private static let closed = RemoteAbility(isReadOnly: true, hasLabels: true)
    private static let open = RemoteAbility(isReadOnly: false, hasLabels: true)

    init() async throws {
        let server = ModelServer()
        server.put(.remote(id: "a"), .remote(id: "b"))
        client = try Client(server, dialect: .jmap)
        try await client.sync.once(bodies: false)
    }

    private var account: Account {
        get throws { try #require(try client.store.read { try $0.accounts() }.first) }
    }

    private static let refusal = RemoteError(
        .refused(status: 0, message: "accountReadOnly"), call: "Email/set", type: RemoteError.accountReadOnly)

    private func sendOften() async throws {
        for _ in 0..<3 {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
        }
    }

    @Test("a server that is not there is not asked one thing after another, each for as long as it takes to give up")
    func away() async throws {
        server.setIdentities([Identity(name: "Ann", email: "ann@example.test")])
        func stored() throws -> String? {
            try client.store.read { try $0.syncState(AccountSync.Key.identities, account: client.account.id) }
        }
        let before = try stored()
        server.abilityFault = RemoteError(.unreachable(detail: "no answer in time"), call: "any")
        await client.sync.readWritingFacts()
        #expect(try stored() == before)
        server.abilityFault = RemoteError(.refused(status: 0, message: "no"), call: "any")
        await client.sync.readWritingFacts()
        #expect(try stored() != before, "what it refuses to say keeps nothing else back")
    }

    @Test("new actions in a read-only account are refused; queued ones wait and are sent once it is writable")
    func closes() async throws {
        try await client.perform(.star, on: "a")
        server.ability = Self.closed
        await client.sync.readWritingFacts()
        #expect(try account.isReadOnly)
        await #expect(throws: SessionError.action(.readOnly)) { try await client.perform(.star, on: "b") }
        try await sendOften()
        #expect(server.calls("update").isEmpty)
        #expect(try client.actions().map(\.lastError) == ["the account is read-only at present"])
        #expect(try client.shown()[RemoteID("a")]?.keywords.contains(.flagged) == true)

        server.ability = Self.open
        client.wait(4_000)
        _ = try await client.sender.sendAll()
        #expect(server.messages[RemoteID("a")]?.keywords.contains(.flagged) == true)
        #expect(try !account.isReadOnly)
        try await client.perform(.star, on: "b")
    }

    @Test("a refusal as read-only is checked against the session, and the queue waits if it agrees")
    func learns() async throws {
        server.ability = Self.closed
        server.setFault { $0.name == "update" ? .before(Self.refusal) : nil }
        try await client.perform(.star, on: "a")
        try await sendOften()
        #expect(server.calls("update").count == 1, "asked once")
        #expect(try client.actions().count == 1 && account.isReadOnly)
        #expect(try client.store.read { try $0.refusals() }.isEmpty)
    }

    @Test("if the session disagrees, the refused action is rolled back and not retried")
    func contradicts() async throws {
        server.ability = Self.open
        server.setFault { $0.name == "update" ? .before(Self.refusal) : nil }
        try await client.perform(.star, on: "a")
        try await sendOften()
        #expect(server.calls("update").count == 1)
        #expect(try client.store.read { try $0.refusals() }.map(\.lastError) == ["accountReadOnly"])
        #expect(try client.shown()[RemoteID("a")]?.keywords.contains(.flagged) == false)
    }

    @Test("nothing can be moved or copied into it")
    func transfers() throws {
        var closed = Account.test("shut@example.test", dialect: .jmap)
        closed.isClosed = true
        let open = Account.test(dialect: .jmap)
        let target = Mailbox(id: MailboxID(9), account: AccountID(9), remoteID: nil, name: "Inbox", role: .inbox)
        let planner = ActionPlanner(account: open, mailboxes: [])
        #expect(throws: ActionError.readOnly) { _ = try planner.transfer([], to: target, of: closed) }
        #expect(throws: ActionError.readOnly) { _ = try planner.copies([], to: target, of: closed) }
        let other = ActionPlanner(account: closed, mailboxes: [])
        #expect(throws: ActionError.readOnly) { _ = try other.transfer([], to: target, of: open) }
        #expect(throws: Never.self) { _ = try other.copies([], to: target, of: open) }
    }

    @Test("an account whose server allows one mailbox a message switches to folders, even if added before")
    func folders() async throws {
        #expect(try account.hasLabels)
        server.put(.remote(id: "c", in: ["work"]))
        try await client.sync.catchUp()
        server.ability = RemoteAbility(isReadOnly: false, hasLabels: false)
        await client.sync.readWritingFacts()
        #expect(try !account.hasLabels)
        await #expect(throws: SessionError.action(.noLabels)) { try await client.perform(.label, on: "a", to: "work") }
        try await client.perform(.archive, on: "c")
        try await client.perform(.move, on: "a", to: "work")
        try await client.perform(.snooze, on: "b", date: client.now + 600)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        for (id, place) in [("a", "work"), ("b", "archive"), ("c", "archive")] {
            #expect(server.messages[RemoteID(id)]?.mailboxes == [RemoteID(place)])
        }
        try await client.perform(.wake, on: "b")
        _ = try await client.sender.sendAll()
        #expect(server.messages[RemoteID("b")]?.mailboxes == [RemoteID("inbox")])
    }
}
