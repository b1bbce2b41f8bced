import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Sending past an unreadable action")
struct UnreadableActionTests {
    private let client: Client

    init() async throws {
        client = try await Client.synced(.remote(id: "m"), .remote(id: "n"))
        try await client.perform(.archive, on: "m")
        try await client.perform(.star, on: "n")
    }

    private func damage(_ sql: String) throws { try client.store.writeNow { try $0.database.run(sql) } }
    private func session(_ log: SessionLog? = nil) -> MailSession {
        MailSession(store: client.store, log: log) { [server = client.server] _, _ in ScriptedService(server) }
    }

    @Test("the others are sent; discarding it restores the server's state")
    func sendsTheRest() async throws {
        let id = try #require(try client.actions().first?.id)
        try damage("UPDATE actionEdit SET patch = 'torn' WHERE action = \(id.rawValue)")
        _ = try await client.sender.sendAll()
        #expect(client.server.messages[RemoteID("n")]?.keywords.contains(.flagged) == true)
        #expect(client.server.calls("update").count == 1)
        #expect(try client.actions().map(\.state) == [.unreadable, .sent])
        let session = session()
        await #expect(throws: SessionError.action(.unreadable)) { try await session.retry(id) }
        #expect(try session.deeds().first?.trouble?.id == id)
        try await session.discard(id)
        try await client.settle()
        #expect(try client.actions().isEmpty)
        #expect(try client.differences() == [])
    }

    @Test("it is logged once and listed from the start")
    func logged() throws {
        try damage("UPDATE action SET command = 'enfold' WHERE command = 'archive'")
        let folder = try TemporaryFolder()
        let log = SessionLog(path: folder.path + "/maraca.log")
        for _ in 0..<2 { #expect(try session(log).actions().map(\.state) == [.unreadable, .waiting]) }
        let text = try String(contentsOfFile: folder.path + "/maraca.log", encoding: .utf8)
        #expect(text.split(separator: "\n").count == 1)
        #expect(text.hasSuffix("(unreadable) can't be read, and is kept aside\n"))
    }
}
