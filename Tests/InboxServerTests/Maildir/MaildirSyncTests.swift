import Foundation
import Testing

@testable import InboxServer

@Suite("A Maildir that is kept in step")
struct MaildirSyncTests {
    @Test("mail is where its folder says, with the marks that its flags say")
    func readsFolders() async throws {
        let mail = [
            "new/1": MailText("1"), "cur/2:2,FS": MailText("2"), ".Sent/cur/3:2,RPS": MailText("3"),
            ".Work.Caf&AOk-/cur/4:2,": MailText("4"), ".Drafts/cur/5:2,DS": MailText("5"),
        ]
        try await MaildirWorld.with(mail) { world async throws in
            #expect(
                try await world.shown() == [
                    "1": .init(mailbox: "INBOX", marks: []), "2": .init(mailbox: "INBOX", marks: [.flagged, .seen]),
                    "3": .init(mailbox: "Sent", marks: [.seen, .replied, .passed]),
                    "4": .init(mailbox: "Work/Café", marks: []),
                    "5": .init(mailbox: "Drafts", marks: [.seen], isDraft: true),
                ])
            #expect(world.files == mail.keys.sorted(), "nothing is changed by reading")
        }
    }

    @Test("Maildirs inside each other are folders, Gmail's among them")
    func nested() async throws {
        let mail = [
            "INBOX/cur/1:2,S": MailText("1"), "[Gmail]/Sent Mail/cur/2:2,S": MailText("2"),
            "[Gmail]/Bin/cur/3:2,S": MailText("3"), "Work/2014/cur/4:2,S": MailText("4"),
        ]
        try await MaildirWorld.with(mail, folders: []) { world async throws in
            let shown = try await world.shown().mapValues(\.mailbox)
            #expect(shown == ["1": "INBOX", "2": "Sent", "3": "Trash", "4": "Work/2014"])
            try await world.makeMailbox("Play/Chess")
            try await world.move("1", to: "Play/Chess")
            try await world.settle()
            #expect(try world.file(of: "1").hasPrefix("Play/Chess/cur/"))
        }
    }

    @Test("a mark given in a client is a flag; the file keeps its name and its other flags")
    func marks() async throws {
        let mail = ["new/a": MailText("1"), "cur/b:2,PSTa": MailText("2")]
        try await MaildirWorld.with(mail, folders: ["", ".Trash"]) { world async throws in
            try await world.settle()
            try await world.mark("1", [.seen, .replied])
            try await world.settle()
            #expect(world.files.contains("cur/a:2,RS"))
            try await world.mark("1", [.flagged])
            try await world.settle()
            #expect(world.files.contains("cur/a:2,F"))
        }
    }

    @Test("flags of other programs are marks here, and marks of both sides come together")
    func flags() async throws {
        try await MaildirWorld.with(["new/a": MailText("1"), "cur/b:2,": MailText("2")]) { world async throws in
            let first = try await world.message("1")
            try world.rename("new/a", "cur/a,U=12:2,S")
            try world.rename("cur/b:2,", "cur/b:2,FR")
            try await world.mark("2", [.seen, .passed])
            try await world.settle()
            let shown = try await world.shown().mapValues(\.marks)
            #expect(shown == ["1": [.seen], "2": [.seen, .passed, .flagged, .replied]])
            #expect(world.files == ["cur/a,U=12:2,S", "cur/b:2,FPRS"])
            #expect(try await world.message("1").publicID == first.publicID, "mbsync's number makes no other message")
            try world.rename("cur/b:2,FPRS", "cur/b:2,S")
            try await world.settle()
            #expect(try await world.shown()["2"]?.marks == [.seen])
        }
    }

    @Test("archiving moves the file into the archive's folder, which is made, under a name without mbsync's number")
    func moves() async throws {
        try await MaildirWorld.with(["cur/a,U=7:2,FS": MailText("1")], folders: ["", ".Sent"]) { world async throws in
            let text = world.text("cur/a,U=7:2,FS")
            try await world.move("1", to: "Archive")
            try await world.mark("1", [.seen])
            try await world.settle()
            let file = try world.file(of: "1")
            #expect(file.hasPrefix(".Archive/cur/") && file.hasSuffix(":2,S") && !file.contains("U="))
            #expect(world.text(file) == text)
            #expect(try await world.shown() == ["1": .init(mailbox: "Archive", marks: [.seen])])
        }
    }

    @Test("a file that another program moves is the same message in another mailbox")
    func movedElsewhere() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")], folders: ["", ".Work"]) { world async throws in
            let before = try await world.message("1")
            try world.rename("cur/a:2,", ".Work/cur/a:2,S")
            try await world.settle()
            let after = try await world.message("1")
            #expect(after.publicID == before.publicID)
            #expect(try await world.shown() == ["1": .init(mailbox: "Work", marks: [.seen])])
            #expect(world.files == [".Work/cur/a:2,S"])
        }
    }

    @Test("if both sides move a message, it goes where the client put it")
    func movedTwice() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")], folders: ["", ".Work"]) { world async throws in
            try world.rename("cur/a:2,", ".Work/cur/a:2,")
            try await world.move("1", to: "Trash")
            try await world.settle()
            #expect(try await world.shown()["1"]?.mailbox == "Trash")
            #expect(try world.file(of: "1").hasPrefix(".Trash/cur/"))
        }
    }

    @Test("a file that is gone takes its message with it, at the second look")
    func deletedElsewhere() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1"), "cur/b:2,": MailText("2")]) { world async throws in
            try world.delete("cur/a:2,")
            try await world.sync.pass()
            #expect(try await world.shown().count == 2)
            try await world.sync.pass()
            #expect(try await world.shown().keys.sorted() == ["2"])
            #expect(world.files == ["cur/b:2,"])
        }
    }

    @Test("a message that was changed here while its file was deleted elsewhere is written again")
    func deletedAndChanged() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")]) { world async throws in
            let text = world.text("cur/a:2,")
            try world.delete("cur/a:2,")
            try await world.move("1", to: "Archive")
            try await world.settle()
            #expect(try await world.shown()["1"]?.mailbox == "Archive")
            #expect(world.text(try world.file(of: "1")) == text)
        }
    }

    @Test("a draft that was written on here while its file was deleted elsewhere is written again")
    func deletedAndWritten() async throws {
        try await MaildirWorld.with([".Drafts/cur/a:2,DS": MailText("1")], folders: ["", ".Drafts"]) {
            world async throws in
            let (message, account) = (try await world.message("1"), world.account)
            try world.delete(".Drafts/cur/a:2,DS")
            try await world.database.write { transaction in
                let row = try #require(
                    try MessageRow.fetch(transaction.db, publicID: message.publicID, account: account.id))
                let fields = try DraftFields(.of(("subject", .text("Written on"))), isUpdate: true)
                try transaction.update(row, with: fields, account: account, now: 1_500_000_000)
            }
            try await world.settle()
            #expect(world.text(try world.file(of: "1")).contains("Subject: Written on"))
        }
    }

    @Test("what comes here is written: a letter that was sent, a draft, and the draft as a letter")
    func written() async throws {
        try await MaildirWorld.with(folders: ["", ".Sent Items", ".Drafts"]) { world async throws in
            try await world.add(MailText("1"), to: "Sent")
            try await world.add(MailText("2"), to: "Drafts")
            try await world.settle()
            #expect(try world.file(of: "1").hasPrefix(".Sent Items/cur/"))
            let draft = try world.file(of: "2")
            #expect(draft.hasPrefix(".Drafts/cur/") && draft.hasSuffix(":2,DS"))
            let written = try FileManager.default.attributesOfItem(atPath: world.root + "/" + draft)
            #expect(written[.posixPermissions] as? Int == 0o600)
            try await world.send("2")
            try await world.settle()
            let sent = try world.file(of: "2")
            #expect(sent.hasPrefix(".Sent Items/cur/") && sent.hasSuffix(":2,S"))
            #expect(world.files.count == 2)
        }
    }

    @Test(
        "a message that is deleted here while another program renames its file stays deleted",
        arguments: ["cur/a:2,F", "cur/a,U=12:2,", ".Work/cur/a:2,"])
    func destroyedAndRenamed(name: String) async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")], folders: ["", ".Work"]) { world async throws in
            try await world.settle()
            let id = try await world.message("1").publicID
            try await world.destroy("1")
            // After a pass has looked, and before it comes to the file.
            try world.rename("cur/a:2,", name)
            try await world.sync.carryOut(id)
            try await world.settle()
            #expect(try await world.shown().isEmpty && world.files.isEmpty)
        }
    }

    @Test("a draft that is written on here while another program renames its file stays one draft")
    func writtenAndRenamed() async throws {
        try await MaildirWorld.with([".Drafts/cur/a:2,DS": MailText("1")], folders: ["", ".Drafts"]) {
            world async throws in
            try await world.settle()
            let (message, account) = (try await world.message("1"), world.account)
            try await world.database.write { transaction in
                let row = try #require(
                    try MessageRow.fetch(transaction.db, publicID: message.publicID, account: account.id))
                let fields = try DraftFields(.of(("subject", .text("Written on"))), isUpdate: true)
                try transaction.update(row, with: fields, account: account, now: 1_500_000_000)
            }
            try world.rename(".Drafts/cur/a:2,DS", ".Drafts/cur/a,U=12:2,DS")
            try await world.sync.carryOut(message.publicID)
            try await world.settle()
            #expect(world.files.count == 1)
            #expect(world.text(try world.file(of: "1")).contains("Subject: Written on"))
        }
    }

    @Test("a message deleted for good here takes its file with it")
    func destroyed() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1"), "cur/b:2,": MailText("2")]) { world async throws in
            try await world.destroy("1")
            try await world.settle()
            #expect(world.files == ["cur/b:2,"])
        }
    }

    @Test("what another program marks as deleted goes to the trash, and its file with it")
    func trashed() async throws {
        try await MaildirWorld.with(["cur/a:2,ST": MailText("1"), "cur/b:2,S": MailText("2")]) { world async throws in
            try world.rename("cur/b:2,S", "cur/b:2,ST")
            try await world.settle()
            #expect(try await world.shown().mapValues(\.mailbox) == ["1": "Trash", "2": "Trash"])
            for id in ["1", "2"] {
                let file = try world.file(of: id)
                #expect(file.hasPrefix(".Trash/cur/") && file.hasSuffix(":2,S"))
            }
        }
    }

    @Test("an unreadable or unmounted Maildir deletes nothing")
    func unmounted() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")]) { world async throws in
            let away = world.folder.path + "/away"
            try FileManager.default.moveItem(atPath: world.root, toPath: away)
            for _ in 0..<3 {
                await #expect(throws: MaildirProblem(ENOENT, world.root)) { try await world.sync.pass() }
            }
            #expect(try await world.shown().count == 1)
            try FileManager.default.moveItem(atPath: away, toPath: world.root)
            try await world.settle()
            #expect(try await world.shown().count == 1)
            #expect(world.files == ["cur/a:2,"])
        }
    }

    @Test(
        "a folder behind a link to what is not mounted, or an empty place for it, loses no mail",
        arguments: [true, false])
    func unmountedFolder(isLink: Bool) async throws {
        try await MaildirWorld.with([".Work/cur/a:2,": MailText("1"), "cur/b:2,": MailText("2")]) {
            world async throws in
            let before = try await world.message("1").publicID
            let (files, place, away) = (FileManager.default, world.root + "/.Work", world.folder.path + "/away")
            try files.moveItem(atPath: place, toPath: away)
            if isLink {
                try files.createSymbolicLink(atPath: place, withDestinationPath: away + "/gone")
            } else {
                try files.createDirectory(atPath: place, withIntermediateDirectories: false)
            }
            try await world.mark("2", [.seen])
            for _ in 0..<3 {
                await #expect(throws: MaildirProblem(ENOENT, ".Work")) { try await world.sync.pass() }
            }
            #expect(world.files.contains("cur/b:2,S"), "all others go on")
            try files.removeItem(atPath: place)
            try files.moveItem(atPath: away, toPath: place)
            try await world.settle()
            #expect(try await world.message("1").publicID == before)
            #expect(world.files == [".Work/cur/a:2,", "cur/b:2,S"])
        }
    }

    @Test("a data file of other mail is refused, and labels are")
    func refusals() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")]) { world async throws in
            let other = world.folder.path + "/other"
            try FileManager.default.createDirectory(atPath: other + "/cur", withIntermediateDirectories: true)
            let real = URL(filePath: world.root).resolvingSymlinksInPath().path
            await #expect(
                throws: ServerError.maildirIsAnother(
                    path: URL(filePath: other).resolvingSymlinksInPath().path, known: real)
            ) {
                _ = try await MaildirSync(path: other, database: world.database, account: world.account)
            }
            let bob = try await world.database.write { transaction in
                try ServedAccount.open(
                    AccountConfiguration(address: "bob@example.test", token: "b"), hasLabels: true, in: transaction)
            }
            await #expect(throws: ServerError.maildirNeedsFolders) {
                _ = try await MaildirSync(path: other, database: world.database, account: bob)
            }
            await #expect(throws: ServerError.notAMaildir(path: world.folder.path + "/other/cur")) {
                _ = try await MaildirSync(
                    path: other + "/cur", database: MailDatabase(path: nil), account: world.account)
            }
        }
    }
}

extension MaildirSync {
    /// Does in the Maildir what was done to a message, as a pass does that has looked already.
    fileprivate func carryOut(_ message: String) async throws {
        waiting?.insert(message)
        try await carryOut()
    }
}
