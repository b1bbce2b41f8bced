import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Interrupted work", .timeLimit(.minutes(10)))
struct InterruptionTests {
    private static let calls = ["update", "upload", "save", "send", "resend", "createMailbox"]

    /// Makes the user do something that leads to this call.
    private func queue(_ call: String, _ client: Client) async throws {
        let account = client.account.id
        let session = client.session()
        switch call {
        case "update": try await client.perform(.star, on: "m")
        case "createMailbox": try await session.createMailbox(named: "New", account: account)
        case "resend":
            let order = RemoteSubmission(draft: RemoteID(""), recipients: [.person("bo")])
            let upload = RemoteUpload(fileName: "Hello", contentType: "message/rfc822", bytes: Array("Hello".utf8))
            _ = try await client.store.write {
                try $0.bounce(upload, order: order.detail ?? "", account: account, due: nil, now: .test(0))
            }
        default:
            let upload = RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1])
            let files = call == "upload" ? [try await session.attach(upload, account: account)] : []
            let content = DraftContent(
                to: [.person("bo")], subject: "One", body: MessageBody(plain: "One"), files: files)
            _ = try await session.send(content, account: account)
        }
    }

    @Test("S-1, S-2: a server's answer is recorded even if the account is stopped meanwhile", arguments: calls)
    func paused(call: String) async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await queue(call, client)
        let lane = try await client.hold(call)
        await lane.bury(arrives: true)
        #expect(try client.actions().allSatisfy { [.waiting, .sent].contains($0.state) })
        try await client.settle()
        #expect(client.server.calls(call).count == 1 && client.server.calls("whereabouts").isEmpty)
        #expect(client.server.orders.sentInAll <= 1)
        #expect(try client.differences() == [])
    }

    @Test("S-1, S-2: a lost answer is asked for after a stop and after a kill", arguments: calls, [true, false])
    func lost(call: String, isKilled: Bool) async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await queue(call, client)
        let lane = try await client.hold(call)
        if isKilled {
            let account = client.account.id
            try await client.store.write { try $0.recoverInterrupted(account: account) }
        } else {
            await lane.bury()
            #expect(try client.actions().allSatisfy { $0.state != .sending })
        }
        try await client.settle()
        #expect(client.server.calls(call).count == (["update", "upload"].contains(call) ? 2 : 1))
        #expect(client.server.orders.sentInAll == (["update", "createMailbox"].contains(call) ? 0 : 1))
        #expect(try client.differences() == [])
        await lane.bury()
    }
}
