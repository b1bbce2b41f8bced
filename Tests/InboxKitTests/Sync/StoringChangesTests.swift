import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Storing what a server tells", .timeLimit(.minutes(10)))
struct StoringChangesTests {
    /// Everything here that a server's answer may change: states, and messages with their own ids.
    private struct Kept: Hashable {
        var states: [String: String?]
        var messages: [RemoteID: MessageID]
        var marks: [RemoteID: RemoteMarks]
        var mailboxes: Set<String>

        init(_ client: Client) throws {
            let account = client.account.id
            states = try client.store.read { reader in
                try [AccountSync.Key.state, AccountSync.Key.threads, AccountSync.Key.bodies].reduce(into: [:]) {
                    $0[$1] = try reader.syncState($1, account: account)
                }
            }
            messages = try client.store.read { reader in
                try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
                    .reduce(into: [:]) { ids, message in message.remoteID.map { ids[$0] = message.id } }
            }
            marks = try client.shown()
            mailboxes = Set(try client.store.read { try $0.mailboxes() }.map(\.name))
        }
    }

    @Test("when a server lists all mailboxes with its changes, others are gone, and no mail is read again")
    func allMailboxes() async throws {
        let client = try await Client.synced(.remote(id: "m"), .remote(id: "h", in: ["home"]))
        let walked = client.server.calls("threads").count
        client.server.setListsAllMailboxes()
        client.server.remove(mailbox: "home")
        client.server.put(RemoteMailbox(id: RemoteID("new"), name: "New", role: nil))
        try await client.sync.catchUp()
        #expect(client.server.calls("threads").count == walked)
        let here = try client.store.read { try $0.mailboxes() }.compactMap(\.remoteID)
        #expect(!here.contains(RemoteID("home")) && here.contains(RemoteID("new")))
        #expect(try client.differences() == [])
        // A server that lists none at all is not believed.
        for mailbox in client.server.mailboxes.keys { client.server.remove(mailbox: mailbox.rawValue) }
        await #expect(throws: AccountSync.Failure.self) { try await client.sync.catchUp() }
        #expect(try client.store.read { try $0.mailboxes() }.count == here.count)
    }

    /// Each place at which a transaction may break off: in the middle of the data, and at the state.
    private static let breaks = [
        "envelope BEGIN SELECT RAISE(ABORT, 'broken') WHERE NEW.subject = 'Third'",
        "thread BEGIN SELECT RAISE(ABORT, 'broken')",
        "mailbox BEGIN SELECT RAISE(ABORT, 'broken')",
        "syncState BEGIN SELECT RAISE(ABORT, 'broken') WHERE NEW.key = 'state'",
    ]

    /// Makes writes to a table fail until `mend`.
    private func breakWrites(_ place: String, _ store: Store) throws {
        try store.writeNow { transaction in
            for event in ["INSERT", "UPDATE"] {
                try transaction.database.run("CREATE TEMP TRIGGER broken\(event) BEFORE \(event) ON main.\(place); END")
            }
        }
    }

    private func mend(_ store: Store) throws {
        try store.writeNow { transaction in
            for event in ["INSERT", "UPDATE"] { try transaction.database.run("DROP TRIGGER broken\(event)") }
        }
    }

    private func tell(_ client: Client) {
        client.server.put(RemoteMailbox(id: RemoteID("new"), name: "New", role: nil))
        client.server.put(
            .remote(id: "a", subject: "First", starred: true, at: 1), .remote(id: "b", subject: "Second", at: 2),
            .remote(id: "c", subject: "Third", in: ["new"], at: 3))
        client.server.remove("old")
    }

    @Test("J-31: changes and their state are stored together or not at all", arguments: breaks)
    func changes(place: String) async throws {
        let client = try await Client.synced(.remote(id: "a", subject: "First", at: 1), .remote(id: "old", at: 0))
        let before = try Kept(client)
        tell(client)
        try breakWrites(place, client.store)
        let failure = await #expect(throws: AccountSync.Failure.self) { try await client.sync.catchUp() }
        guard case .store? = failure else { Issue.record("\(String(describing: failure))"); return }
        #expect(try Kept(client) == before)
        try mend(client.store)
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
        #expect(try Kept(client).states[AccountSync.Key.state] != before.states[AccountSync.Key.state])
    }

    @Test(
        "J-31: a page of a walk and the position after it are stored together or not at all",
        arguments: breaks.prefix(2))
    func pages(place: String) async throws {
        let client = try Client()
        client.server.put((0..<8).map { .remote(id: "x\($0)", at: 100 + $0) })
        tell(client)
        // The inbox is read first, so that only the walk meets the third.
        client.server.setWalkPage(1)
        try await client.sync.readFirst()
        try breakWrites(place, client.store)
        var before = try Kept(client)
        await #expect(throws: AccountSync.Failure.self) {
            while try await client.sync.fetchMore(bodies: false) { before = try Kept(client) }
        }
        #expect(try Kept(client) == before)
        #expect(before.messages[RemoteID("c")] == nil)
        try mend(client.store)
        try await client.sync.once(bodies: false)
        #expect(try client.differences() == [])
    }

    @Test("J-37: changes told again, from any earlier state, change nothing", arguments: 0..<12)
    func again(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        let server = ModelServer()
        server.put((0..<12).map { MailRandom.message($0, threads: 5, &random) })
        let client = try Client(server)
        try await client.sync.once(bodies: false)
        let account = client.account.id
        var states: [String?] = []
        for _ in 0..<8 {
            states.append(try Kept(client).states[AccountSync.Key.state] ?? nil)
            for _ in 0..<random.int(1..<5) {
                let number = random.int(0..<16)
                if random.chance(25) {
                    server.remove("m\(number)")
                } else {
                    server.put(MailRandom.message(number, threads: 5, &random))
                }
            }
            if random.chance(30) { server.put(RemoteMailbox(id: RemoteID("box"), name: "Box \(seed)", role: nil)) }
            if random.chance(20) { server.remove(mailbox: "box") }
            // What the user does meanwhile is not undone by hearing of older changes again.
            if random.chance(40), let some = server.messages.keys.sorted().first {
                _ = try await client.perform(random.chance(50) ? .star : .unstar, on: some.rawValue)
                if random.chance(50) { _ = try await client.sender.sendAll() }
            }
            try await client.sync.catchUp()
            let once = try Kept(client)
            let earlier = random.pick(states)
            try client.store.writeNow { try $0.setSyncState(earlier, key: AccountSync.Key.state, account: account) }
            try await client.sync.catchUp()
            #expect(try Kept(client) == once)
        }
        try await client.settle()
        #expect(try client.differences() == [])
    }

    @Test("in an account with folders, a move that waits shows mail in one folder, wherever others move it meanwhile")
    func movedMeanwhile() async throws {
        let server = ModelServer()
        server.setTakesWhole()
        server.put(.remote(id: "a"))
        let client = try Client(server, hasLabels: false)
        try await client.sync.once(bodies: false)
        try await client.perform(.archive, on: "a")
        server.edit("a") { $0.mailboxes = [RemoteID("work")] }
        try await client.sync.catchUp()
        #expect(try client.shown()[RemoteID("a")]?.mailboxes == [RemoteID("archive")])
        // The first move is taken out of the queue, and the second is about mail in another folder now.
        try await client.perform(.trash, on: "a")
        let first = try #require(try client.actions().first)
        try await client.store.write { try $0.drop(first.id) }
        #expect(try client.shown()[RemoteID("a")]?.mailboxes == [RemoteID("trash")])
        try await client.settle()
        #expect(server.messages[RemoteID("a")]?.mailboxes == [RemoteID("trash")])
        #expect(try client.differences() == [])
    }
}
