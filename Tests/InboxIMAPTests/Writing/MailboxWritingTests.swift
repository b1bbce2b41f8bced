import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Creating, renaming and deleting mailboxes of an IMAP account")
struct MailboxWritingTests {
    @Test("a mailbox is made where the server has its folders")
    func creates() async throws {
        let rig = try WritingRig()
        let made = try await rig.service.createMailbox(named: "Work/2026")
        #expect(made.name == "Work/2026")
        #expect(rig.server.folderNames.contains("Work/2026"))
        let error = await #expect(throws: RemoteError.self) {
            try await rig.service.createMailbox(named: "Work/2026")
        }
        #expect(error?.nextStep == .drop)
        let below = try WritingRig(.below)
        #expect(try await below.service.createMailbox(named: "Work").name == "Work")
        #expect(below.server.look { $0.folders.map(\.rawName) }.contains("INBOX.Work"))
    }

    @Test("a renamed mailbox stays the same, with what is in it")
    func renames() async throws {
        let rig = try WritingRig()
        rig.server.createFolder("Work")
        rig.server.createFolder("Work/2026")
        let id = try await rig.deliver("one", to: "Work")[0]
        let work = try rig.mailbox("Work")
        #expect(try await rig.service.renameMailbox(work, to: "Jobs").id == work)
        #expect(rig.server.folderNames.contains("Jobs/2026"))
        #expect(try rig.mailbox("Jobs") == work)
        try await rig.service.look()
        #expect(try rig.mailbox("Jobs") == work)
        #expect(try rig.known("one")?.mailboxes == [work])
        #expect(try rig.known("one")?.id == id)
        await #expect(throws: RemoteError.self) {
            try await rig.service.renameMailbox(try rig.mailbox("INBOX"), to: "Old")
        }
    }

    @Test("a mailbox with mail that is in no other is not deleted")
    func deletes() async throws {
        let rig = try WritingRig()
        rig.server.createFolder("Work")
        let id = try await rig.deliver("one", to: "Work")[0]
        let work = try rig.mailbox("Work")
        let error = await #expect(throws: RemoteError.self) { try await rig.service.deleteMailbox(work) }
        #expect(error?.nextStep == .drop)
        #expect(rig.subjects("Work") == ["one"])
        #expect(
            try await rig.service.update([id: RemoteUpdate(addMailboxes: [try rig.mailbox("Archive")])]).error(id)
                == nil)
        try await rig.service.deleteMailbox(work)
        #expect(!rig.server.folderNames.contains("Work"))
        #expect(rig.subjects("Archive") == ["one"])
    }

    @Test("new mail that no look has seen keeps its mailbox from being deleted")
    func unseen() async throws {
        let rig = try WritingRig()
        rig.server.createFolder("Work")
        _ = try await rig.service.latestState()
        let work = try rig.mailbox("Work")
        rig.server.deliver(WritingRig.mail("one"), to: "Work")
        await #expect(throws: RemoteError.self) { try await rig.service.deleteMailbox(work) }
        #expect(rig.subjects("Work") == ["one"])
    }

    @Test("mail that comes at the last moment keeps its mailbox, under its name", arguments: [true, false])
    func lastMoment(isKnown: Bool) async throws {
        let rig = try WritingRig()
        rig.server.createFolder("Work")
        if isKnown {
            let id = try await rig.deliver("one", to: "Work")[0]
            let update = RemoteUpdate(addMailboxes: [try rig.mailbox("Archive")])
            #expect(try await rig.service.update([id: update]).error(id) == nil)
        }
        _ = try await rig.service.latestState()
        let work = try rig.mailbox("Work")
        rig.server.deliver(WritingRig.mail("two"), to: "Work", before: "RENAME")
        let error = await #expect(throws: RemoteError.self) { try await rig.service.deleteMailbox(work) }
        #expect(error?.type == "mailboxHasEmail")
        #expect(rig.subjects("Work") == (isKnown ? ["one", "two"] : ["two"]))
        try await rig.service.look()
        #expect(try rig.mailbox("Work") == work)
    }

    @Test("while a mailbox is deleted nothing can be put into it")
    func closed() async throws {
        let rig = try WritingRig()
        rig.server.createFolder("Work")
        _ = try await rig.service.latestState()
        let work = try rig.mailbox("Work")
        // Whoever delivers to it now is refused, and puts it elsewhere.
        rig.server.deliver(WritingRig.mail("two"), to: "Work", before: "DELETE")
        try await rig.service.deleteMailbox(work)
        let left = rig.server.snapshot().values.flatMap { $0 }
        #expect(left.isEmpty)
        #expect(!rig.server.folderNames.contains { $0.hasPrefix("Work") })
    }

    @Test("a server that renames nothing deletes all the same, and looks once more before")
    func unrenamed() async throws {
        let rig = try WritingRig()
        rig.server.createFolder("Work")
        _ = try await rig.service.latestState()
        rig.server.script(.refuse("[CANNOT] no"), at: "RENAME")
        try await rig.service.deleteMailbox(try rig.mailbox("Work"))
        #expect(!rig.server.folderNames.contains("Work"))
    }

    @Test(
        "a deletion whose connection breaks is finished by the next attempt", arguments: ["RENAME", "SELECT", "DELETE"])
    func broken(command: String) async throws {
        let rig = try WritingRig()
        rig.server.createFolder("Work")
        _ = try await rig.service.latestState()
        let work = try rig.mailbox("Work")
        rig.server.script(.hangUpAfter, at: command, after: command == "SELECT" ? 1 : 0)
        await #expect(throws: RemoteError.self) { try await rig.service.deleteMailbox(work) }
        try await rig.service.deleteMailbox(work)
        #expect(!rig.server.folderNames.contains { $0.hasPrefix("Work") })
    }

    @Test(
        "names of folders below the inbox, where all are",
        arguments: [
            (["INBOX"], "Work", ["Work", "INBOX/Work"]), (["INBOX", "Sent"], "Work", ["Work"]),
            (["INBOX", "INBOX/Sent"], "Work", ["INBOX/Work"]), (["INBOX", "INBOX/Sent"], "INBOX/Work", ["INBOX/Work"]),
            (["INBOX", "INBOX/Sent", "Public"], "/Work//2026/", ["Work/2026"]),
        ])
    func naming(folders: [String], name: String, names: [String]) throws {
        let known = folders.enumerated().map { PlannedMail.folder(Int64($0.offset), $0.element, "m", nil) }
        #expect(try FolderNaming(known, nil).rawNames(for: name) == names)
    }
}
