import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("Drafts that change their account")
struct AcrossAccountsTests {
    /// Two accounts in one store, each on its own server.
    private let mine: Client
    private let other: Client
    private let session: MailSession

    init() async throws {
        mine = try await Client.synced(.remote(id: "m", subject: "Plans", files: ["plan.pdf"]))
        other = try Client(store: mine.store, address: "you@example.test")
        try await other.sync.once(bodies: false)
        session = MailSession(store: mine.store) { _, _ in ScriptedService(ModelServer()) }
        for client in [mine, other] {
            let service = ScriptedService(client.server)
            session.running.withLock { $0.services[client.account.id] = service }
        }
    }

    private func content(files: [MessageFile] = [], answering id: MessageID? = nil) -> DraftContent {
        DraftContent(
            to: [.person("bo")], subject: "Text", body: MessageBody(plain: "Text"), files: files, inReplyTo: id)
    }

    private func attach() async throws -> MessageFile {
        try await session.attach(
            RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [7, 8]), account: mine.account.id)
    }

    private func bytes(_ id: MessageID) throws -> [[UInt8]?] {
        try mine.store.read { reader in
            try reader.draft(id)?.content.files.map { try $0.localID.flatMap(reader.upload)?.bytes } ?? []
        }
    }

    private func settle() async throws {
        for client in [mine, other] {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
    }

    enum Upload: CaseIterable { case waiting, stopped, done, saved }

    @Test("a draft that changes its account takes its files along and is sent from there", arguments: Upload.allCases)
    func files(upload: Upload) async throws {
        let file = try await attach()
        var old: MessageID?
        if upload != .done { old = try await session.save(content(files: [file]), account: mine.account.id) }
        if upload == .stopped { try await session.hold(try #require(mine.actions().first).id) }
        if upload == .saved || upload == .done { _ = try await mine.sender.sendAll() }
        if upload == .done { old = try await session.save(content(files: [file]), account: mine.account.id) }
        if upload == .saved { try await mine.sync.catchUp() }
        let new = try await session.save(content(files: [file]), as: old, account: other.account.id)
        #expect(try bytes(new) == [[7, 8]])
        try await session.send(new)
        // The original account may be signed out: only the other one is worked on.
        _ = try await other.sender.sendAll()
        #expect(other.server.messages.values.map { $0.files.map(\.fileName) } == [["a.txt"]])
        #expect(other.server.calls("upload").count == 1 && other.server.calls("send").count == 1)
        try await settle()
        #expect(mine.server.drafts.isEmpty)
        #expect(try mine.differences() == [] && other.differences() == [])
    }

    @Test("moving a draft fetches its files from the old account's server; if that fails, the draft stays")
    func remoteFiles() async throws {
        mine.server.put(
            .remote(id: "d", subject: "Text", draft: true, in: ["drafts"], at: 3, files: ["plan.pdf"], body: "Text"))
        try await mine.sync.catchUp()
        let old = try #require(try mine.message("d")).id
        let content = try #require(try session.draft(old)).content
        mine.server.setFault { $0.name == "download" ? .before(.unreachable) : nil }
        await #expect(throws: SessionError.remote(.unreachable)) {
            try await session.save(content, as: old, account: other.account.id)
        }
        #expect(try session.draft(old)?.account == mine.account.id)
        mine.server.setFault { _ in nil }
        let new = try await session.save(content, as: old, account: other.account.id)
        #expect(try bytes(new) == [Array("f-plan.pdf".utf8)])
        #expect(try session.draft(old) == nil)
    }

    @Test("a moved draft whose deletion is refused comes back with its files")
    func comesBack() async throws {
        let old = try await session.save(content(files: [try await attach()]), account: mine.account.id)
        _ = try await mine.sender.sendAll()
        try await mine.sync.catchUp()
        try await session.save(
            try #require(try session.draft(old)).content, as: old, account: other.account.id)
        mine.server.setFault { $0.name == "deleteDraft" ? .before(.refused) : nil }
        try await settle()
        #expect(try bytes(old) == [[7, 8]])
    }

    @Test("a reply from another account is its own thread and refers to the original by Message-ID only")
    func answer() async throws {
        let answered = try #require(try mine.message("m"))
        let id = try await session.save(content(answering: answered.id), account: other.account.id)
        let draft = try #require(try session.message(id))
        #expect(draft.thread != answered.thread)
        #expect(try session.thread(draft.thread)?.account == other.account.id)
        let told = try #require(try mine.store.read { try $0.remoteDraft(id) })
        #expect(told.inReplyTo == nil && told.references == ["<m@example.test>"])
        #expect(told.inReplyToHeader == "<m@example.test>")

        try await session.removeAccount(mine.account.id)
        let left = try #require(try mine.store.read { try $0.remoteDraft(id) })
        #expect(left.inReplyTo == nil && left.inReplyToHeader == "<m@example.test>")
        #expect(left.body.plain == "Text")
    }

    @Test("a reply moved to the account of its original joins the original's thread")
    func answerMoves() async throws {
        let answered = try #require(try mine.message("m"))
        let id = try await session.save(content(answering: answered.id), account: other.account.id)
        let new = try await session.save(
            try #require(try session.draft(id)).content, as: id, account: mine.account.id)
        #expect(try session.message(new)?.thread == answered.thread)
        #expect(try mine.store.read { try $0.remoteDraft(new) }?.inReplyTo == answered.remoteID)
    }
}
