import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("W-4: a server's preview of hidden text")
struct HiddenPreviewTests {
    private static let server: ModelServer = {
        let server = ModelServer()
        var message = RemoteMessage.remote(id: "m", subject: "Offer")
        message.snippet = "CANARY Shown words"
        message.body = MessageBody(html: "<div style=\"display:none\">CANARY</div><p>Shown words")
        server.put(message)
        return server
    }()

    private static func session(_ folder: TemporaryFolder) async throws -> (MailSession, Account) {
        let session = try MailSession(home: Home(directory: folder.path)) { _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        return (session, account)
    }

    private static func found(_ session: MailSession, _ account: Account) throws -> (
        message: Message, canary: [MessageID]
    ) {
        try session.store.read { reader in
            let message = try #require(try reader.message(RemoteID("m"), account: account.id))
            let query = MessageQuery(predicate: MailQuery("canary").predicate, sort: .newestFirst)
            return (message, try reader.messages(query, limit: 10).map(\.id))
        }
    }

    @Test("is shown until the body is fetched, and then neither found nor restored")
    func replaced() async throws {
        let folder = try TemporaryFolder()
        let (session, account) = try await Self.session(folder)
        #expect(await session.syncOnce(account, bodies: false).failure == nil)
        let before = try Self.found(session, account)
        #expect(before.message.snippet == "CANARY Shown words")
        _ = try await session.body(of: before.message)
        #expect(try Self.found(session, account).message.snippet == "Shown words")
        // Reported again without its text.
        Self.server.edit("m") { $0.keywords.insert(.flagged) }
        #expect(await session.syncOnce(account, bodies: false).failure == nil)
        let after = try Self.found(session, account)
        #expect(after.message.snippet == "Shown words" && after.message.keywords.contains(.flagged))
        #expect(after.canary.isEmpty)
    }

    @Test("is not kept if the body comes with the sync")
    func synced() async throws {
        let folder = try TemporaryFolder()
        let (session, account) = try await Self.session(folder)
        #expect(await session.syncOnce(account, bodies: true).failure == nil)
        let found = try Self.found(session, account)
        #expect(found.message.snippet == "Shown words" && found.canary.isEmpty)
    }
}
