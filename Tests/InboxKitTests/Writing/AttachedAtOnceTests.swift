import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

/// A command may be killed after it has stored its files and before it has saved the message.
@Suite("Files of a message that is saved next")
struct AttachedAtOnceTests {
    /// How the bytes get here.
    enum Way: CaseIterable { case whole, pieces }

    private func attach(_ way: Way, _ client: Client, isAtOnce: Bool = true) async throws -> MessageFile {
        let (session, account) = (client.session(), client.account.id)
        switch way {
        case .whole:
            let file = RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1, 2])
            return try await session.attach(file, account: account, isAtOnce: isAtOnce)
        case .pieces:
            return try await session.attach(
                named: "a.txt", type: "text/plain", size: 2, account: account, isAtOnce: isAtOnce
            ) { range in range.map { UInt8($0) } }
        }
    }

    private func tidy(_ client: Client, after hours: Double) async {
        await MailSession.tidy(client.store, nil, now: Date().addingTimeInterval(hours * 3_600))
    }

    private func isHere(_ file: MessageFile, _ client: Client) throws -> Bool {
        try client.store.read { try $0.upload(#require(file.localID)) != nil }
    }

    @Test("without the message nothing is uploaded, and they are gone a day later", arguments: Way.allCases)
    func killed(way: Way) async throws {
        let client = try await Client.synced()
        let file = try await attach(way, client)
        #expect(try client.actions().isEmpty)
        try await client.settle()
        #expect(client.server.calls("upload").isEmpty)
        await tidy(client, after: 23)
        #expect(try isHere(file, client))
        await tidy(client, after: 25)
        #expect(try !isHere(file, client))
    }

    @Test("those of an open composer stay for a week", arguments: Way.allCases)
    func composer(way: Way) async throws {
        let client = try await Client.synced()
        let file = try await attach(way, client, isAtOnce: false)
        await tidy(client, after: 6 * 24)
        #expect(try isHere(file, client) && client.actions().count == 1)
        await tidy(client, after: 8 * 24)
        #expect(try !isHere(file, client) && client.actions().isEmpty)
    }

    @Test("with the message they are uploaded before it, and stay as long as it waits", arguments: Way.allCases)
    func saved(way: Way) async throws {
        let client = try await Client.synced()
        let file = try await attach(way, client)
        let content = DraftContent(to: [.person("bo")], subject: "One", body: MessageBody(plain: "a"), files: [file])
        _ = try await client.session().send(content, account: client.account.id)
        #expect(try client.actions().map(\.command) == [.uploadFile, .saveDraft, .sendDraft])
        await tidy(client, after: 30 * 24)
        #expect(try isHere(file, client))
        try await client.settle()
        #expect(client.server.calls("upload").count == 1 && client.server.orders.sentInAll == 1)
    }
}
