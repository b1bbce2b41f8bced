import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Deleting for good")
struct DestroyingTests {
    private let server = ModelServer()
    private let store: Store

    init() throws { store = try Store() }

    /// Returns a session whose account has read these messages. What is queued stays queued: sent meanwhile, it would be no move that
    /// comes too late.
    private func session(_ messages: RemoteMessage...) async throws -> (MailSession, AccountSync) {
        server.put(messages)
        let session = MailSession(store: store) { [server] _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "https://mail.example.test", userName: nil, dialect: .jmap,
            secret: "secret", source: .file)
        await session.pause(account.id)
        let sync = AccountSync(account: account, store: store, service: ScriptedService(server), board: StatusBoard())
        try await sync.once(bodies: false)
        return (session, sync)
    }

    private var kept: Set<String> {
        get throws {
            try store.read { reader in
                let account = try #require(try reader.accounts().first)
                return Set(
                    try ["m", "n"].filter { try reader.message(RemoteID($0), account: account.id) != nil })
            }
        }
    }

    private var threads: [ThreadID] {
        get throws {
            try store.read { reader in
                let account = try #require(try reader.accounts().first)
                return try ["m", "n"].compactMap { try reader.message(RemoteID($0), account: account.id)?.thread }
            }
        }
    }

    /// The error of a request that never began.
    private var unreached: RemoteError {
        var error = RemoteError.unreachable
        error.isBeforeWork = true
        return error
    }

    @Test("J-49: deleting for good is refused offline and queues nothing; online it deletes the message")
    func offline() async throws {
        let (session, _) = try await session(.remote(id: "m", in: ["trash"]), .remote(id: "n", in: ["inbox"]))
        let (threads, unreached) = (try threads, unreached)
        server.setFault { $0.name == "destroy" ? .before(unreached) : nil }
        await #expect(throws: SessionError.remote(unreached)) { try await session.destroy(threads) }
        #expect(try kept == ["m", "n"] && session.actions().isEmpty)
        server.setFault { _ in nil }
        #expect(try await session.destroy(threads) == Destroyed(count: 1))
        #expect(try kept == ["n"] && server.messages.keys.map(\.rawValue) == ["n"])
    }

    @Test("J-49: after a lost answer the message stays until the server's changes confirm it; retrying is harmless")
    func lostAnswer() async throws {
        let (session, sync) = try await session(.remote(id: "m", in: ["trash"]))
        let threads = try threads
        server.setFault { $0.name == "destroy" ? .after(.unreachable) : nil }
        let destroyed = try await session.destroy(threads)
        #expect(destroyed == Destroyed(failure: .remote(.unreachable), isInDoubt: true))
        #expect(try kept == ["m"])
        server.setFault { _ in nil }
        #expect(try await session.destroy(threads) == Destroyed())
        try await sync.catchUp()
        #expect(try kept == [])
    }

    @Test("what is deleted before a failure is gone here too, and counted", arguments: [true, false])
    func partly(isBeforeWork: Bool) async throws {
        let (session, _) = try await session(.remote(id: "m", in: ["trash"], at: 1), .remote(id: "n", in: ["trash"]))
        server.destroyedAtOnce = 1
        let fault = isBeforeWork ? unreached : .unreachable
        server.setFault { $0.name == "destroy" && $0.subject == "n" ? .before(fault) : nil }
        let destroyed = try await session.destroy(try threads)
        #expect(destroyed == Destroyed(count: 1, failure: .remote(fault), isInDoubt: !isBeforeWork))
        #expect(try kept == ["n"] && server.messages.keys.map(\.rawValue) == ["n"])
    }

    /// The error if something else changed on the server between the look and the deletion.
    private var mismatch: RemoteError {
        var error = RemoteError(
            .busy(status: 0, message: "stateMismatch"), call: "Email/set", type: RemoteError.stateMismatch)
        error.isBeforeWork = true
        return error
    }

    @Test(
        "J-27, J-49: a changed state while emptying the trash is retried; a server whose state always changes fails it",
        arguments: [3, 1_000])
    func stateMoves(times: Int) async throws {
        let (session, _) = try await session(.remote(id: "m", in: ["trash"], at: 1), .remote(id: "n", in: ["trash"]))
        server.destroyedAtOnce = 1
        let (threads, mismatch) = (try threads, mismatch)
        server.setFault { [weak server] call in
            call.name == "destroy" && (server?.calls("destroy").count ?? 0) <= times ? .before(mismatch) : nil
        }
        if times == 3 {
            #expect(try await session.destroy(threads) == Destroyed(count: 2))
            #expect(try kept == [] && server.messages.isEmpty)
        } else {
            await #expect(throws: SessionError.remote(mismatch)) { try await session.destroy(threads) }
            #expect(try kept == ["m", "n"] && (2..<20).contains(server.calls("destroy").count))
        }
    }

    @Test("S-5: after a state mismatch, a message that the user took out of the trash meanwhile stays")
    func takenOutWhenStateMoved() async throws {
        let (session, _) = try await session(.remote(id: "m", in: ["trash"]))
        try moveOut("m", to: try mailbox(.inbox), when: "m", .before(mismatch))
        #expect(try await session.destroy(try threads) == Destroyed())
        #expect(try kept == ["m"] && server.messages.count == 1 && server.calls("destroy").count == 1)
    }

    @Test("S-1: a message that the server keeps is reported, and the messages after it are deleted")
    func keptByServer() async throws {
        let (session, _) = try await session(.remote(id: "m", in: ["trash"], at: 1), .remote(id: "n", in: ["trash"]))
        server.destroyedAtOnce = 1
        server.setKeeps([RemoteID("m")])
        let destroyed = try await session.destroy(try threads)
        guard case .remote(let error) = destroyed.failure else { Issue.record("\(destroyed)"); return }
        #expect(destroyed.count == 1 && !destroyed.isInDoubt && error.type == "forbidden")
        #expect(try kept == ["m"] && server.messages.keys.map(\.rawValue) == ["m"])
        await #expect(throws: SessionError.remote(error)) { try await session.destroy(try threads) }
    }

    @Test("S-5: a message that the user takes out of the trash while it is emptied stays, even if the move is unsent")
    func takenOutMeanwhile() async throws {
        let (session, _) = try await session(.remote(id: "m", in: ["trash"], at: 1), .remote(id: "n", in: ["trash"]))
        server.destroyedAtOnce = 1
        let threads = try threads
        try moveOut("n", to: try mailbox(.inbox), when: "m")
        #expect(try await session.destroy(threads) == Destroyed(count: 1))
        #expect(try kept == ["n"] && server.messages.keys.map(\.rawValue) == ["n"])
        #expect(try session.actions().map(\.command) == [.move])
        #expect(try session.thread(threads[1])?.mailboxes == [try mailbox(.inbox).id])
    }

    @Test("S-1: a move out of the trash that comes too late appears in the outbox as refused")
    func takenOutTooLate() async throws {
        let (session, _) = try await session(.remote(id: "m", in: ["trash"]))
        try moveOut("m", to: try mailbox(.inbox), when: "m")
        #expect(try await session.empty(try mailbox(.trash)) == Destroyed(count: 1))
        #expect(try kept == [] && store.read { try $0.actions() }.isEmpty)
        #expect(try store.read { try $0.refusals() }.map(\.command) == [.move])
    }

    @Test("a message that was only starred is deleted, and the star is dropped silently")
    func markedMeanwhile() async throws {
        let (session, _) = try await session(.remote(id: "m", in: ["trash"]))
        try await session.perform(.star, on: try threads)
        #expect(try await session.empty(try mailbox(.trash)) == Destroyed(count: 1))
        #expect(try session.actions().isEmpty)
    }

    private func mailbox(_ role: MailboxRole) throws -> Mailbox {
        try #require(try store.read { try $0.mailboxes() }.first { $0.role == role })
    }

    /// Lets the user move a message out of the trash while it, or another one, is being deleted.
    private func moveOut(_ id: String, to place: Mailbox, when other: String, _ fault: ModelServer.Fault? = nil) throws
    {
        let message = try #require(try store.read { try $0.message(RemoteID(id), account: place.account) })
        let patch = MessagePatch(addMailboxes: [place.id], removeMailboxes: message.mailboxes)
        let move = Action(
            id: ActionID(0), account: place.account, command: .move, title: "",
            edits: [.init(message: message.id, patch: patch)], createdAt: .test(0))
        server.setFault { [store] call in
            guard call.name == "destroy", call.subject == other else { return nil }
            _ = try? store.writeNow { try $0.enqueue(move) }
            return fault
        }
    }
}
