import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Renaming and deleting mailboxes")
struct MailboxChangingTests {
    private func client(_ dialect: Account.Dialect, hasLabels: Bool = true, _ messages: RemoteMessage...) async throws
        -> (Client, MailSession)
    {
        let server = ModelServer()
        server.put(messages)
        let client = try Client(server, hasLabels: hasLabels, dialect: dialect)
        try await client.sync.once(bodies: false)
        return (client, client.session())
    }

    private func settle(_ client: Client) async throws {
        for _ in 0..<6 {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
    }

    private func places(_ id: String, _ client: Client) -> Set<String>? {
        client.server.messages[RemoteID(id)].map { Set($0.mailboxes.map(\.rawValue)) }
    }

    @Test(
        "in JMAP what lies nowhere else goes to the trash before its mailbox goes, and the rest stays where else it is")
    func emptied() async throws {
        let (client, session) = try await client(
            .jmap, .remote(id: "a", in: ["work"]), .remote(id: "b", thread: "t-a", in: ["work", "home"]),
            .remote(id: "c", in: ["work", "inbox"]), .remote(id: "d", in: ["home"]))
        let work = try #require(try client.store.mailboxID("work"))
        #expect(try session.contents(of: work) == MailboxContents(messages: 3, onlyThere: 1))
        await #expect(throws: SessionError.action(.notEmpty)) { try await session.deleteMailbox(work) }
        #expect(try client.actions().isEmpty)
        try await session.deleteMailbox(work, emptiesFirst: true)
        #expect(try !session.mailboxes().contains { $0.id == work })
        try await settle(client)
        #expect(places("a", client) == ["trash"])
        #expect(places("b", client) == ["home"])
        #expect(places("c", client) == ["inbox"])
        #expect(places("d", client) == ["home"])
        // The deletion comes last: remaining mail would be lost, or block it.
        let told = client.server.calls.map(\.name).filter { $0 != "changes" }
        #expect(told.last == "deleteMailbox")
        #expect(try client.differences() == [])
    }

    @Test("a mailbox that a line had made twice is there, though the second time was refused")
    func madeTwice() async throws {
        let (client, session) = try await client(.jmap)
        client.server.setFault { [server = client.server] call in
            if call.name == "createMailbox" {
                server.putUntold(RemoteMailbox(id: RemoteID("new"), name: "Plans", role: nil))
            }
            return nil
        }
        let made = try await session.createMailbox(named: "Plans", account: client.account.id)
        try await settle(client)
        #expect(try session.actions().isEmpty, "nothing was refused")
        let account = client.account.id
        #expect(try client.store.read { try $0.remoteMailboxIDs(account: account)[made] } == RemoteID("new"))
        #expect(client.server.calls("createMailbox").count == 1)
    }

    @Test("where the server refuses to let it go it is there again, and no mail is gone")
    func refused() async throws {
        let (client, session) = try await client(.jmap, .remote(id: "a", in: ["work"]))
        let work = try #require(try client.store.mailboxID("work"))
        client.server.setFault { $0.name == "deleteMailbox" ? .before(.refused) : nil }
        try await session.deleteMailbox(work, emptiesFirst: true)
        try await settle(client)
        #expect(try session.mailboxes().contains { $0.id == work })
        #expect(places("a", client) == ["trash"])
        #expect(try client.differences() == [])
    }

    @Test("a folder that is deleted is not brought back by undo, nor is what was in it lost by it")
    func undo() async throws {
        let (client, session) = try await client(.inbox, hasLabels: false, .remote(id: "a", in: ["work"]))
        let work = try #require(try client.store.mailboxID("work"))
        try await session.deleteMailbox(work, emptiesFirst: true)
        #expect(try await session.undo() == nil)
        try await settle(client)
        #expect(places("a", client) == ["trash"])
        #expect(try client.differences() == [])
    }

    @Test("what was moved there before comes back by undo from the trash, whole", arguments: [false, true])
    func undoOlder(isTold: Bool) async throws {
        let (client, session) = try await client(.jmap, .remote(id: "a", in: ["inbox"]))
        let work = try #require(try client.store.mailboxID("work"))
        let message = try #require(try client.message("a")).id
        try await session.perform(.move, onMessages: [message], target: work)
        try await session.deleteMailbox(work, emptiesFirst: true)
        if isTold { try await settle(client) }
        #expect(try await session.undo()?.command == .move)
        try await settle(client)
        #expect(places("a", client) == ["inbox"])
        #expect(try client.differences() == [])
    }

    @Test("a label of the Inbox API goes from its mail, which stays in its other places")
    func label() async throws {
        let (client, session) = try await client(.inbox, .remote(id: "a", in: ["work", "inbox"]))
        let work = try #require(try client.store.mailboxID("work"))
        try await session.deleteMailbox(work)
        try await settle(client)
        #expect(places("a", client) == ["inbox"])
        #expect(try client.differences() == [])
    }

    @Test("a draft that is in no other mailbox keeps it from being deleted")
    func draft() async throws {
        let (client, session) = try await client(
            .jmap, .remote(id: "a", in: ["work"]), .remote(id: "d", draft: true, in: ["work"]))
        let work = try #require(try client.store.mailboxID("work"))
        await #expect(throws: SessionError.action(.notEmpty)) {
            try await session.deleteMailbox(work, emptiesFirst: true)
        }
        #expect(try client.actions().isEmpty)
        #expect(places("a", client) == ["work"])
    }

    @Test("mailboxes below another keep it from being deleted, and go along when it is renamed")
    func lower() async throws {
        let (client, session) = try await client(.inbox, hasLabels: false)
        for name in ["Work/Bills", "Workshop"] {
            client.server.put(RemoteMailbox(id: RemoteID(name), name: name, role: nil))
        }
        try await client.sync.catchUp()
        let work = try #require(try client.store.mailboxID("work"))
        #expect(try session.contents(of: work).below == ["Work/Bills"])
        await #expect(throws: SessionError.action(.holdsMailboxes("Work/Bills"))) {
            try await session.deleteMailbox(work, emptiesFirst: true)
        }
        try await session.renameMailbox(work, to: "Office")
        try await settle(client)
        let own = client.server.mailboxes.values.filter { $0.role == nil }.map(\.name)
        #expect(Set(own).isSuperset(of: ["Office", "Office/Bills", "Workshop"]))
        #expect(!own.contains("Work/Bills"))
        #expect(try client.differences() == [])
    }
}
