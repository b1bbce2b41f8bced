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

    /// A session whose account has read this mail.
    private func session(_ messages: RemoteMessage...) async throws -> (MailSession, AccountSync) {
        server.put(messages)
        let session = MailSession(store: store) { [server] _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "https://mail.example.test", userName: nil, dialect: .jmap,
            secret: "secret", source: .file)
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

    @Test("J-49: without a network it is refused, nothing is queued and nothing is gone; online it is done")
    func offline() async throws {
        let (session, _) = try await session(.remote(id: "m", in: ["trash"]), .remote(id: "n", in: ["inbox"]))
        let threads = try threads
        server.setFault { $0.name == "destroy" ? .before(.unreachable) : nil }
        await #expect(throws: SessionError.remote(.unreachable)) { try await session.destroy(threads) }
        #expect(try kept == ["m", "n"] && session.actions().isEmpty)
        server.setFault { _ in nil }
        #expect(try await session.destroy(threads) == 1)
        #expect(try kept == ["n"] && server.messages.keys.map(\.rawValue) == ["n"])
    }

    @Test("J-49: after a lost answer it stays in the trash until the server's changes tell; asking again does no harm")
    func lostAnswer() async throws {
        let (session, sync) = try await session(.remote(id: "m", in: ["trash"]))
        let threads = try threads
        server.setFault { $0.name == "destroy" ? .after(.unreachable) : nil }
        await #expect(throws: SessionError.self) { try await session.destroy(threads) }
        #expect(try kept == ["m"])
        server.setFault { _ in nil }
        #expect(try await session.destroy(threads) == 0)
        try await sync.catchUp()
        #expect(try kept == [])
    }
}
