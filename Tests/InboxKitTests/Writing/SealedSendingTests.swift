import Foundation
import InboxModel
import InboxRemote
import MailContent
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

@Suite("Sending signed or encrypted mail", .timeLimit(.minutes(10)))
struct SealedSendingTests {
    private let bytes = Array("sealed".utf8)
    private let encrypted = DraftSeal(.openpgp, encrypts: true)

    private func content(_ seal: DraftSeal?, files: [MessageFile] = []) -> DraftContent {
        DraftContent(
            to: [.person("bo")], bcc: [.person("cy")], subject: "One", body: MessageBody(plain: "Text"), files: files,
            seal: seal)
    }

    private func file(_ client: Client, uploads: Bool = true) async throws -> MessageFile {
        let upload = RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [1])
        return try await client.session().attach(upload, account: client.account.id, uploads: uploads)
    }

    @Test("a draft to encrypt and its files reach no server until its sealed form is sent, once")
    func encrypted() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let file = try await file(client, uploads: false)
        let id = try await session.save(content(encrypted, files: [file]), account: client.account.id)
        try await session.save(content(encrypted, files: [file]), as: id, account: client.account.id)
        try await client.settle()
        #expect(client.server.calls("save").isEmpty && client.server.calls("upload").isEmpty)
        #expect(try session.draft(id)?.content.seal == encrypted)
        #expect(session.draftsOnlyHere(of: client.account.id) == 1)

        let composed = try await session.composed(id, at: client.now)
        #expect(composed.files.map(\.content) == [[1]] && composed.bcc.isEmpty)
        try await session.send(id, sealed: session.sealed(bytes, id))
        try await client.settle()
        #expect(client.server.calls("resend").map(\.subject) == ["sealed"] && client.server.calls("save").isEmpty)
        #expect(client.server.orders.sentInAll == 1)
        let sent = try #require(try session.message(id))
        #expect(!sent.isDraft && sent.remoteID != nil && session.draftsOnlyHere(of: client.account.id) == 0)
        #expect(try client.actions().isEmpty && client.differences() == [])
    }

    @Test("files from another account's server are fetched for an encrypted draft and not uploaded")
    func filesFromElsewhere() async throws {
        let pair = try await AccountPair(.remote(id: "m", files: ["plan.txt"]))
        let session = pair.session
        try await session.signInAgain(pair.a.account, secret: "known")
        let message = try #require(try pair.a.message("m"))
        for uploads in [false, true] {
            let files = try await session.files(
                message.files, of: message, for: pair.b.account.id, uploads: uploads)
            #expect(files.count == 1 && files.allSatisfy { $0.localID != nil })
            #expect(try pair.b.actions().count == (uploads ? 1 : 0))
        }
    }

    @Test("a saved draft is removed from its server once it is to be encrypted, and its files stay here")
    func leavesServer() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let file = try await file(client)
        let id = try await session.save(content(nil, files: [file]), account: client.account.id)
        try await client.settle()
        #expect(!client.server.drafts.isEmpty)
        let files = try #require(try session.draft(id)).content.files
        let new = try await session.save(content(encrypted, files: files), as: id, account: client.account.id)
        try await client.settle()
        #expect(new != id && client.server.drafts.isEmpty)
        #expect(try session.draft(id) == nil && session.draft(new)?.content.body.plain == "Text")
        #expect(try await session.composed(new, at: client.now).files.map(\.content) == [[1]])
        #expect(client.server.calls("save").count == 1)
    }

    @Test("a draft's queued uploads and saves are cancelled once it is to be encrypted")
    func takenOut() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let file = try await file(client)
        let id = try await session.save(content(nil, files: [file]), account: client.account.id)
        #expect(try client.actions().count == 2)
        let same = try await session.save(content(encrypted, files: [file]), as: id, account: client.account.id)
        #expect(try same == id && client.actions().isEmpty)
        // And back again.
        try await session.save(content(nil, files: [file]), as: id, account: client.account.id)
        try await client.settle()
        #expect(client.server.calls("save").count == 1 && client.server.calls("upload").count == 1)
    }

    @Test("a draft to be sealed is never sent without a seal, nor with the seal of an older text")
    func neverOpen() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let id = try await session.save(content(DraftSeal(.openpgp)), account: client.account.id)
        try await session.send(id, sealed: session.sealed(bytes, id), after: .seconds(600))
        try await session.save(content(DraftSeal(.openpgp)), as: id, account: client.account.id)
        try await session.send(id)
        try await client.settle()
        #expect(client.server.calls("send").isEmpty && client.server.calls("resend").isEmpty)
        let order = try #require(try client.actions().first { $0.command == .sendDraft })
        #expect(order.state == .stopped && order.lastError?.contains("signed or encrypted") == true)
    }

    @Test("a signed draft is saved like others, and that copy is removed on sending", arguments: [false, true])
    func signed(givesNewIDs: Bool) async throws {
        let client = try await Client.synced()
        if givesNewIDs { client.server.setGivesNewDraftIDs() }
        let session = client.session()
        let id = try await session.save(content(DraftSeal(.openpgp)), account: client.account.id)
        try await client.settle()
        #expect(client.server.calls("save").count == 1)
        try await session.send(id, sealed: session.sealed(bytes, id))
        try await client.settle()
        #expect(client.server.orders.sentInAll == 1 && client.server.calls("send").isEmpty)
        #expect(client.server.drafts.isEmpty)
        #expect(try session.message(id)?.isDraft == false)
    }

    @Test("a sealed message scheduled for later waits here, whatever the server holds")
    func later() async throws {
        let client = try await Client.synced()
        client.server.setGivesNewDraftIDs()
        client.server.orders.longest = .seconds(86_400)
        let session = client.session()
        let id = try await session.save(content(DraftSeal(.openpgp)), account: client.account.id)
        let (now, due) = (client.now, client.now.addingTimeInterval(3_600))
        let sealed = try session.sealed(bytes, id)
        _ = try await client.store.write { try $0.sendDraft(id, sealed: sealed, due: due, now: now) }
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.keptInAll == 0 && client.server.calls("resend").isEmpty)
        client.wait(3_700)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1)
    }

    @Test("S-1, S-2: a lost answer is asked for, and it is sent once", arguments: [true, false])
    func lost(isKilled: Bool) async throws {
        let client = try await Client.synced()
        client.server.setGivesNewDraftIDs()
        let session = client.session()
        let id = try await session.save(content(DraftSeal(.openpgp)), account: client.account.id)
        try await client.settle()
        try await session.send(id, sealed: session.sealed(bytes, id))
        let lane = try await client.hold("resend")
        if isKilled {
            let account = client.account.id
            try await client.store.write { try $0.recoverInterrupted(account: account) }
        } else {
            await lane.bury()
        }
        try await client.settle()
        #expect(client.server.calls("resend").count == 1 && client.server.orders.sentInAll == 1)
        #expect(client.server.drafts.isEmpty)
        #expect(try session.message(id)?.isDraft == false && client.differences() == [])
        await lane.bury()
    }

    @Test("after a lost answer, an open copy that the server still has among the drafts is removed")
    func openCopy() async throws {
        let client = try await Client.synced()
        client.server.setGivesNewDraftIDs()
        let session = client.session()
        let id = try await session.save(content(DraftSeal(.openpgp)), account: client.account.id)
        try await client.settle()
        let copy = try #require(client.server.drafts.first)
        try await session.send(id, sealed: session.sealed(bytes, id))
        let lane = try await client.hold("resend")
        // It sent the message, and stumbled before it deleted the draft.
        client.server.put(copy)
        await lane.bury()
        try await client.settle()
        #expect(client.server.orders.sentInAll == 1 && client.server.drafts.isEmpty)
        #expect(try session.message(id)?.isDraft == false && client.differences() == [])
    }

    @Test("S-1, S-10: an open order is asked about even if the clock is set back to before its time")
    func clockBack() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let id = try await session.save(content(DraftSeal(.openpgp)), account: client.account.id)
        try await client.settle()
        let (now, due) = (client.now, client.now.addingTimeInterval(10))
        let sealed = try session.sealed(bytes, id)
        _ = try await client.store.write { try $0.sendDraft(id, sealed: sealed, due: due, now: now) }
        client.wait(20)
        await (try await client.hold("resend")).bury()
        client.wait(-3_600)
        // Sending another message first asks about the open order.
        _ = try await client.session().send(content(nil), account: client.account.id)
        for _ in 0..<4 {
            client.wait(1_200)
            _ = try await client.sender.sendAll()
        }
        try await client.settle()
        #expect(client.server.calls("resend").count == 1 && client.server.orders.sentInAll == 2)
    }

    @Test("a discarded draft is still to be encrypted when restored, in the same way", arguments: SealKind.allCases)
    func comesBack(kind: SealKind) async throws {
        let client = try await Client.synced()
        let session = client.session()
        let seal = DraftSeal(kind, encrypts: true)
        let id = try await session.save(content(seal), account: client.account.id)
        #expect(session.draftsOnlyHere(of: client.account.id) == 1)
        _ = try await session.discardDraft(id)
        let version = try #require(try session.discardedDrafts().first)
        let back = try #require(try await session.restoreDraft(version.id))
        #expect(try session.draft(back)?.content.seal == seal)
        try await client.settle()
        #expect(client.server.calls("save").isEmpty)
    }

    @Test("a draft to be sealed with S/MIME is not sent by itself, nor with what OpenPGP made of it before")
    func otherKind() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let id = try await session.save(content(DraftSeal(.openpgp)), account: client.account.id)
        try await session.send(id, sealed: session.sealed(bytes, id), after: .seconds(600))
        let new = try await session.save(
            content(DraftSeal(.smime, encrypts: true)), as: id, account: client.account.id)
        try await session.send(new)
        try await client.settle()
        #expect(client.server.calls("send").isEmpty && client.server.calls("resend").isEmpty)
        #expect(client.server.calls("save").isEmpty)
        #expect(try client.actions().first { $0.command == .sendDraft }?.state == .stopped)
    }
}
