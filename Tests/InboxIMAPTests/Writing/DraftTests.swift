import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Drafts of an IMAP account")
struct DraftTests {
    @Test("a save takes the place of the one before", arguments: [ServerOptions.full, .bare, .gmail])
    func saves(options: ServerOptions) async throws {
        let rig = try WritingRig(options)
        let first = try await rig.service.save(rig.draft("Lunch"))
        #expect(first.keywords == [.draft, .seen])
        #expect(first.messageIDHeader == "<draft@example.test>")
        #expect(first.body?.plain?.contains("At noon?") == true)
        let second = try await rig.service.save(rig.draft("Dinner", over: first.id))
        #expect(second.subject == "Dinner")
        #expect(try await rig.service.drafts().map(\.id) == [second.id])
        #expect(try await rig.service.message(first.id) == nil)
    }

    @Test("saves of the same size within a second are told apart")
    func sameSize() async throws {
        let rig = try WritingRig()
        var draft = rig.draft()
        let first = try await rig.service.save(draft)
        (draft.id, draft.body) = (first.id, MessageBody(plain: "At nine?"))
        #expect(try await rig.service.save(draft).id != first.id)
    }

    @Test("a reply names what it answers, and blind copies stay in the draft")
    func reply() async throws {
        let rig = try WritingRig()
        let answered = try await rig.deliver("Question")[0]
        var draft = rig.draft(bcc: [MailAddress(name: "", email: "hidden@example.test")])
        (draft.inReplyTo, draft.inReplyToHeader) = (answered, "<Question@example.test>")
        let saved = try await rig.service.save(draft)
        let question = try #require(try rig.known("Question"))
        #expect(saved.bcc.map(\.email) == ["hidden@example.test"])
        #expect(saved.inReplyToHeader == "<Question@example.test>")
        #expect(saved.thread == question.thread)
        // The next save says nothing of it, and it remains a reply.
        let again = try await rig.service.save(rig.draft("Again", over: saved.id))
        #expect(again.inReplyToHeader == "<Question@example.test>")
    }

    @Test("what another program wrote into the header of a draft stays")
    func headers() async throws {
        let rig = try WritingRig()
        _ = try await rig.service.latestState()
        rig.server.deliver(
            "From: me@example.test\r\nSubject: x\r\nMessage-ID: <x@example.test>\r\nX-Priority: 1\r\n\r\nx\r\n",
            to: "Drafts", flags: ["\\Draft"])
        try await rig.service.look()
        let id = try #require(try rig.known("x")).id
        #expect(try await rig.service.othersHeaders(of: id, hiding: []).map(\.name) == ["X-Priority"])
        _ = try await rig.service.save(rig.draft(over: id))
        #expect(rig.server.mail(in: "Drafts").map { $0.text.contains("X-Priority: 1") } == [true])
    }

    @Test("files are uploaded with the draft, and taken from its older save afterwards")
    func files() async throws {
        let rig = try WritingRig()
        let bytes: [UInt8] = Array("of the harbour".utf8)
        let file = try await rig.service.upload(
            RemoteUpload(fileName: "map.bin", contentType: "application/octet-stream", bytes: bytes))
        var draft = rig.draft()
        draft.files = [file]
        let first = try await rig.service.save(draft)
        #expect(first.files.map(\.fileName) == ["map.bin"])
        (draft.id, draft.files, draft.subject) = (first.id, first.files, "Again")
        let second = try await rig.service.save(draft)
        let kept = try #require(second.files.first)
        #expect(try await rig.service.download(kept.remoteID) == bytes)
    }

    @Test("a draft whose file is gone is not saved without it")
    func lostFile() async throws {
        let rig = try WritingRig()
        var draft = rig.draft()
        draft.files = [
            MessageFile(
                remoteID: RemoteID("upload/none"), fileName: "a", contentType: "text/plain", size: 1)
        ]
        let error = await #expect(throws: RemoteError.self) { try await rig.service.save(draft) }
        #expect(error?.type == RemoteError.blobNotFound)
        #expect(rig.server.mail(in: "Drafts").isEmpty)
    }

    @Test("a save whose answer was lost is found", arguments: [false, true])
    func lostAnswer(isNew: Bool) async throws {
        var rig = try WritingRig()
        let old = isNew ? nil : try await rig.service.save(rig.draft()).id
        rig.server.script(.hangUpAfter, at: "APPEND")
        let error = await #expect(throws: RemoteError.self) {
            try await rig.service.save(rig.draft("Dinner", over: old))
        }
        #expect(error?.didNothing == false)
        try rig.restart()
        let found = try await rig.service.drafts(of: old, messageIDHeader: "<draft@example.test>")
        #expect(Set(found.map(\.subject)) == (isNew ? ["Dinner"] : ["Lunch", "Dinner"]))
    }

    @Test("a draft that another program deleted or sent is not saved over, nor deleted")
    func goneElsewhere() async throws {
        let rig = try WritingRig()
        let saved = try await rig.service.save(rig.draft())
        let there = try #require(rig.server.mail(in: "Drafts").first)
        rig.server.expunge(there.uid, from: "Drafts")
        for action in 0..<2 {
            let error = await #expect(throws: RemoteError.self) {
                if action == 0 {
                    _ = try await rig.service.save(rig.draft("Dinner", over: saved.id))
                } else {
                    try await rig.service.deleteDraft(saved.id, version: nil)
                }
            }
            #expect(error?.isNotFound == true)
        }
        #expect(rig.server.mail(in: "Drafts").isEmpty)
    }

    @Test("a deleted draft is gone", arguments: [ServerOptions.full, .bare, .gmail])
    func deletes(options: ServerOptions) async throws {
        let rig = try WritingRig(options)
        let saved = try await rig.service.save(rig.draft())
        try await rig.service.deleteDraft(saved.id, version: nil)
        #expect(try await rig.service.drafts().isEmpty)
        let left = rig.server.snapshot().values.flatMap { $0 }.filter { !$0.flags.contains("\\Deleted") }
        #expect(left.isEmpty)
    }
}
