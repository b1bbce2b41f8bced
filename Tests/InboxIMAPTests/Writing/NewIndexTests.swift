import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

/// As after the account's server moved, or a damage, while actions wait for it.
@Suite("An index that was made anew")
struct NewIndexTests {
    @Test("old mail that it has not read is not gone", arguments: [ServerOptions.full, .bare])
    func updates(options: ServerOptions) async throws {
        var rig = try WritingRig(options)
        let ids = try await rig.deliver("one", "two", to: "Archive")
        rig.server.expunge(2, from: "Archive")
        try rig.restartWithoutIndex()
        let star = RemoteUpdate(addKeywords: [.flagged])
        let answers = await rig.service.update([ids[0]: star, ids[1]: star])
        #expect(try answers.error(ids[0]) == nil)
        #expect(try answers.error(ids[1])?.isNotFound == true)
        #expect(rig.server.mail(in: "Archive").map { $0.flags.contains("\\Flagged") } == [true])
        // What is known to be gone is not looked for in all mail again.
        _ = await rig.service.update([ids[0]: star])
        rig.server.expunge(1, from: "Archive")
        for _ in 0..<2 { try await rig.service.look() }
        #expect(try rig.service.index.unheard(among: ids) == [ids[1]])
    }

    @Test("a message is read")
    func reads() async throws {
        var rig = try WritingRig()
        let id = try await rig.deliver("one", to: "Archive")[0]
        try rig.restartWithoutIndex()
        #expect(String(decoding: try await rig.service.rawMessage(id), as: UTF8.self) == WritingRig.mail("one"))
    }

    @Test("a draft is saved over, sent, and left once")
    func drafts() async throws {
        var rig = try WritingRig()
        let first = try await rig.service.save(rig.draft("Lunch"))
        try rig.restartWithoutIndex()
        let second = try await rig.service.save(rig.draft("Dinner", over: first.id))
        #expect(rig.subjects("Drafts") == ["Dinner"])
        let order = try await rig.order(second.id)
        try rig.restartWithoutIndex()
        let sent = try await rig.service.send(order)
        #expect(sent.leftover == nil)
        #expect(rig.server.submissions.count == 1)
        #expect(rig.subjects("Drafts") == [] && rig.subjects("Sent") == ["Dinner"])
    }

    @Test("a save whose answer was lost is found")
    func lostSave() async throws {
        var rig = try WritingRig()
        _ = try await rig.service.latestState()
        rig.server.script(.hangUpAfter, at: "APPEND")
        await #expect(throws: RemoteError.self) { try await rig.service.save(rig.draft("Lunch")) }
        try rig.restartWithoutIndex()
        _ = try await rig.service.latestState()
        let found = try await rig.service.whereabouts(
            of: nil, messageIDHeader: "<draft@example.test>", sending: nil)
        guard case .draft(let draft) = found else {
            Issue.record("it is \(found)")
            return
        }
        #expect(draft.subject == "Lunch")
    }

    @Test("what is to be deleted for good is, and a message of another account is not taken twice")
    func destroys() async throws {
        var (source, rig) = (try WritingRig(), try WritingRig())
        let ids = try await rig.deliver("one", "two", to: "Trash")
        let (archive, trash) = (try rig.mailbox("Archive"), try rig.mailbox("Trash"))
        let id = try await source.deliver("three")[0]
        _ = await rig.service.take([id: [archive]], from: source.service, mayBeHere: false)
        try rig.restartWithoutIndex()
        #expect(try await rig.service.destroy([ids[0]], trash: trash).gone == [ids[0]])
        #expect(try await rig.service.letGo([ids[1]]) == [:])
        #expect(rig.subjects("Trash") == [])
        try rig.restartWithoutIndex()
        try source.restartWithoutIndex()
        let again = await rig.service.take([id: [archive]], from: source.service, mayBeHere: true)
        #expect(try #require(again[id]).get().isNew == false)
        #expect(rig.subjects("Archive") == ["three"])
    }
}
