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

    @Test("what lies in a mailbox that is renamed or moved comes along, with its mail", arguments: [false, true])
    func inside(isNested: Bool) async throws {
        func path(_ name: String) -> String { isNested ? name : "." + name.replacing("/", with: ".") }
        let mail = [
            path("Work") + "/cur/a:2,S": MailText("1"), path("Work/2026") + "/new/b": MailText("2"),
            path("Work/2026/May") + "/cur/c,U=3:2,FS": MailText("3"),
        ]
        let folders = [isNested ? "INBOX" : ""] + ["Work", "Work/2026", "Work/2026/May"].map(path)
        try await MaildirWorld.with(mail, folders: folders) { world async throws in
            var before: [String: String] = [:]
            for id in ["1", "2", "3"] { before[id] = try await world.message(id).publicID }
            try await world.mark("2", [.seen])
            try await world.renameMailbox("Work", to: "Job")
            try await world.settle()
            #expect(
                world.files.sorted()
                    == [
                        path("Job") + "/cur/a:2,S", path("Job/2026") + "/cur/b:2,S",
                        path("Job/2026/May") + "/cur/c,U=3:2,FS",
                    ].sorted())
            try await world.renameMailbox("Job/2026", to: "Play/Old")
            try await world.settle()
            try await world.restart()
            try await world.settle()
            #expect(
                try await world.shown().mapValues(\.mailbox) == ["1": "Job", "2": "Play/Old", "3": "Play/Old/May"])
            #expect(Set(world.folders).subtracting(["INBOX"]) == Set(["Job", "Play/Old", "Play/Old/May"].map(path)))
            #expect(!FileManager.default.fileExists(atPath: world.root + "/Work"))
            for id in ["1", "2", "3"] { #expect(try await world.message(id).publicID == before[id]) }
        }
    }

    @Test("a folder that can't have its new name keeps its mail, and gets the next one")
    func impossibleName() async throws {
        try await MaildirWorld.with([".Work/cur/a:2,": MailText("1")], folders: ["", ".Work"]) { world async throws in
            let name = String(repeating: "long", count: 100)
            try await world.renameMailbox("Work", to: name)
            for _ in 0..<3 {
                await #expect(throws: MaildirProblem.self) { try await world.sync.pass() }
                try await world.restart()
            }
            #expect(world.files == [".Work/cur/a:2,"])
            try await world.renameMailbox(name, to: "Short")
            try await world.settle()
            #expect(world.files == [".Short/cur/a:2,"])
        }
    }

    @Test(
        "folders that are in each other's place get their names, with their mail",
        arguments: [["A", "B"], ["A", "B", "C"]])
    func circle(names: [String]) async throws {
        let mail = Dictionary(uniqueKeysWithValues: names.map { (".\($0)/cur/\($0):2,", MailText($0)) })
        try await MaildirWorld.with(mail, folders: [""] + names.map { "." + $0 }) { world async throws in
            let next = Dictionary(uniqueKeysWithValues: zip(names, names.dropFirst() + names.prefix(1)))
            try await world.renameMailbox("A", to: "Aside")
            for name in names.dropFirst().reversed() { try await world.renameMailbox(name, to: next[name] ?? "") }
            try await world.renameMailbox("Aside", to: "B")
            try await world.sync.pass()
            #expect(world.files == names.map { ".\(next[$0] ?? "")/cur/\($0):2," }.sorted())
            try await world.restart()
            try await world.settle()
            #expect(try await world.shown().mapValues(\.mailbox) == next)
            #expect(world.folders == names.map { "." + $0 })
        }
    }

    @Test("a folder that has only new mail so far takes mail that was seen")
    func withoutCur() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1"), ".Work/new/b": MailText("2")]) { world async throws in
            try await world.mark("2", [.seen])
            try await world.move("1", to: "Work")
            try await world.add(MailText("3"), to: "Work")
            try await world.settle()
            for id in ["1", "2", "3"] { #expect(try world.file(of: id).hasPrefix(".Work/cur/")) }
        }
    }

    @Test("nothing is left in an empty place, as of a disk that is not mounted, by what can't be written there")
    func emptyPlace() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")], folders: ["", ".Work"]) { world async throws in
            for part in ["cur", "new", "tmp"] { try world.delete(".Work/" + part) }
            try await world.move("1", to: "Work")
            try await world.add(MailText("2"), to: "Work")
            try await world.settle()
            #expect(world.files == ["cur/a:2,"])
            #expect(try await world.shown().mapValues(\.mailbox) == ["1": "Work", "2": "Work"])
            for part in ["cur", "new"] {
                try FileManager.default.createDirectory(
                    atPath: world.root + "/.Work/" + part, withIntermediateDirectories: false)
            }
            try await world.settle()
            for id in ["1", "2"] { #expect(try world.file(of: id).hasPrefix(".Work/cur/")) }
        }
    }

    @Test("a folder of a deleted mailbox into which mail came just now is a mailbox again, and whole")
    func comesBack() async throws {
        try await MaildirWorld.with(folders: ["", ".Work"]) { world async throws in
            try await world.deleteMailbox("Work")
            try world.put(MailText("1"), ".Work/new/a")
            try await world.settle()
            #expect(try await world.shown()["1"]?.mailbox == "Work")
            try await world.mark("1", [.flagged])
            try await world.settle()
            #expect(world.files == [".Work/cur/a:2,F"])
        }
    }

    @Test("a file that comes into the folder of a deleted mailbox goes where its message is")
    func deletedMeanwhile() async throws {
        let mail = [".Work/cur/a:2,": MailText("1"), "cur/b:2,": MailText("2")]
        try await MaildirWorld.with(mail, folders: ["", ".Work"]) { world async throws in
            try await world.settle()
            try await world.move("1", to: "Archive")
            try await world.deleteMailbox("Work")
            try world.rename("cur/b:2,", ".Work/cur/b:2,")
            try await world.settle()
            #expect(try await world.shown().mapValues(\.mailbox) == ["1": "Archive", "2": "INBOX"])
            #expect(try world.file(of: "2").hasPrefix("cur/"))
            #expect(world.folders == [".Archive"])
        }
    }

    @Test("of two folders whose names differ only in how “é” is written one is served, and the other one is left alone")
    func twinFolders() async throws {
        let folders = ["", "Caf\u{E9}", "Cafe\u{301}"]
        try await MaildirWorld.with(["cur/a:2,": MailText("1")], folders: folders) { world async throws in
            try world.put(MailText("2"), "Cafe\u{301}/cur/b:2,S")
            try world.put(MailText("3"), "Caf\u{E9}/cur/c:2,S")
            for _ in 0..<2 {
                try await world.settle()
                #expect(try await world.shown().keys.sorted() == ["1", "2"])
                #expect(world.files.count == 3)
                try await world.restart()
            }
        }
    }

    @Test("files whose names differ only in how “é” is written are two messages")
    func twinFiles() async throws {
        try await MaildirWorld.with { world async throws in
            try world.put(MailText("1"), "cur/a-\u{E9}:2,S")
            try world.put(MailText("2"), "cur/a-e\u{301}:2,S")
            try await world.settle()
            #expect(try await world.shown().keys.sorted() == ["1", "2"])
            try await world.restart()
            try await world.mark("2", [.seen, .flagged])
            try await world.destroy("1")
            try await world.settle()
            #expect(try await world.shown().keys.sorted() == ["2"])
            let left = world.files
            #expect(left.count == 1 && left[0].hasSuffix(":2,FS") && world.text(left[0]).contains("<2@mill.example>"))
        }
    }

    @Test("two names that make the same folder are not mixed up: the second one's mail stays where it is")
    func sameFolder() async throws {
        let mail = ["cur/a:2,": MailText("1"), "cur/b:2,": MailText("2")]
        try await MaildirWorld.with(mail, folders: ["", ".Sent"]) { world async throws in
            try await world.makeMailbox("Work/Mill")
            try await world.move("1", to: "Work/Mill")
            try await world.settle()
            try await world.makeMailbox("Work//Mill")
            try await world.move("2", to: "Work//Mill")
            await #expect(throws: MaildirProblem(EEXIST, ".Work.Mill")) { try await world.sync.pass() }
            #expect(try world.file(of: "1").hasPrefix(".Work.Mill/") && world.files.contains("cur/b:2,"))
            try await world.renameMailbox("Work//Mill", to: "Mill")
            try await world.settle()
            #expect(try world.file(of: "2").hasPrefix(".Mill/"))
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

    @Test("what lies in the folder of a mailbox with a role lies in that mailbox, whatever the folder is called")
    func insideRole() async throws {
        let mail = [".Archives.2024/cur/a:2,": MailText("1"), "cur/b:2,": MailText("2")]
        try await MaildirWorld.with(mail, folders: ["", ".Archives", ".Sent Items"]) { world async throws in
            #expect(try await world.shown()["1"]?.mailbox == "Archive/2024")
            try await world.makeMailbox("Sent/2025")
            try await world.move("1", to: "Sent/2025")
            try world.put(MailText("3"), ".Sent Items.2026/cur/c:2,")
            try await world.settle()
            #expect(try world.file(of: "1").hasPrefix(".Sent Items.2025/cur/"))
            try await world.renameMailbox("Sent/2025", to: "Archive/2025")
            try await world.settle()
            try await world.restart()
            try await world.settle()
            #expect(try world.file(of: "1").hasPrefix(".Archives.2025/cur/"))
            #expect(
                try await world.shown().mapValues(\.mailbox)
                    == ["1": "Archive/2025", "2": "INBOX", "3": "Sent/2026"])
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
