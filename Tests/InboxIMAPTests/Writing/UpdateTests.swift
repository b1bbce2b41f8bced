import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Updates")
struct UpdateTests {
    @Test("marks and moves are made on the server, and known at once", arguments: [ServerOptions.full, .bare])
    func changes(options: ServerOptions) async throws {
        let rig = try WritingRig(options)
        let ids = try await rig.deliver("one", "two")
        let (inbox, archive) = (try rig.mailbox("INBOX"), try rig.mailbox("Archive"))
        let answers = await rig.service.update([
            ids[0]: RemoteUpdate(addKeywords: [.seen]),
            ids[1]: RemoteUpdate(addKeywords: [.flagged], addMailboxes: [archive], removeMailboxes: [inbox]),
        ])
        #expect(try answers.error(ids[0]) == nil)
        #expect(try answers.error(ids[1]) == nil)
        #expect(rig.subjects("INBOX") == ["one"])
        #expect(rig.subjects("Archive") == ["two"])
        #expect(rig.server.mail(in: "INBOX").first?.flags.contains("\\Seen") == true)
        #expect(rig.server.mail(in: "Archive").first?.flags.contains("\\Flagged") == true)
        let two = try #require(try rig.known("two"))
        #expect(two.id == ids[1])
        #expect(two.mailboxes == [archive])
        #expect(two.keywords == [.flagged])
    }

    @Test("an update of one message answers with the message")
    func one() async throws {
        let rig = try WritingRig()
        let id = try await rig.deliver("one")[0]
        let message = try await rig.service.update(id, RemoteUpdate(addKeywords: [.seen, Keyword("trip")]))
        #expect(message.keywords == [.seen, Keyword("trip")])
        #expect(message.subject == "one")
        await #expect(throws: RemoteError.self) {
            try await rig.service.update(RemoteID("none"), RemoteUpdate(addKeywords: [.seen]))
        }
    }

    @Test(
        "a change whose answer was lost is not made twice when it is repeated",
        arguments: [ServerFault.hangUpAfter, .hangUpBefore, .hangUpAmid, .hangUpHalf], [true, false])
    func lost(fault: ServerFault, isMove: Bool) async throws {
        var rig = try WritingRig(isMove ? .full : ServerOptions.full.without("MOVE"))
        let ids = try await rig.deliver("one", "two")
        let (inbox, archive) = (try rig.mailbox("INBOX"), try rig.mailbox("Archive"))
        let update = RemoteUpdate(addMailboxes: [archive], removeMailboxes: [inbox])
        let updates = [ids[0]: update, ids[1]: update]
        rig.server.script(fault, at: isMove ? "UID MOVE" : "UID COPY")
        let first = await rig.service.update(updates)
        #expect(try first.error(ids[0]) != nil)
        #expect(rig.server.faultsLeft == 0)
        try rig.restart()
        for _ in 0..<3 {
            let answers = await rig.service.update(updates)
            if try answers.error(ids[0]) == nil, try answers.error(ids[1]) == nil { break }
        }
        #expect(rig.subjects("INBOX") == [])
        #expect(rig.subjects("Archive") == ["one", "two"])
    }

    @Test("a copy whose answer was lost is not made twice in the same run")
    func copied() async throws {
        let rig = try WritingRig()
        let id = try await rig.deliver("one")[0]
        let update = [id: RemoteUpdate(addMailboxes: [try rig.mailbox("Archive")])]
        rig.server.script(.hangUpAfter, at: "UID COPY")
        _ = await rig.service.update(update)
        #expect(try await rig.service.update(update).error(id) == nil)
        #expect(rig.subjects("Archive") == ["one"])
        #expect(rig.subjects("INBOX") == ["one"])
    }

    @Test("what is refused is about the messages of that command only, with the server's words")
    func refused() async throws {
        let rig = try WritingRig()
        let ids = try await rig.deliver("one", "two")
        let (inbox, archive) = (try rig.mailbox("INBOX"), try rig.mailbox("Archive"))
        rig.server.script(.refuse("[OVERQUOTA] no room"), at: "UID MOVE")
        let answers = await rig.service.update([
            ids[0]: RemoteUpdate(addMailboxes: [archive], removeMailboxes: [inbox]),
            ids[1]: RemoteUpdate(addKeywords: [.seen]),
        ])
        #expect(try answers.error(ids[0])?.summary.contains("no room") == true)
        #expect(try answers.error(ids[0])?.nextStep == .drop)
        #expect(try answers.error(ids[1]) == nil)
        #expect(rig.subjects("INBOX") == ["one", "two"])
    }

    @Test("the last copy of a message is never deleted, also if another program deleted the others just now")
    func survivors() async throws {
        let rig = try WritingRig()
        let id = try await rig.deliver("one")[0]
        let (inbox, archive) = (try rig.mailbox("INBOX"), try rig.mailbox("Archive"))
        #expect(try await rig.service.update([id: RemoteUpdate(addMailboxes: [archive])]).error(id) == nil)
        let there = try #require(rig.server.mail(in: "Archive").first)
        rig.server.expunge(there.uid, from: "Archive")
        let update = [id: RemoteUpdate(removeMailboxes: [inbox])]
        for _ in 0..<2 {
            #expect(try await rig.service.update(update).error(id) != nil)
            #expect(rig.subjects("INBOX") == ["one"])
        }
    }

    @Test("nothing is done to messages whose numbers were given anew")
    func renumbered() async throws {
        let rig = try WritingRig()
        let ids = try await rig.deliver("one", "two")
        rig.server.expunge(1, from: "INBOX")
        rig.server.changeUIDValidity("INBOX")
        _ = await rig.service.update([ids[0]: RemoteUpdate(addKeywords: [.flagged])])
        #expect(rig.server.mail(in: "INBOX").map(\.flags) == [[]])
    }

    @Test("on Gmail, archiving and deleting change labels")
    func gmail() async throws {
        let rig = try WritingRig(.gmail)
        let ids = try await rig.deliver("one", "two")
        func mailbox(_ role: MailboxRole) throws -> RemoteID {
            try #require(try rig.service.index.folders().first { $0.role == role }).mailbox
        }
        let (inbox, all, trash) = (try mailbox(.inbox), try mailbox(.all), try mailbox(.trash))
        let answers = await rig.service.update([
            ids[0]: RemoteUpdate(addMailboxes: [all], removeMailboxes: [inbox, trash]),
            ids[1]: RemoteUpdate(addMailboxes: [trash], removeMailboxes: [inbox, all]),
        ])
        #expect(try answers.error(ids[0]) == nil)
        #expect(try answers.error(ids[1]) == nil)
        #expect(rig.subjects("INBOX") == [])
        #expect(rig.subjects("[Gmail]/All Mail") == ["one"])
        #expect(rig.subjects("[Gmail]/Trash") == ["two"])
        #expect(try rig.known("one")?.mailboxes == [all])
        #expect(try rig.known("two")?.mailboxes == [trash])
    }
}
