import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxKit

/// gpg and gpgsm may wait for a passphrase for minutes, and what they sealed then is the text from before.
@Suite("Drafts that change while they are signed or encrypted")
struct ChangedWhileSealedTests {
    enum Change: CaseIterable { case text, blanks, recipient, another, twice }

    private let bytes = Array("sealed".utf8)

    private func content(_ seal: DraftSeal?, text: String = "Text", to name: String = "bo") -> DraftContent {
        DraftContent(to: [.person(name)], subject: "One", body: MessageBody(plain: text), seal: seal)
    }

    private func change(_ change: Change, _ id: MessageID, _ seal: DraftSeal, _ client: Client) async throws {
        let account = client.account.id
        let window = DraftWriter(name: "window", seen: try client.session().draft(id)?.writer)
        switch change {
        case .text:
            _ = try await client.session().save(content(seal, text: "New"), as: id, writer: window, account: account)
        case .blanks:
            _ = try await client.session().save(content(seal, text: "Text\n"), as: id, writer: window, account: account)
        case .recipient:
            _ = try await client.session().save(content(seal, to: "cy"), as: id, writer: window, account: account)
        case .another:
            _ = try await client.session().save(content(nil), as: id, writer: window, account: account)
        case .twice:
            for text in ["New", "Text"] {
                try await client.session().save(content(seal, text: text), as: id, writer: window, account: account)
            }
        }
    }

    @Test(
        "nothing is sent in the older form, whoever writes the newer", arguments: DraftSeal.allCases, Change.allCases)
    func here(seal: DraftSeal, change: Change) async throws {
        let client = try await Client.synced()
        let session = client.session()
        // The window was the last to write, and goes on.
        let window = DraftWriter(name: "window", seen: nil)
        let id = try await session.save(content(seal), writer: window, account: client.account.id)
        let sealed = try session.sealed(bytes, id)
        try await self.change(change, id, seal, client)
        await #expect(throws: SessionError.action(.changedWhileSealed)) { try await session.send(id, sealed: sealed) }
        #expect(try !client.actions().contains { $0.command == .sendDraft })
        try await client.settle()
        #expect(client.server.orders.sentInAll == 0)

        // Sealed once more, the newer text leaves.
        guard change != .another else { return }
        try await session.send(id, sealed: session.sealed(bytes, id))
        try await client.settle()
        #expect(client.server.orders.sentInAll == 1)
    }

    @Test("nor is it if another client saved over it", arguments: [false, true])
    func elsewhere(givesNewIDs: Bool) async throws {
        let client = try await Client.synced()
        if givesNewIDs { client.server.setGivesNewDraftIDs() }
        let session = client.session()
        let id = try await session.save(content(DraftSeal(.openpgp)), account: client.account.id)
        try await client.settle()
        let sealed = try session.sealed(bytes, id)
        var theirs = try #require(client.server.drafts.first)
        theirs.body = MessageBody(plain: "theirs")
        if givesNewIDs {
            client.server.remove(theirs.id.rawValue)
            theirs.id = RemoteID("theirs")
        } else {
            theirs.version = (theirs.version ?? 0) + 1
        }
        client.server.put(theirs)
        try await client.sync.catchUp()
        await #expect(throws: SessionError.action(.changedWhileSealed)) { try await session.send(id, sealed: sealed) }
        #expect(try client.actions().isEmpty && client.differences() == [])
    }

    @Test("a save of its own that arrives meanwhile is no change", arguments: [false, true])
    func ownSave(givesNewIDs: Bool) async throws {
        let client = try await Client.synced()
        if givesNewIDs { client.server.setGivesNewDraftIDs() }
        let session = client.session()
        var id = try await session.save(content(DraftSeal(.openpgp)), account: client.account.id)
        for _ in 0..<2 {
            let sealed = try session.sealed(bytes, id)
            try await client.settle()
            // The server sends back what it made of the text.
            client.server.edit(try #require(client.server.drafts.first).id.rawValue) {
                $0.body = MessageBody(html: "<p>Text</p>")
            }
            try await client.sync.once(bodies: true)
            let action = try await session.send(id, sealed: sealed, after: .seconds(600))
            try await session.discard(action)
            id = try await session.save(content(DraftSeal(.openpgp)), as: id, account: client.account.id)
        }
    }
}
