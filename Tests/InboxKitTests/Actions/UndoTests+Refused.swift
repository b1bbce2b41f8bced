import Foundation
import InboxModel
import InboxRemote
import Synchronization
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

/// What a server refused is not undone.
extension UndoTests {
    @Test("undo skips the messages that the server refused")
    func refused() async throws {
        let client = try await Client.synced(.remote(id: "a"), .remote(id: "b"))
        client.server.setFault { $0.name == "update" && $0.subject == "a" ? .before(.refused) : nil }
        try await client.session().perform(.star, on: try threads(client, "a", "b"))
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        try await client.sync.catchUp()
        let deed = try #require(try await client.session().undo())
        #expect(deed.threads == (try threads(client, "b")))
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("a deed that was refused as a whole is neither undone nor redone")
    func refusedWhole() async throws {
        let client = try await Client.synced(.remote(id: "a"), .remote(id: "b"))
        try await client.session().perform(.star, on: try threads(client, "b"))
        try await client.session().perform(.archive, on: try threads(client, "a"))
        let archiving = try #require(try client.actions().last)
        try client.store.writeNow { try $0.refuse(archiving.id, reason: "no", now: .test(1)) }
        #expect(try client.message("a")?.mailboxes.count == 1)
        let deed = try #require(try await client.session().undo())
        #expect(deed.threads == (try threads(client, "b")))
        #expect(try await client.session().undo() == nil)
    }
}
