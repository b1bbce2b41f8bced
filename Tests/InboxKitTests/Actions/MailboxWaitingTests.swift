import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Mailboxes not yet on the server")
struct MailboxWaitingTests {
    @Test("a move into a mailbox made offline waits for the mailbox", arguments: [false, true])
    func mailbox(isLost: Bool) async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let session = client.session()
        let box = try await session.createMailbox(named: "New", account: client.account.id)
        let message = try #require(try client.message("m")).id
        try await session.perform(.move, onMessages: [message], target: box)
        if isLost { client.server.setFault { $0.name == "createMailbox" ? .after(.unreachable) : nil } }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        try await client.settle()
        #expect(client.server.messages[RemoteID("m")]?.mailboxes == [RemoteID("b-New")])
        #expect(try client.store.read { try $0.mailboxes() }.filter { $0.name == "New" }.map(\.id) == [box])
        #expect(try client.differences() == [])
    }

    @Test("J-53: after a lost answer a new mailbox is looked for by parent and name", arguments: [true, false])
    func looksForNested(isMade: Bool) async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let box = try await client.session().createMailbox(named: "Team/Plans", account: client.account.id)
        client.server.setFault { [server = client.server] call in
            guard call.name == "createMailbox" else { return nil }
            // One of that name at the top is another one.
            server.putUntold(RemoteMailbox(id: RemoteID("other"), name: "Plans", role: nil))
            return isMade ? .after(.unreachable) : .before(.unreachable)
        }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        try await client.settle()
        let account = client.account.id
        #expect(try client.store.read { try $0.remoteMailboxIDs(account: account)[box] } == RemoteID("b-Team/Plans"))
        #expect(client.server.calls("createMailbox").count == (isMade ? 1 : 2))
        #expect(try client.differences() == [])
    }

    @Test("S-1: a mailbox that may have been made is not given up while questions about it are refused")
    func askedInVain() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let id = try await client.session().createMailbox(named: "Bay", account: client.account.id)
        client.server.setFault { call in
            switch call.name {
            case "createMailbox": .after(.refused)
            case "mailboxes": .before(.refused)
            default: nil
            }
        }
        for _ in 0..<3 {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
        }
        #expect(client.server.mailboxes.values.contains { $0.name == "Bay" })
        #expect(try client.actions().map(\.command) == [.createMailbox])
        try await client.session().deleteMailbox(id)
        client.server.setFault { _ in nil }
        try await client.settle()
        #expect(!client.server.mailboxes.values.contains { $0.name == "Bay" })
        #expect(try client.differences() == [])
    }

    @Test("S-1: what became of a mailbox before its creation was refused is not forgotten", arguments: [true, false])
    func changedBeforeRefusal(isDeleted: Bool) async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let session = client.session()
        let id = try await session.createMailbox(named: "Bay", account: client.account.id)
        // Attempted, so that what follows is queued behind it.
        client.server.setFault { $0.name == "createMailbox" ? .before(.busy) : nil }
        _ = try await client.sender.sendAll()
        try await session.renameMailbox(id, to: "Cove")
        if isDeleted { try await session.deleteMailbox(id) }
        client.server.setFault { $0.name == "createMailbox" ? .before(.refused) : nil }
        client.wait(4_000)
        _ = try await client.sender.sendAll()
        let refused = try session.actions().filter { $0.state == .refused }
        #expect(refused.map(\.title) == (isDeleted ? [] : ["Cove"]))
        client.server.setFault { _ in nil }
        for action in refused { try await session.retry(action.id) }
        try await client.settle()
        let names = client.server.mailboxes.values.map(\.name)
        #expect(names.contains("Cove") == !isDeleted && !names.contains("Bay"))
        #expect(try client.differences() == [])
    }

    @Test("a refused rename is not reported once the mailbox has another name")
    func renamedAgain() async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let session = client.session()
        let id = try #require(try client.store.mailboxID("work"))
        try await session.renameMailbox(id, to: "Bay")
        client.server.setFault { $0.name == "renameMailbox" ? .before(.busy) : nil }
        _ = try await client.sender.sendAll()
        try await session.renameMailbox(id, to: "Cove")
        let attempts = client.server.calls("renameMailbox").count
        client.server.setFault { [server = client.server] call in
            let isNext = server.calls("renameMailbox").filter { $0.number < call.number }.count == attempts
            return call.name == "renameMailbox" && isNext ? .before(.refused) : nil
        }
        client.wait(4_000)
        try await client.settle()
        #expect(client.server.calls("renameMailbox").count > attempts + 1)
        #expect(try session.actions().isEmpty)
        #expect(client.server.mailboxes[RemoteID("work")]?.name == "Cove")
    }

    @Test("moves into a mailbox whose creation is refused are undone")
    func refusedMailbox() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let session = client.session()
        let box = try await session.createMailbox(named: "New", account: client.account.id)
        try await session.perform(.move, onMessages: [try #require(try client.message("m")).id], target: box)
        client.server.setFault { $0.name == "createMailbox" ? .before(.refused) : nil }
        try await client.settle()
        #expect(client.server.messages[RemoteID("m")]?.mailboxes == [RemoteID("inbox")])
        #expect(try client.differences() == [])
    }

    /// Cyrus's error for a name that it does not accept.
    private static let stumbled: RemoteError = {
        var error = RemoteError(
            .busy(status: 0, message: "serverFail: Invalid mailbox name"), call: "Mailbox/set", type: "serverFail")
        error.isAboutObject = true
        error.isBeforeWork = true
        return error
    }()

    @Test("J-28: a server error on one mailbox does not block creating the others")
    func stumbles() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let session = client.session()
        client.server.setFault {
            $0.name == "createMailbox" && $0.subject.hasPrefix("u..x") ? .before(Self.stumbled) : nil
        }
        for name in ["u..x", "u..x/below", "Plans"] {
            _ = try await session.createMailbox(named: name, account: client.account.id)
        }
        try await client.perform(.star, on: "m")
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("createMailbox").map(\.subject) == ["u..x", "Plans"])
        #expect(client.server.messages[RemoteID("m")]?.keywords.contains(.flagged) == true)
        let waiting = try client.actions().filter { $0.command == .createMailbox }
        #expect(waiting.map(\.title) == ["u..x", "u..x/below"] && waiting.map(\.state) == [.waiting, .waiting])
    }

    @Test("J-30: a mailbox that fails three times with a server error is refused with the moves into it")
    func stumblesAgain() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let session = client.session()
        client.server.setFault { $0.name == "createMailbox" ? .before(Self.stumbled) : nil }
        let box = try await session.createMailbox(named: "u..x", account: client.account.id)
        try await session.perform(.move, onMessages: [try #require(try client.message("m")).id], target: box)
        for tries in 1...2 {
            _ = try await client.sender.sendAll()
            #expect(try client.actions().first?.attempts == tries)
            client.wait(4_000)
        }
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("createMailbox").count == 3)
        #expect(try client.actions().isEmpty && !session.mailboxes().contains { $0.id == box })
        let refused = try client.store.read { try $0.refusals() }
        #expect(Set(refused.map(\.command)) == [.createMailbox, .move])
        #expect(refused.allSatisfy { $0.lastError?.contains("Invalid mailbox name") == true })
        #expect(client.server.messages[RemoteID("m")]?.mailboxes == [RemoteID("inbox")])
        #expect(try client.differences() == [])
    }

    @Test("a mailbox renamed before its creation waits for its new parent")
    func belowAnother() async throws {
        let client = try await Client.synced()
        let session = client.session()
        _ = try await session.createMailbox(named: "u..x", account: client.account.id)
        let plans = try await session.createMailbox(named: "Plans", account: client.account.id)
        try await session.renameMailbox(plans, to: "u..x/Plans")
        let queue = try client.store.read { try $0.queue() }
        #expect(queue.map(\.waitsFor) == [[], queue.prefix(1).map(\.id)])
    }

    @Test("renaming back sends nothing; a refused name is reverted")
    func rename() async throws {
        let client = try await Client.synced()
        let session = client.session()
        client.server.put(RemoteMailbox(id: RemoteID("own"), name: "Own", role: nil))
        try await client.sync.catchUp()
        let own = try #require(try client.store.mailboxID("own"))
        try await session.renameMailbox(own, to: "Other")
        try await session.renameMailbox(own, to: "Own")
        #expect(try client.actions().isEmpty)
        try await session.renameMailbox(own, to: "Third")
        client.server.setFault { $0.name == "renameMailbox" ? .before(.refused) : nil }
        try await client.settle()
        #expect(try client.store.read { try $0.mailboxes() }.first { $0.id == own }?.name == "Own")
        #expect(try client.differences() == [])
    }
}
