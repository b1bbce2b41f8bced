import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("What servers are told of whole threads", .timeLimit(.minutes(10)))
struct KnownThreadsTests {
    private func known(_ client: Client, _ ids: String...) throws -> KnownThreads? {
        let messages = try ids.compactMap { try client.message($0)?.id }
        return try client.store.read { try $0.knownThreads(of: messages, account: client.account.id) }
    }

    @Test("the threads of the messages have all their messages, with the marks that the server last told")
    func marks() async throws {
        let client = try await Client.synced(
            .remote(id: "a1", thread: "a", unread: true, at: 1), .remote(id: "a2", thread: "a", in: ["sent"], at: 2),
            .remote(id: "a3", thread: "a", draft: true, in: ["drafts"], at: 3), .remote(id: "b1", thread: "b", at: 4))
        try await client.perform(.shake, on: "a1")
        #expect(try client.message("a1")?.isUnread == false)
        let known = try #require(try known(client, "a1"))
        #expect(known.threads.keys.sorted() == [RemoteID("a")] && known.sent == [RemoteID("sent")])
        #expect(
            known.threads[RemoteID("a")] == [
                .init(id: RemoteID("a1"), keywords: [], mailboxes: [RemoteID("inbox")]),
                .init(id: RemoteID("a2"), keywords: [.seen], mailboxes: [RemoteID("sent")]),
                .init(id: RemoteID("a3"), keywords: [.seen, .draft], mailboxes: [RemoteID("drafts")]),
            ])
        #expect(
            try known.state == client.store.read { try $0.syncState(AccountSync.Key.state, account: client.account.id) }
        )
    }

    @Test("nothing is said while mail of a thread may be missing here")
    func missing() async throws {
        let client = try await Client.synced(.remote(id: "a1", thread: "a"))
        for (key, value) in [
            (AccountSync.Key.threads, "7"), (AccountSync.Key.leftOut, "1f"), (AccountSync.Key.appeared + "work", ""),
        ] {
            let before = try client.store.read { try $0.syncState(key, account: client.account.id) }
            try client.store.writeNow { try $0.setSyncState(value, key: key, account: client.account.id) }
            #expect(try known(client, "a1") == nil, "\(key)")
            try client.store.writeNow { try $0.setSyncState(before, key: key, account: client.account.id) }
            #expect(try known(client, "a1") != nil)
        }
    }

    @Test("of many messages, those of a thread are asked for together")
    func together() async throws {
        let server = ModelServer()
        server.setChangesThreads()
        server.put(
            (0..<1_500).map { number in
                .remote(id: "m\(number)", thread: "t\(number % 500)", unread: true, at: number)
            })
        let client = try Client(server)
        try await client.sync.once(bodies: false)
        try await client.perform(.shake, on: (0..<1_500).map { "m\($0)" })
        _ = try await client.sender.sendAll()
        let asked = server.calls("update").map(\.subject)
        #expect(Set(asked).count == 1_500)
        var places: [Int: [Int]] = [:]
        for (place, id) in asked.enumerated() { places[(Int(id.dropFirst()) ?? 0) % 500, default: []].append(place) }
        #expect(places.values.allSatisfy { ($0.max() ?? 0) - ($0.min() ?? 0) <= 520 })
        #expect(try client.differences().filter { !$0.contains("queued") } == [])
    }
}
