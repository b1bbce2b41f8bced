import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Headers fetched with a body", .timeLimit(.minutes(10)))
struct FetchedHeadersTests {
    @Test("fetching a body adds the In-Reply-To and List-Id headers that the list lacked")
    func answers() async throws {
        let server = ModelServer()
        server.put(.remote(id: "m", body: "Text"))
        let folder = try TemporaryFolder()
        let session = try MailSession(home: Home(directory: folder.path)) { _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        #expect(await session.syncOnce(account, bodies: false).failure == nil)
        func message() throws -> Message {
            try #require(try session.store.read { try $0.message(RemoteID("m"), account: account.id) })
        }
        #expect(try message().inReplyToHeader == nil && message().listID == nil)
        server.edit("m") { ($0.inReplyToHeader, $0.listID) = ("<a@example.test>", "dev.example.test") }
        _ = try await session.body(of: message())
        #expect(try message().inReplyToHeader == "<a@example.test>" && message().listID == "dev.example.test")
    }
}
