import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Reading anew what a server has forgotten to report")
struct ReadingAnewTests {
    @Test("when the server forgets the state, a resync drops deleted mail", arguments: 0..<14)
    func tooOld(failing: Int) async throws {
        let client = try Client(ModelServer.filled(40))
        client.server.setWalkPage(11)
        try await client.sync.once(bodies: false)
        try await client.perform(.star, on: "m3")
        client.server.remove("m1")
        client.server.edit("m2") { $0.keywords.formSymmetricDifference([.seen]) }
        client.server.put(.remote(id: "new"))
        client.server.remove(mailbox: "home")
        client.server.forgetChanges()
        let start = client.server.calls.count
        client.server.setFault { $0.number == start + failing ? .before(.unreachable) : nil }
        for _ in 0..<3 { try? await client.sync.once(bodies: false) }
        client.server.setFault { _ in nil }
        try await client.sync.once(bodies: false)
        #expect(try client.message("m1") == nil)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
        #expect(try client.store.read { try $0.mailboxes() }.allSatisfy { $0.remoteID != RemoteID("home") })
    }

    /// Where a page of the walk begins; the first is asked for without a position.
    private func place(_ subject: String) -> Int { Int(subject) ?? 0 }

    @Test("J-35: an interrupted resync resumes where it failed and deletes nothing until its end", arguments: 2..<8)
    func readingAnewBreaks(failing: Int) async throws {
        let client = try Client(ModelServer.filled(40))
        client.server.setWalkPage(11)
        try await client.sync.once(bodies: false)
        let kept = try client.store.read { try $0.messageCount(account: client.account.id) }
        client.server.remove("m1")
        client.server.forgetChanges()
        let start = client.server.calls.count
        // From then on, since a single page that was asked for ahead and failed is asked for again.
        client.server.setFault { $0.number >= start + failing ? .before(.unreachable) : nil }
        await #expect(throws: AccountSync.Failure.self) { try await client.sync.once(bodies: false) }
        // Deletions are known only at the end of the walk.
        #expect(try client.store.read { try $0.messageCount(account: client.account.id) } == kept)
        let failed = client.server.calls[(start + failing)...].filter { $0.name == "threads" }.map { place($0.subject) }
        client.server.setFault { _ in nil }
        let before = client.server.calls.count
        try await client.sync.once(bodies: false)
        let after = client.server.calls[before...].filter { $0.name == "threads" }.map { place($0.subject) }
        // Which call of those that are made at the same time comes first, is not said.
        if failing > 4, let failed = failed.min() {
            let first = try #require(after.first)
            #expect(after.contains(failed), "it asks for the page that failed")
            #expect(first >= failed, "it asks for no page before it")
        }
        #expect(try client.message("m1") == nil)
        #expect(try client.differences() == [])
    }

    @Test("J-35: the walk that finds deleted mail resumes where it failed", arguments: 0..<4)
    func comparingBreaks(page: Int) async throws {
        let client = try Client(ModelServer.filled(40))
        client.server.setWalkPage(4)
        try await client.sync.once(bodies: false)
        client.server.remove("m1")
        client.server.forgetChanges()
        let asked = Mutex((drafts: 0, pages: 0, failed: ""))
        client.server.setFault { call in
            asked.withLock { asked in
                if call.name == "drafts" { asked.drafts += 1 }
                // The first time is at the end of the walk over all mail.
                guard call.name == "threads", asked.drafts == 2 else { return nil }
                asked.pages += 1
                guard asked.pages == page + 1 else { return nil }
                asked.failed = call.subject
                return .before(.unreachable)
            }
        }
        await #expect(throws: AccountSync.Failure.self) { try await client.sync.once(bodies: false) }
        let walked = client.server.calls("threads").count
        let failed = asked.withLock(\.failed)
        client.server.setFault { _ in nil }
        try await client.sync.once(bodies: false)
        // After the last page of the walk over all mail. Pages that are asked for in advance may be asked for in another order, and one that
        // was asked for when the first walk failed may arrive only now.
        let after = client.server.calls("threads").map(\.subject).dropFirst(walked + 1)
        #expect(after.map(place).min() == place(failed))
        #expect(try client.message("m1") == nil)
        #expect(try client.differences() == [])
        let left = try client.store.read { reader in
            try (
                reader.unmetMessages(account: client.account.id),
                reader.syncState(AccountSync.Key.comparing, account: client.account.id)
            )
        }
        #expect(left.0.isEmpty && left.1 == nil)
    }

    @Test("J-35: a resync that fails before its walk still runs, though the server knows the state again")
    func readingAnewForgotten() async throws {
        let client = try Client(ModelServer.filled(40))
        try await client.sync.once(bodies: false)
        client.server.setFault { call in
            switch call.name {
            case "changes": .before(RemoteError(.stateTooOld, call: "changes"))
            case "mailboxes": .before(.unreachable)
            default: nil
            }
        }
        await #expect(throws: AccountSync.Failure.self) { try await client.sync.once(bodies: false) }
        client.server.setFault { _ in nil }
        try await client.sync.once(bodies: false)
        let account = client.account.id
        #expect(try client.store.read { try $0.syncState(AccountSync.Key.reading, account: account) } == nil)
        #expect(try client.differences() == [])
    }

    @Test("J-35: a server that suddenly lists no mailboxes takes none away, nor what is queued for them")
    func noMailboxes() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.perform(.archive, on: "m")
        let before = try client.shown()
        for mailbox in client.server.mailboxes.keys { client.server.remove(mailbox: mailbox.rawValue) }
        client.server.forgetChanges()
        await #expect(throws: AccountSync.Failure.self) { try await client.sync.once(bodies: false) }
        #expect(try client.shown() == before && client.actions().count == 1)
    }

    @Test("unsent actions survive a resync")
    func pendingSurvives() async throws {
        let client = try await Client.synced(.remote(id: "m", unread: true))
        try await client.perform(.shake, on: "m")
        client.server.forgetChanges()
        try await client.sync.once(bodies: true)
        #expect(try client.message("m")?.isUnread == false)
        #expect(try client.actions().count == 1)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("a resync requests no text that is here already")
    func texts() async throws {
        let server = ModelServer()
        server.put((0..<60).map { .remote(id: "m\($0)", at: -$0, body: "text \($0)") })
        let client = try Client(server, dialect: .jmap)
        try await client.sync.once(bodies: true)
        server.put(.remote(id: "new", at: 60, body: "news"))
        server.forgetChanges()
        let before = server.calls.count
        try await client.sync.once(bodies: true)
        let asked = server.calls[before...]
        #expect(!asked.contains { $0.name == "messages" })
        #expect(asked.filter { $0.name == "message" }.map(\.subject) == ["new"])
        #expect(try client.store.read { try $0.messagesWithoutBody(account: client.account.id, limit: 1) }.isEmpty)
        #expect(try client.differences() == [])
        let account = client.account.id
        #expect(try client.store.read { try $0.syncState(AccountSync.Key.bodies, account: account) } == "done")
    }
}
