import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Mailboxes below a renamed JMAP mailbox")
struct LowerMailboxTests {
    private func client() async throws -> (Client, MailSession) {
        let server = ModelServer()
        server.setNestsMailboxes()
        for name in ["Work/Bills", "Workshop"] {
            server.put(RemoteMailbox(id: RemoteID(name), name: name, role: nil))
        }
        let client = try Client(server, dialect: .jmap)
        try await client.sync.once(bodies: false)
        return (client, client.session())
    }

    private func shown(_ session: MailSession) throws -> Set<String> {
        Set(try session.mailboxes().map(\.name).filter { $0.hasPrefix("Work") || $0.hasPrefix("Office") })
    }

    private func id(_ name: String, _ client: Client) throws -> MailboxID {
        try #require(try client.store.mailboxID(name))
    }

    @Test("have their new names at once, and can be renamed and joined by others under these")
    func atOnce() async throws {
        let (client, session) = try await client()
        let work = try id("work", client)
        try await session.renameMailbox(work, to: "Office")
        #expect(try shown(session) == ["Office", "Office/Bills", "Workshop"])
        #expect(try session.contents(of: work).below == ["Office/Bills"])
        await #expect(throws: SessionError.action(.holdsMailboxes("Office/Bills"))) {
            try await session.deleteMailbox(work)
        }
        try await session.renameMailbox(try id("Work/Bills", client), to: "Office/Paid")
        _ = try await session.createMailbox(named: "Office/New", account: client.account.id)
        #expect(try client.actions().map(\.command) == [.renameMailbox, .renameMailbox, .createMailbox])
        #expect(try shown(session) == ["Office", "Office/Paid", "Office/New", "Workshop"])
        try await client.settle()
        #expect(client.server.mailboxes[RemoteID("Work/Bills")]?.name == "Office/Paid")
        #expect(try client.differences() == [])
        #expect(try shown(session) == ["Office", "Office/Paid", "Office/New", "Workshop"])
    }

    @Test("keep their new names when the server has answered and its changes are still to come, over a restart")
    func answered() async throws {
        let (client, session) = try await client()
        try await session.renameMailbox(try id("work", client), to: "Office")
        _ = try await client.sender.sendAll()
        #expect(try client.actions().map(\.state) == [.sent])
        #expect(try shown(session) == ["Office", "Office/Bills", "Workshop"])
        #expect(try shown(client.session()) == ["Office", "Office/Bills", "Workshop"])
        try await client.settle()
        #expect(try shown(session) == ["Office", "Office/Bills", "Workshop"])
        #expect(try client.differences() == [])
    }

    @Test("follow what others call them meanwhile, and those that others put there")
    func others() async throws {
        let (client, session) = try await client()
        try await session.renameMailbox(try id("work", client), to: "Office")
        client.server.put(RemoteMailbox(id: RemoteID("Work/Bills"), name: "Work/Paid", role: nil))
        client.server.put(RemoteMailbox(id: RemoteID("tax"), name: "Work/Tax", role: nil))
        try await client.sync.catchUp()
        #expect(try shown(session) == ["Office", "Office/Paid", "Office/Tax", "Workshop"])
        try await client.settle()
        #expect(try client.differences() == [])
    }

    @Test("have their old names again if the server refuses, or the name is taken back")
    func refused() async throws {
        let (client, session) = try await client()
        let work = try id("work", client)
        try await session.renameMailbox(work, to: "Office")
        try await session.renameMailbox(work, to: "Work")
        #expect(try client.actions().isEmpty)
        #expect(try shown(session) == ["Work", "Work/Bills", "Workshop"])
        try await session.renameMailbox(work, to: "Office")
        client.server.setFault { $0.name == "renameMailbox" ? .before(.refused) : nil }
        try await client.settle()
        #expect(try shown(session) == ["Work", "Work/Bills", "Workshop"])
        #expect(try client.differences() == [])
    }

    @Test("can be moved back below a new mailbox of the old name")
    func movedBack() async throws {
        let (client, session) = try await client()
        try await session.renameMailbox(try id("work", client), to: "Office")
        _ = try await session.createMailbox(named: "Work", account: client.account.id)
        try await session.renameMailbox(try id("Work/Bills", client), to: "Work/Bills")
        #expect(try client.actions().map(\.title) == ["Office", "Work", "Work/Bills"])
        try await client.settle()
        #expect(client.server.mailboxes[RemoteID("Work/Bills")]?.name == "Work/Bills")
        #expect(try client.differences() == [])
        #expect(try shown(session) == ["Office", "Work", "Work/Bills", "Workshop"])
    }
}
