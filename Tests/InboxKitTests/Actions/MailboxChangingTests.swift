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

    private func places(_ id: String, _ client: Client) -> Set<String>? {
        client.server.messages[RemoteID(id)].map { Set($0.mailboxes.map(\.rawValue)) }
    }

    @Test("deleting a JMAP mailbox first trashes mail that is only there; other mail stays in its other mailboxes")
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
        try await client.settle()
        #expect(places("a", client) == ["trash"])
        #expect(places("b", client) == ["home"])
        #expect(places("c", client) == ["inbox"])
        #expect(places("d", client) == ["home"])
        // The deletion comes last: remaining mail would be lost, or block it.
        let told = client.server.calls.map(\.name).filter { $0 != "changes" }
        #expect(told.last == "deleteMailbox")
        #expect(try client.differences() == [])
    }

    @Test(
        "INBOX, in any case, is the inbox to create a mailbox below",
        arguments: ["INBOX/New", "inbox/New", "Inbox/New"])
    func belowInbox(name: String) async throws {
        let (client, session) = try await client(.jmap)
        _ = try await session.createMailbox(named: name, account: client.account.id)
        #expect(try session.mailboxes().contains { $0.name == "Inbox/New" })
        await #expect(throws: SessionError.action(.nameTaken)) {
            try await session.createMailbox(named: "INBOX/new", account: client.account.id)
        }
    }

    @Test("J-53: a mailbox created twice exists even if the second try is refused")
    func madeTwice() async throws {
        let (client, session) = try await client(.jmap)
        client.server.setFault { [server = client.server] call in
            if call.name == "createMailbox" {
                server.putUntold(RemoteMailbox(id: RemoteID("new"), name: "Plans", role: nil))
            }
            return nil
        }
        let made = try await session.createMailbox(named: "Plans", account: client.account.id)
        try await client.settle()
        #expect(try session.actions().isEmpty, "nothing was refused")
        let account = client.account.id
        #expect(try client.store.read { try $0.remoteMailboxIDs(account: account)[made] } == RemoteID("new"))
        #expect(client.server.calls("createMailbox").count == 1)
    }

    @Test("a mailbox whose deletion is refused comes back, and no mail is lost")
    func refused() async throws {
        let (client, session) = try await client(.jmap, .remote(id: "a", in: ["work"]))
        let work = try #require(try client.store.mailboxID("work"))
        client.server.setFault { $0.name == "deleteMailbox" ? .before(.refused) : nil }
        try await session.deleteMailbox(work, emptiesFirst: true)
        try await client.settle()
        #expect(try session.mailboxes().contains { $0.id == work })
        #expect(places("a", client) == ["trash"])
        #expect(try client.differences() == [])
    }

    @Test("undo does not restore a deleted folder, and its mail stays in the trash")
    func undo() async throws {
        let (client, session) = try await client(.inbox, hasLabels: false, .remote(id: "a", in: ["work"]))
        let work = try #require(try client.store.mailboxID("work"))
        try await session.deleteMailbox(work, emptiesFirst: true)
        #expect(try await session.undo() == nil)
        try await client.settle()
        #expect(places("a", client) == ["trash"])
        #expect(try client.differences() == [])
    }

    @Test("undoing a move into a since deleted mailbox restores the message", arguments: [false, true])
    func undoOlder(isTold: Bool) async throws {
        let (client, session) = try await client(.jmap, .remote(id: "a", in: ["inbox"]))
        let work = try #require(try client.store.mailboxID("work"))
        let message = try #require(try client.message("a")).id
        try await session.perform(.move, onMessages: [message], target: work)
        try await session.deleteMailbox(work, emptiesFirst: true)
        if isTold { try await client.settle() }
        #expect(try await session.undo()?.command == .move)
        try await client.settle()
        #expect(places("a", client) == ["inbox"])
        #expect(try client.differences() == [])
    }

    @Test("deleting a label of the Inbox API leaves its mail in its other places")
    func label() async throws {
        let (client, session) = try await client(.inbox, .remote(id: "a", in: ["work", "inbox"]))
        let work = try #require(try client.store.mailboxID("work"))
        try await session.deleteMailbox(work)
        try await client.settle()
        #expect(places("a", client) == ["inbox"])
        #expect(try client.differences() == [])
    }

    @Test("a mailbox can't be deleted while it is a draft's only mailbox")
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

    @Test("a mailbox with children can't be deleted, and renaming it renames them")
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
        try await client.settle()
        let own = client.server.mailboxes.values.filter { $0.role == nil }.map(\.name)
        #expect(Set(own).isSuperset(of: ["Office", "Office/Bills", "Workshop"]))
        #expect(!own.contains("Work/Bills"))
        #expect(try client.differences() == [])
    }

    @Test("what was moved to a mailbox that turns out to be one created here is undone and redone all the same")
    func merged() async throws {
        let (client, session) = try await client(.jmap, .remote(id: "a"))
        let made = try await session.createMailbox(named: "Plans", account: client.account.id)
        let creation = try #require(try client.actions().first)
        // The server calls it something else, and reports it before it answers.
        let answer = RemoteMailbox(id: RemoteID("plans"), name: "Plans 2", role: nil)
        client.server.put(answer)
        try await client.sync.catchUp()
        #expect(try client.store.mailboxID("plans") != made)
        try await client.perform(.move, on: "a", to: "plans")
        try client.store.writeNow { try $0.answered(creation, with: answer) }
        #expect(try client.store.mailboxID("plans") == made)
        #expect(try client.message("a")?.mailboxes == [made])
        _ = try await session.undo()
        #expect(try client.shown()[RemoteID("a")]?.mailboxes == [RemoteID("inbox")])
        _ = try await session.redo()
        #expect(try client.message("a")?.mailboxes == [made])
        try await client.settle()
        #expect(places("a", client) == ["plans"])
        #expect(try client.differences() == [])
    }
}
