import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

extension AccountRunnerTests {
    @Test("J-31, J-61: with the next news, the outbox learns that a held message was taken back elsewhere")
    func takenBackElsewhere() async throws {
        let client = try await Client.synced()
        client.server.orders.longest = .seconds(86_400)
        let content = DraftContent(to: [.person("bo")], subject: "Later", body: MessageBody(plain: "Text"))
        let draft = try await client.session().save(content, account: client.account.id)
        let (now, due) = (client.now, client.now.addingTimeInterval(3_600))
        try await client.store.write { _ = try $0.sendDraft(draft, due: due, now: now) }
        try await running(client, ManualClock()) { _ in
            await until(client) { $0.phase == .live }
            try await client.store.until { try $0.actions().contains { $0.state == .held } }
            client.server.orders.cancelAll()
            client.server.put(.remote(id: "news"))
            // News that was read before the server answered may come after it: it then counts until the next is read.
            try await client.store.until { reader in
                let isQueued = try reader.actions().contains { $0.command == .sendDraft }
                return try !isQueued && reader.draft(draft)?.content.subject == "Later"
            }
        }
        #expect(client.server.orders.sentInAll == 0)
    }

    @Test("J-31: identities that change on the server while the client runs are offered, without a new connection")
    func identities() async throws {
        let client = try await Client.synced()
        let session = client.session()
        #expect(session.serverIdentities() == [])
        try await running(client, ManualClock()) { _ in
            await until(client) { $0.phase == .live }
            client.server.setIdentities([Identity(name: "Ann", email: "sales@home.test")])
            let account = client.account
            // They are stored after the news that came with them, without a commit that anyone would hear of. The first news may
            // be met before the client waits for any.
            for number in 0..<3 {
                client.server.put(.remote(id: "news\(number)"))
                try await client.store.until { try $0.message(RemoteID("news\(number)"), account: account.id) != nil }
            }
            #expect(try client.store.read { try !$0.serverIdentities(of: account).isEmpty })
        }
        #expect(session.serverIdentities().map(\.email) == ["sales@home.test"])
    }
}
