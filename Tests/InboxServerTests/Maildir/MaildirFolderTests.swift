import Foundation
import Testing

@testable import InboxServer

@Suite("Folders of a Maildir that is kept in step")
struct MaildirFolderTests {
    @Test("a mailbox that is made, renamed or deleted is a folder that is made, renamed or removed")
    func mailboxes() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")], folders: ["", ".Sent"]) { world async throws in
            try await world.makeMailbox("Work")
            try await world.settle()
            #expect(world.folders.contains(".Work"))
            try await world.move("1", to: "Work")
            try await world.settle()
            let name = try world.file(of: "1").split(separator: "/").last ?? ""
            try await world.renameMailbox("Work", to: "Work/Mill 2.0")
            try await world.settle()
            #expect(world.files == [".Work.Mill 2&AC4-0/cur/" + name])
            #expect(try await world.shown()["1"]?.mailbox == "Work/Mill 2.0")
            try await world.move("1", to: "Archive")
            try await world.deleteMailbox("Work/Mill 2.0")
            try await world.settle()
            #expect(world.folders == [".Archive", ".Sent"])
        }
    }

    @Test("a folder that another program makes or removes is a mailbox that comes or goes")
    func folders() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")], folders: ["", ".Work"]) { world async throws in
            try world.put(MailText("2"), ".New.Ideas/cur/b:2,")
            try world.delete(".Work")
            try await world.settle()
            #expect(try await world.shown()["2"]?.mailbox == "New/Ideas")
            let account = world.account.id
            let names = try await world.database.read { try MailboxList($0, account: account).all.map(\.displayName) }
            #expect(names.contains("New/Ideas") && !names.contains("Work"))
            try world.delete(".New.Ideas")
            try await world.settle()
            #expect(try await world.shown().keys.sorted() == ["1"])
        }
    }

    @Test("two folders that mean the same are two mailboxes; the one with the very name is the known one")
    func twoOfAKind() async throws {
        let mail = [".Sent/cur/a:2,": MailText("1"), ".Sent Items/cur/b:2,": MailText("2"), "cur/c": MailText("3")]
        try await MaildirWorld.with(mail) { world async throws in
            #expect(try await world.shown().mapValues(\.mailbox) == ["1": "Sent", "2": "Sent Items", "3": "INBOX"])
        }
    }

    @Test(
        "no name of a mailbox leads out of the Maildir, or is taken for a part of one",
        arguments: [
            "../out", "..", "a/../../out", "/etc/out", ".hidden", "cur", "new/tmp", "a//b", "Ünï & co", "a.b", "~",
        ], [[""], ["INBOX"]])
    func names(name: String, folders: [String]) async throws {
        try await MaildirWorld.with(folders: folders) { world async throws in
            let before = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
            try await world.makeMailbox(name)
            try await world.add(MailText("1"), to: name)
            try await world.settle()
            let file = try world.file(of: "1")
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path) == before)
            #expect(!file.split(separator: "/").contains(".."))
            // After a restart the folder is found again, and is that mailbox.
            try await world.restart()
            try await world.settle()
            #expect(try await world.shown()["1"]?.mailbox == name)
            #expect(world.files == [file])
        }
    }

    @Test("a mailbox that can't be a folder keeps nothing else from being done, and its mail stays where it is")
    func impossible() async throws {
        let mail = ["cur/a:2,": MailText("1"), "cur/b:2,": MailText("2")]
        try await MaildirWorld.with(mail, folders: ["", ".Sent"]) { world async throws in
            let name = String(repeating: "long", count: 100)
            try await world.makeMailbox(name)
            try await world.move("1", to: name)
            try await world.mark("2", [.seen])
            for _ in 0..<3 {
                await #expect(throws: MaildirProblem.self) { try await world.sync.pass() }
            }
            #expect(world.files == ["cur/a:2,", "cur/b:2,S"])
            try await world.renameMailbox(name, to: "Short")
            try await world.settle()
            #expect(try world.file(of: "1").hasPrefix(".Short/cur/"))
        }
    }

    @Test("a file that has the wanted name already is not overwritten")
    func taken() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")]) { world async throws in
            try await world.settle()
            let tree = MaildirTree(root: world.root)
            let file = try #require(try tree.files(in: "")["a"])
            try world.put(MailText("2"), "cur/a:2,S")
            #expect(throws: MaildirProblem(EEXIST, "a:2,S")) {
                try tree.move(file, to: MaildirFileName("a:2,S"), in: "")
            }
            #expect(world.files == ["cur/a:2,", "cur/a:2,S"])
        }
    }

    @Test(
        "a file's name says what identifies it and its flags, whatever stands between and whatever mbsync added",
        arguments: [
            ("a", "a", ""), ("a:2,", "a", ""), ("a:2,FS", "a", "FS"), ("a!2,S", "a", "S"), ("a;2,RS", "a", "RS"),
            ("a,U=12:2,S", "a", "S"), ("a,U=12,FMD5=34:2,", "a,FMD5=34", ""), ("a,S=1,W=2:2,abS", "a,S=1,W=2", "Sab"),
            ("x:2,y:2,F", "x:2,y", "F"), (":2,", "", ""), ("2,", "2,", ""), ("ü,U=:2,é", "ü", "é"),
        ])
    func fileNames(text: String, key: String, flags: String) {
        let name = MaildirFileName(text)
        #expect(name.key == key && String(name.flags.sorted()) == flags)
    }

    @Test("names are encoded as IMAP has them, and back")
    func encoding() {
        for (name, code) in [("Café", "Caf&AOk-"), ("a&b", "a&-b"), ("日本", "&ZeVnLA-"), ("plain", "plain")] {
            #expect(ModifiedUTF7.encoded(name) == code)
            #expect(ModifiedUTF7.decoded(code) == name)
        }
        #expect(ModifiedUTF7.encoded("v1.2", hiding: ".") == "v1&AC4-2")
    }
}
