import Foundation
import Testing

@testable import InboxServer

@Suite("A Maildir after a crash")
struct MaildirCrashTests {
    @Test("a message whose file was renamed, and nothing noted, is that message still")
    func renamed() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")], folders: ["", ".Archive"]) { world async throws in
            let before = try await world.message("1")
            try await world.move("1", to: "Archive")
            // What is done before the end: the name is noted and given.
            let record = try #require(await world.sync.records.of(message: before.publicID))
            var target = record
            target.target = .init(folder: ".Archive", key: "b")
            try await world.sync.save([target])
            try world.rename("cur/a:2,", ".Archive/cur/b:2,")
            try await world.restart()
            try await world.settle()
            #expect(try await world.message("1").publicID == before.publicID)
            #expect(world.files == [".Archive/cur/b:2,"])
        }
    }

    @Test("what was done just before the server ends is in the Maildir, and its end is no trouble")
    func ended() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")]) { world async throws in
            let said = Locked<[String]>([])
            let keeper = MaildirKeeper(sync: world.sync, database: world.database, account: world.account.id) { words in
                said.change { $0.append(words) }
            }
            let running = keeper.start()
            try await world.mark("1", [.seen])
            running.cancel()
            await running.value
            #expect(world.files == ["cur/a:2,S"])
            #expect(said.change { $0 }.isEmpty)
        }
    }

    @Test("a new name is noted before it is given")
    func noted() async throws {
        try await MaildirWorld.with(["cur/a:2,": MailText("1")], folders: ["", ".Archive"]) { world async throws in
            try await world.settle()
            try await world.move("1", to: "Archive")
            // The file can't be moved there.
            try world.delete(".Archive/cur")
            try world.put(MailText("no folder"), ".Archive/cur")
            await #expect(throws: (any Error).self) { try await world.sync.pass() }
            let account = world.account.id
            let record = try await world.database.read { try MaildirTable.records($0, account: account).first }
            #expect(record?.target?.folder == ".Archive" && record?.key == "a")
            #expect(world.files == [".Archive/cur", "cur/a:2,"])
        }
    }

    @Test("a folder whose renaming was cut off has its new name after the restart", arguments: 0...4)
    func folder(steps: Int) async throws {
        let mail = [".Work/cur/a:2,S": MailText("1"), ".Work/new/b": MailText("2")]
        try await MaildirWorld.with(mail, folders: ["", ".Work"]) { world async throws in
            try await world.settle()
            let before = [try await world.message("1").publicID, try await world.message("2").publicID]
            try await world.renameMailbox("Work", to: "Job")
            // What is done before the end: the new name is noted, and what is in the folder is moved piece by piece.
            let account = world.account.id
            try await world.database.write { transaction in
                var place = try #require(
                    try MaildirTable.places(transaction.db, account: account).first { $0.path == ".Work" })
                (place.name, place.target) = ("Job", ".Job")
                try MaildirTable.save(transaction.db, place, account: account)
            }
            try FileManager.default.createDirectory(
                atPath: world.root + "/.Job", withIntermediateDirectories: false)
            for sub in ["tmp", "new", "cur"].prefix(steps) { try world.rename(".Work/" + sub, ".Job/" + sub) }
            if steps == 4 { try world.delete(".Work") }
            try await world.restart()
            try await world.settle()
            #expect(world.files == [".Job/cur/a:2,S", ".Job/new/b"] && world.folders == [".Job"])
            #expect(try await world.shown().mapValues(\.mailbox) == ["1": "Job", "2": "Job"])
            #expect([try await world.message("1").publicID, try await world.message("2").publicID] == before)
        }
    }

    @Test("a letter that was to be written is written after the restart, once", arguments: [false, true])
    func unwritten(isThere: Bool) async throws {
        try await MaildirWorld.with(folders: ["", ".Sent"]) { world async throws in
            try await world.add(MailText("1"), to: "Sent")
            let (message, account) = (try await world.message("1"), world.account.id)
            var record = try await world.database.write {
                try MaildirTable.insert($0.db, MaildirRecord(id: 0, of: message, file: nil), account: account)
            }
            record.target = .init(folder: ".Sent", key: "b")
            try await world.sync.save([record])
            if isThere { try world.put(MailText("1"), ".Sent/cur/b:2,") }
            try await world.restart()
            try await world.settle()
            #expect(try await world.message("1").publicID == message.publicID)
            #expect(world.files.count == 1)
            if isThere { #expect(world.files == [".Sent/cur/b:2,"]) }
        }
    }

    @Test(
        "S-2: a draft that was sent is no draft again, though its old file was not deleted before the end",
        arguments: ["DS", "DFS"])
    func replaced(flags: String) async throws {
        try await MaildirWorld.with([".Drafts/cur/a:2,DS": MailText("1")], folders: ["", ".Drafts", ".Sent"]) {
            world async throws in
            try await world.settle()
            let message = try await world.message("1")
            try await world.send("1")
            // What is done before the end: the name is noted, and the message written under it.
            var record = try #require(await world.sync.records.of(message: message.publicID))
            record.target = .init(folder: ".Sent", key: "b")
            try await world.sync.save([record])
            try world.put(MailText("1"), ".Sent/cur/b:2,S")
            // Another program may mark the old one meanwhile.
            try world.rename(".Drafts/cur/a:2,DS", ".Drafts/cur/a:2,\(flags)")
            try await world.restart()
            try await world.settle()
            let marks: MaildirMarks = flags == "DS" ? [.seen] : [.seen, .flagged]
            #expect(try await world.shown() == ["1": .init(mailbox: "Sent", marks: marks)])
            #expect(try world.file(of: "1").hasPrefix(".Sent/cur/"))
            #expect(try await world.message("1").publicID == message.publicID)
        }
    }

    @Test("what was done to mail and files while the server was off comes together at the next start")
    func whileOff() async throws {
        let mail = ["cur/a:2,": MailText("1"), "cur/b:2,": MailText("2"), "cur/c:2,": MailText("3")]
        try await MaildirWorld.with(mail) { world async throws in
            try await world.settle()
            try world.rename("cur/a:2,", "cur/a:2,S")
            try world.delete("cur/b:2,")
            try world.put(MailText("4"), "new/d")
            try await world.mark("3", [.flagged])
            try await world.restart()
            try await world.settle()
            #expect(
                try await world.shown().mapValues(\.marks) == ["1": [.seen], "3": [.flagged], "4": []])
            #expect(world.files == ["cur/a:2,S", "cur/c:2,F", "new/d"])
        }
    }
}
