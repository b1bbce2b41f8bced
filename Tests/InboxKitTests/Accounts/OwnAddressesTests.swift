import Foundation
import InboxModel
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Own addresses", .timeLimit(.minutes(10)))
struct OwnAddressesTests {
    /// Mail of an account whose server lists another identity of the owner, in a domain that no other account uses.
    private func session() async throws -> (MailSession, Client) {
        let server = ModelServer()
        server.put(
            ["me", "sales", "work", "melanie", "anna"].enumerated().map { index, name in
                .remote(id: name, from: name, to: [name == "anna" ? "me" : "anna"], at: -index)
            })
        let client = try Client(server)
        try await client.sync.once(bodies: false)
        let told = try JSONEncoder().encode([
            Identity(email: "Sales@example.test"), Identity(email: "*@example.test"),
        ])
        try client.store.writeNow {
            try $0.setSyncState(String(decoding: told, as: UTF8.self), key: "identities", account: client.account.id)
        }
        return (client.session(), client)
    }

    /// Simulates older mail that has not been read yet, so that servers are asked for it.
    private func forgetOlder(_ client: Client) throws {
        try client.store.writeNow {
            try $0.setSyncState("1", key: AccountSync.Key.threads, account: client.account.id)
        }
    }

    private func found(_ text: String, _ session: MailSession) throws -> [String] {
        try session.messages(MailQuery(text).predicate, limit: 100).compactMap(\.remoteID?.rawValue)
    }

    @Test("“me” matches the addresses of all accounts, server identities and the configuration, nothing else")
    func addresses() async throws {
        let (session, _) = try await session()
        #expect(session.ownAddresses() == ["me@example.test", "sales@example.test"])
        #expect(try found("from:me", session) == ["me", "sales"])
        session.setConfiguredAddresses(["Work@Example.test"])
        #expect(session.ownAddresses() == ["me@example.test", "sales@example.test", "work@example.test"])
        #expect(try found("from:me", session) == ["me", "sales", "work"])
        #expect(try found("to:me", session) == ["anna"])
        #expect(try found("with:me", session) == ["me", "sales", "work", "anna"])
        #expect(try found("-with:me", session) == ["melanie"])
        #expect(try found("from:\"me\"*", session) == ["me", "melanie"])
        #expect(try session.count(MailQuery("from:me").predicate, messages: true) == 3)
    }

    @Test("explaining a query shows “me” in its normal form and the addresses in the server query")
    func explained() async throws {
        let (session, client) = try await session()
        try forgetOlder(client)
        let reading = try session.explain(MailQuery("from:me").predicate)
        #expect(reading.normalForm == "from:me" && reading.tree == ["from:me"])
        #expect(reading.servers.first?.remainder == "from:me@example.test OR from:sales@example.test")
        // No filter can express two addresses.
        #expect(reading.servers.first?.request == nil)
    }

    @Test("explain shows the request for a server")
    func request() async throws {
        let (session, client) = try await session()
        #expect(
            try session.explain(MailQuery("to:me from:anna@example.test").predicate).servers
                == [QueryReading.Server(account: "me@example.test")], "all of that is here")
        #expect(try session.explain(MailQuery("mill").predicate).servers.first?.request != nil, "texts may not be")
        try forgetOlder(client)
        let server = try #require(
            try session.explain(MailQuery("to:me from:anna@example.test list:dev").predicate).servers.first)
        #expect(server.request == "/messages?from=anna@example.test")
        let words = try #require(try session.explain(MailQuery("mill is:unread").predicate).servers.first)
        #expect(words.request == "/messages/search?q=mill" && words.remainder == "is:unread")
    }

    @Test("a server search resolves “me” to addresses")
    func asked() async throws {
        let (_, client) = try await session()
        let asked = Mutex<MailPredicate?>(nil)
        client.server.setFinds { _, predicate in
            asked.withLock { $0 = predicate }
            return false
        }
        #expect(await client.sync.search(MailQuery("from:me mill").predicate).outcome == .found)
        #expect(
            asked.withLock(\.self) == MailQuery("(from:me@example.test OR from:sales@example.test) mill").predicate)
    }

    @MainActor
    @Test("adding an account updates an open list for “me”")
    func grows() async throws {
        let (session, client) = try await session()
        let provider = session.messageProvider(filter: MailQuery("from:me").predicate, loadsAtOnce: true)
        #expect(provider.items.compactMap(\.remoteID?.rawValue) == ["sales", "me"])
        let events = provider.events()
        _ = try client.store.addTestAccount(.test("melanie@example.test"))
        for await _ in events where provider.items.count == 3 { break }
        #expect(provider.items.compactMap(\.remoteID?.rawValue) == ["melanie", "sales", "me"])
    }
}
