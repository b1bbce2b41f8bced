import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Lost saves of changes other than the text")
struct LostSaveTests {
    /// Whether each save is a new message, or saves are numbered.
    enum Kind: CaseIterable { case newIDs, numbers }
    enum Change: CaseIterable { case sender, blanks, file }

    private func content(_ change: Change, _ step: Int, _ client: Client) async throws -> DraftContent {
        var content = DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: "One. Two."))
        switch change {
        case .sender: content.from = .person("sender \(step)")
        case .blanks: content.body.plain = "One." + String(repeating: "\n", count: step + 1) + "Two."
        case .file:
            let file = RemoteUpload(fileName: "plan \(step)", contentType: "text/plain", bytes: [1, 2])
            content.files = [try await client.session().attach(file, account: client.account.id)]
        }
        return content
    }

    @Test(
        "S-1: sender, blanks and files are those of the last save, whether or not the save before arrived",
        arguments: Kind.allCases, Change.allCases)
    func last(kind: Kind, change: Change) async throws {
        for how in 0..<8 {
            try await last(kind, change, isFirst: how & 1 > 0, arrives: how & 2 > 0, again: how & 4 > 0)
        }
    }

    private func last(_ kind: Kind, _ change: Change, isFirst: Bool, arrives: Bool, again: Bool) async throws {
        let server = ModelServer()
        if kind == .newIDs { server.setGivesNewDraftIDs() }
        let client = try Client(server, dialect: kind == .newIDs ? .jmap : .inbox)
        try await client.sync.once(bodies: false)
        let (session, account) = (client.session(), client.account.id)
        var draft: MessageID?
        if !isFirst {
            draft = try await session.save(try await content(change, 0, client), account: account)
            try await client.settle()
        }
        server.setFault { $0.name == "save" ? (arrives ? .after(.unreachable) : .before(.unreachable)) : nil }
        draft = try await session.save(try await content(change, 1, client), as: draft, account: account)
        _ = try await client.sender.sendAll()
        server.setFault { _ in nil }
        if again { draft = try await session.save(try await content(change, 2, client), as: draft, account: account) }
        try await client.settle()

        let story: Comment = "first \(isFirst), arrives \(arrives), again \(again)"
        let saves = server.drafts
        let (save, step) = (try #require(saves.first), again ? 2 : 1)
        #expect(saves.count == 1, story)
        switch change {
        case .sender: #expect(save.from == [.person("sender \(step)")], story)
        case .blanks: #expect(save.body?.plain == "One." + String(repeating: "\n", count: step + 1) + "Two.", story)
        case .file: #expect(save.files.map(\.fileName) == ["plan \(step)"], story)
        }
        #expect(try client.differences() == [], story)
    }
}
