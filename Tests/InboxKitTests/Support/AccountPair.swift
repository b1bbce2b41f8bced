import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// Two accounts in one store, each on its own server, and others if a test adds them.
struct AccountPair {
    let a: Client
    let b: Client
    private(set) var others: [Client] = []

    init(_ messages: RemoteMessage..., rights: MailboxRights = .all) async throws {
        let server = ModelServer()
        server.put(messages)
        a = try Client(server, address: "a@example.test", dialect: .jmap)
        var places = RemoteMailbox.usual
        places[0].rights = rights
        b = try Client(ModelServer(mailboxes: places), store: a.store, address: "b@example.test", dialect: .jmap)
        try await a.sync.once(bodies: false)
        try await b.sync.once(bodies: false)
    }

    private var all: [Client] { [a, b] + others }

    /// Adds an account with a server of its own.
    mutating func add(_ address: String, _ messages: RemoteMessage...) async throws -> Client {
        let server = ModelServer()
        server.put(messages)
        let client = try Client(server, store: a.store, address: address, dialect: .jmap)
        try await client.sync.once(bodies: false)
        others.append(client)
        return client
    }

    func sender(of client: Client) -> ActionSender {
        let services = Dictionary(uniqueKeysWithValues: all.map { ($0.account.id, $0.server) })
        return ActionSender(
            account: client.account.id, store: client.store, service: ScriptedService(client.server),
            board: client.board, now: { client.now },
            reach: { id in services[id].map { .success(ScriptedService($0)) } ?? .failure(.missing) })
    }

    var session: MailSession { MailSession(store: a.store) { [a] _, _ in ScriptedService(a.server) } }

    func place(_ name: String, of client: Client) throws -> MailboxID {
        try #require(
            try client.store.read { try $0.mailboxes() }
                .first { $0.account == client.account.id && $0.remoteID == RemoteID(name) }?.id)
    }

    @discardableResult
    func move(_ ids: String..., to place: String) async throws -> Deed? {
        let messages = try ids.compactMap { try a.message($0)?.id }
        return try await session.perform(.move, onMessages: messages, target: try self.place(place, of: b))
    }

    /// Sends and syncs until nothing is left to do.
    func settle() async throws {
        for _ in 0..<6 {
            for client in all {
                try await client.store.write { transaction in
                    try transaction.recoverInterrupted(account: client.account.id)
                    try transaction.makeDue(account: client.account.id)
                }
                _ = try await sender(of: client).sendAll()
                try await client.sync.catchUp()
            }
        }
    }

    func threads(in place: String, of client: Client) throws -> [String] {
        let box = try self.place(place, of: client)
        return try client.store.read {
            try $0.threads(ThreadQuery(predicate: .mailbox(.ids([box])), sort: .oldestFirst), limit: -1)
        }.map(\.subject)
    }

    func subjects(_ client: Client) -> [String] { client.server.messages.values.map(\.subject).sorted() }

    func differences() throws -> [String] { try all.flatMap { try $0.differences() } }
}
