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
        #expect(try await below.service.createMailbox(named: "Work").name == "INBOX/Work")
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

    @Test(
        "names of folders below the inbox, where all are",
        arguments: [
            (["INBOX"], "Work", ["Work", "INBOX/Work"]), (["INBOX", "Sent"], "Work", ["Work"]),
            (["INBOX", "INBOX/Sent"], "Work", ["INBOX/Work"]), (["INBOX", "INBOX/Sent"], "INBOX/Work", ["INBOX/Work"]),
            (["INBOX", "INBOX/Sent", "Public"], "/Work//2026/", ["Work/2026"]),
        ])
    func naming(folders: [String], name: String, names: [String]) {
        let known = folders.enumerated().map { PlannedMail.folder(Int64($0.offset), $0.element, "m", nil) }
        #expect(FolderNaming(known).names(for: name) == names)
    }
}
