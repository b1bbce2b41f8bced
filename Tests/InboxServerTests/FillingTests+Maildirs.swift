import Foundation
import GRDB
import Testing

@testable import InboxServer

/// Maildirs, and the flags of mail in files.
extension FillingTests {
    @Test("a Maildir's flags and folders are kept")
    func maildir() async throws {
        try await TestFolder.with { folder async throws in
            for (place, flags) in [
                ("new/1", nil), ("cur/2", "S"), ("cur/3", "FRS"), (".Sent/cur/4", "S"),
                (".Arch&AOk-ves.2014/cur/5", "S"), (".Junk/new/6", nil),
                ("cur/7", "ST"), (".Drafts/cur/8", "DS"), ("cur/9", ""),
            ] as [(String, String?)] {
                let number = place.split(separator: "/").last.map(String.init) ?? ""
                let mail = MailText(number) {
                    $0.subject = number; $0.file = number == "8" ? "draft.txt" : nil
                }
                try folder.write(mail.raw, to: "mail/\(place)\(flags.map { ":2,\($0)" } ?? "")")
            }
            try folder.write("not mail", to: "mail/cur/.hidden")
            var configuration = ServerConfiguration()
            configuration.dataFile = folder.path + "/data.sqlite"
            configuration.maildirs = [folder.path + "/mail"]
            let look: (LoopbackClient) async throws -> [String] = { client in
                let messages = try await client.get("/messages").json.arrayValue ?? []
                let drafts = try await client.get("/drafts").json.arrayValue ?? []
                return (messages + drafts).map { message in
                    let folder =
                        message["folder"]?["name"]?.textValue ?? message["folder"]?["display_name"]?.textValue ?? ""
                    let marks =
                        (message["unread"] == .bool(true) ? " unread" : "")
                        + (message["starred"] == .bool(true) ? " starred" : "")
                    let files = message["files"]?.texts("filename").map { " " + $0 }.joined() ?? ""
                    return "\(message["subject"]?.textValue ?? "") \(folder)\(marks)\(files)"
                }.sorted()
            }
            let wanted = [
                "1 inbox unread", "2 inbox", "3 inbox starred", "4 sent", "5 Archéves/2014", "6 spam unread", "7 trash",
                "8 drafts draft.txt",
                "9 inbox unread",
            ]
            #expect(try await Self.run(configuration, look).value == wanted)
            // Read and moved by another program, but still the same mail.
            try FileManager.default.moveItem(
                atPath: folder.path + "/mail/new/1", toPath: folder.path + "/mail/cur/1:2,S")
            try folder.write(MailText("10") { $0.subject = "10" }.raw, to: "mail/new/10")
            let (again, progress) = try await Self.run(configuration, look)
            #expect(again == (wanted + ["10 inbox unread"]).sorted())
            #expect(progress.last?.known == 9)
        }
    }

    @Test("Maildirs inside a Maildir, or in a folder that is none, are served", arguments: [false, true])
    func nested(hasInbox: Bool) async throws {
        try await TestFolder.with { folder async throws in
            let inbox = hasInbox ? "cur" : "INBOX/cur"
            for (number, place) in [("1", inbox), ("2", "Work/new"), ("3", "Work/2026/cur"), ("4", "Sent/cur")] {
                try folder.write(MailText(number) { $0.subject = number }.raw, to: "mail/\(place)/\(number)")
            }
            var configuration = ServerConfiguration()
            configuration.maildirs = [folder.path + "/mail"]
            let (places, _) = try await Self.run(configuration) { client in
                (try await client.get("/messages").json.arrayValue ?? []).map { message in
                    let folder = message["folder"]
                    let name = folder?["name"]?.textValue ?? folder?["display_name"]?.textValue ?? ""
                    return "\(message["subject"]?.textValue ?? "") \(name)"
                }.sorted()
            }
            #expect(places == ["1 inbox", "2 Work", "3 Work/2026", "4 sent"])
        }
    }

    @Test("Maildir flags and mbox Status lines mark mail as answered or forwarded")
    func answered() async throws {
        try await TestFolder.with { folder async throws in
            for (number, flags) in [("1", "RS"), ("2", "PS"), ("3", "FPRS"), ("4", "S")] {
                try folder.write(MailText(number) { $0.subject = number }.raw, to: "mail/cur/\(number):2,\(flags)")
            }
            let mbox = [("5", "ROA"), ("6", "RO")].map { number, status in
                MailText(number) { ($0.subject, $0.status) = (number, status) }
            }
            var configuration = ServerConfiguration()
            configuration.dataFile = folder.path + "/data.sqlite"
            configuration.maildirs = [folder.path + "/mail"]
            configuration.mboxFiles = [try folder.write(mbox: mbox)]
            let marked = try await Self.run(configuration) { client in
                let talk = try await JMAPTalk(client)
                var marked: [String] = []
                for id in try await talk.emails() {
                    let email = try await talk.email(id)
                    let keywords = email["keywords"]?.trueNames.map { $0.subtracting(["$seen"]).sorted() } ?? []
                    marked.append("\(email["subject"]?.textValue ?? "") \(keywords.joined(separator: " "))")
                }
                return marked.sorted()
            }
            #expect(
                marked.value == [
                    "1 $answered", "2 $forwarded", "3 $answered $flagged $forwarded", "4 ", "5 $answered", "6 ",
                ])
        }
    }

    @Test(
        "Maildir entries that are not mail, or vanish before they are read, are reported and skipped")
    func oddEntries() async throws {
        try await TestFolder.with { folder async throws in
            try folder.write(MailText("1").raw, to: "mail/cur/1:2,S")
            try folder.write(MailText("2").raw, to: "mail/cur/sub/2")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/mail/cur/3:2,", withDestinationPath: folder.path + "/nowhere")
            let name = Array(folder.path.utf8) + Array("/mail/cur/4-".utf8) + [0xFF, 0]
            let file = name.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) }
            }
            #expect(file >= 0)
            close(file)
            var configuration = ServerConfiguration()
            configuration.maildirs = [folder.path + "/mail"]
            let (ids, progress) = try await Self.run(configuration) { try await $0.get("/messages?view=ids").json.ids }
            #expect(ids.count == 1)
            let problems = progress.last?.problems ?? []
            #expect(problems.count == 3, "\(problems)")
            #expect(
                problems.contains { $0.file.hasSuffix("/cur/sub") } && problems.contains { $0.file.hasSuffix("/3:2,") })
        }
    }

    @Test("files of a Maildir whose names differ only in how “é” is written are served, and known at the next start")
    func twins() async throws {
        try await TestFolder.with { folder async throws in
            try folder.write(MailText("1").raw, to: "mail/cur/a-\u{E9}:2,S")
            try folder.write(MailText("2").raw, to: "mail/cur/a-e\u{301}:2,S")
            var configuration = ServerConfiguration()
            configuration.dataFile = folder.path + "/data.sqlite"
            configuration.maildirs = [folder.path + "/mail"]
            let (ids, _) = try await Self.run(configuration) { try await $0.get("/messages?view=ids").json.ids }
            let (again, _) = try await Self.run(configuration) { try await $0.get("/messages?view=ids").json.ids }
            #expect(ids.count == 2 && again == ids)
        }
    }

    @Test("mail that another program marks read during a Maildir import is found under its new name")
    func renamed() async throws {
        try await TestFolder.with { folder async throws in
            try folder.write(MailText("1").raw, to: "mail/new/1")
            try FileManager.default.createDirectory(
                atPath: folder.path + "/mail/cur", withIntermediateDirectories: true)
            let entry = try #require(try MaildirReader(path: folder.path + "/mail").entries.first)
            try FileManager.default.moveItem(
                atPath: folder.path + "/mail/new/1", toPath: folder.path + "/mail/cur/1:2,S")
            let contents = try #require(MaildirReader.contents(of: entry))
            #expect(contents.flags == ["S"] && !contents.bytes.isEmpty)
        }
    }
}
