import Foundation
import InboxKit
import InboxModel
import InboxStore
import MailContent
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Attaching files", .timeLimit(.minutes(10)))
struct AttachingTests {
    private let world: FakeSurroundings
    private let screen: ComposeScreen

    init() throws {
        world = try FakeSurroundings()
        var mail = RemoteMessage.remote(
            id: "m", from: "anna", subject: "The plan", at: 5, files: ["plan.pdf"], body: "Here it is.")
        mail.files[0].contentType = "application/pdf"
        try world.fill(mail)
        let account = world.account
        try world.store.writeNow {
            try $0.save(file: RemoteID("f-plan.pdf"), account: account, Data("the plan".utf8), now: Date())
        }
        screen = try #require(ComposeScreen(.new(account: nil), around: world))
    }

    private func goToText() {
        while screen.form.focus != .body { _ = screen.perform(.nextLink) }
    }

    private func picker() throws -> FilePickerScreen {
        _ = screen.perform(.attach)
        return try #require(world.pushed.last as? FilePickerScreen)
    }

    private func bytes(_ index: Int = 0) throws -> [UInt8]? {
        let id = try #require(screen.form.files[index].localID)
        return try world.store.read { try $0.upload(id) }?.bytes
    }

    @Test(
        "a command's output becomes a text or binary file", arguments: ["printf 'a b'", "printf '\\377\\376'"])
    func command(line: String) async throws {
        try picker().type("|\(line)\n")
        await world.settle()
        let file = try #require(screen.form.files.first)
        let isText = line.contains("a b")
        #expect(file.fileName == (isText ? "output.txt" : "output.bin"))
        #expect(try bytes() == (isText ? Array("a b".utf8) : [0xFF, 0xFE]))
        #expect(world.text(screen).contains { $0.contains(file.fileName) })
    }

    @Test(
        "a command that fails or prints nothing attaches nothing and reports why",
        arguments: ["echo no >&2; false", "true"])
    func failed(line: String) async throws {
        try picker().type("|\(line)\n")
        await world.settle()
        #expect(screen.form.files.isEmpty)
        #expect(world.said.last == (line == "true" ? "Nothing to attach from true" : "\(line) failed (1): no"))
    }

    @Test("several files show their total size; a single file shows none", arguments: [80, 40])
    func total(width: Int) throws {
        let world = try FakeSurroundings()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        func file(_ name: String, _ size: Int) -> MessageFile {
            MessageFile(remoteID: RemoteID(name), fileName: name, contentType: "text/plain", size: size)
        }
        screen.form.files = [file("one.txt", 1_500_000)]
        #expect(!world.text(screen, width, 24).contains { $0.contains("in all") })
        screen.form.files.append(file("two.txt", 700_000))
        #expect(world.text(screen, width, 24).contains { $0.contains("\(FileSize.text(2_200_000)) in all") })
    }

    @Test("of files without room the number is shown, and the selected one stays in sight", arguments: [80, 40])
    func manyFiles(width: Int) throws {
        screen.form.files = (0..<60).map {
            let name = "file \(100 + $0).txt"
            return MessageFile(remoteID: RemoteID(name), fileName: name, contentType: "text/plain", size: 1_000)
        }
        func shows(_ words: String) -> Bool { world.text(screen, width, 24).contains { $0.contains(words) } }
        #expect(shows("100.txt") && shows("more, 60 kB in all"))
        screen.form.setFocus(.files)
        for index in 0..<60 {
            #expect(shows("\(100 + index).txt"), "\(index)")
            _ = screen.handle(.key(.right))
        }
        screen.form.files = Array(screen.form.files.prefix(2))
        #expect(!shows("more") && shows("2 kB in all"))
    }

    @Test("Space marks several files, in this folder and the next, and Enter attaches them at once")
    func several() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: true)
        for name in ["one.txt", "two.txt", "three.txt", "sub/four.txt"] {
            try Data(name.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
        }
        await world.session.setSetting(folder.path, key: "lastFolder")
        let picker = try picker()
        picker.type("two ")
        picker.type("one ")
        // A second time removes the mark.
        picker.type("three ")
        picker.type("three ")
        await world.until { world.text(picker).contains { $0.contains("Attach 2 marked from") } }
        picker.type("sub\n")
        picker.type("four\n")
        await world.settle()
        #expect(screen.form.files.map(\.fileName) == ["two.txt", "one.txt", "four.txt"])
    }

    @Test("the newest file comes first, folders after files, and letters find the best match")
    func newestFirst() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("a folder"), withIntermediateDirectories: true)
        for (name, day) in [("a.txt", 1.0), ("b.txt", 3), ("c.txt", 2)] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file(name)))
            let date = Date(timeIntervalSince1970: day * 86_400)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.file(name))
        }
        let files = FileFolder(folder.path)
        #expect(files.matching("").map(\.name) == ["..", "b.txt", "c.txt", "a.txt", "a folder"])
        #expect(files.matching("a.t").map(\.name) == ["a.txt"])
    }

    @Test(
        "typed letters also find files in subfolders, after those here; not in hidden or deep folders, or through symlinks"
    )
    func below() async throws {
        let folder = try TemporaryFolder()
        let files = FileManager.default
        let deep = "a/b/c/d/e"
        for name in [deep + "/f/g", ".hidden", "reports/2026"] {
            try files.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        for name in [
            "rent.txt", "reports/2026/rent.pdf", "reports/r-e-n-t.md",
            ".hidden/rent.zip", deep + "/rent.odt", deep + "/f/rent.doc",
        ] {
            try Data(name.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
        }
        try files.createSymbolicLink(atPath: folder.file("reports/up"), withDestinationPath: folder.path)
        let subfolders = Subfolders()
        #expect(
            subfolders.matching("rent", below: folder.path).map(\.name) == [
                "reports/2026/rent.pdf", deep + "/rent.odt", "reports/r-e-n-t.md",
            ])
        #expect(subfolders.matching("up", below: folder.path).map(\.name) == ["reports/up"])
        #expect(subfolders.matching("", below: folder.path).isEmpty)
        // A cancelled search reports nothing, and its partial result is not taken for the whole.
        let other = Subfolders()
        let given = Task { [path = folder.path] in
            while !Task.isCancelled { await Task.yield() }
            return other.matching("rent", below: path).count
        }
        given.cancel()
        #expect(await given.value == 0)
        #expect(other.matching("rent", below: folder.path).count == 3)

        await world.session.setSetting(folder.path, key: "lastFolder")
        let picker = try picker()
        picker.type("rent")
        await world.until { world.text(picker).contains { $0.contains("reports/2026/rent.pdf") } }
        let rows = world.text(picker).filter { $0.contains("rent.") }
        #expect(rows.first?.contains("▌rent.txt") == true)
        picker.type("pdf\n")
        await world.settle()
        #expect(screen.form.files.map(\.fileName) == ["rent.pdf"])
    }

    @Test("@ finds a message and attaches its file")
    func mail() async throws {
        try picker().type("@")
        let mails = try #require(world.pushed.last as? MailFilePickerScreen)
        await world.settle()
        #expect(
            world.text(mails).contains { $0.contains("The plan") }
                && world.text(mails).contains { $0.contains("plan.pdf") })
        _ = mails.handle(.key(.down))
        mails.type("\n")
        await world.settle()
        #expect(screen.form.files.map(\.fileName) == ["plan.pdf"])
        #expect(screen.form.files.map(\.contentType) == ["application/pdf"])
        #expect(try bytes() == Array("the plan".utf8))
        #expect(screen.awaited == nil)
    }

    @Test("@ attaches a whole message, or reports that the message can't be fetched")
    func wholeMail() async throws {
        try picker().type("@")
        try #require(world.pushed.last).type("\n")
        await world.settle()
        #expect(screen.form.files.isEmpty && world.said.count == 1)

        let mail = RemoteMessage.remote(id: "x", from: "bo", subject: "Minutes: May/June", at: 9)
        world.server.put(mail)
        let other = try await world.session.addAccount(
            address: "ann@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        try world.store.receive(mail, account: other.id)
        try picker().type("@")
        try #require(world.pushed.last).type("minutes\n")
        await world.settle()
        #expect(screen.form.files.map(\.fileName) == ["Minutes_ May_June.eml"])
        #expect(screen.form.files.map(\.contentType) == ["message/rfc822"])
        #expect(try bytes() == Array("Subject: Minutes: May/June\r\n\r\n".utf8))
    }

    @Test("a pasted path is offered as a file, or stays text")
    func paste() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("my notes.txt")
        try Data("notes".utf8).write(to: URL(fileURLWithPath: path))
        goToText()
        for pasted in [
            path, "'\(path)'\n", path.replacingOccurrences(of: " ", with: "\\ "),
            "file://" + path.replacingOccurrences(of: " ", with: "%20"),
        ] {
            screen.form.files = []
            _ = screen.handle(.paste(pasted))
            let question = try #require(world.pushed.last as? QuestionScreen)
            _ = question.handle(.key(.enter))
            await world.settle()
            #expect(screen.form.files.map(\.fileName) == ["my notes.txt"], "\(pasted)")
            #expect(try bytes() == Array("notes".utf8))
        }
        #expect(screen.form.body.text.isEmpty)

        screen.form.files = []
        _ = screen.handle(.paste(path))
        _ = try #require(world.pushed.last as? QuestionScreen).handle(.key(.escape))
        #expect(screen.form.files.isEmpty && screen.form.body.text == path)
    }

    @Test("attaching a pipe is refused and doesn't block sending")
    func pipe() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        screen.attach([path])
        await world.settle()
        #expect(world.said.count == 1 && world.said.last?.hasSuffix("can't be attached: it is not a file") == true)
        #expect(screen.comingFiles == 0 && screen.form.files.isEmpty)
        screen.type("carl@example.org")
        goToText()
        screen.type("Hello")
        _ = screen.perform(.send)
        #expect(world.said.count == 1)
    }

    @Test("a message does not leave without the file that was chosen just before the send key")
    func sendKeyAfterFile() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("notes.txt")
        try Data("notes".utf8).write(to: URL(fileURLWithPath: path))
        screen.type("carl@example.org,")
        screen.form.subject = TextField("Notes", limit: 100)
        goToText()
        screen.type("Hello")
        screen.attach([path])
        _ = screen.perform(.send)
        await world.settle()
        #expect(screen.form.files.map(\.fileName) == ["notes.txt"] && world.pops == 0)
        #expect(world.said.count == 1 && world.said.last?.hasPrefix("A file is still being fetched") == true)
        _ = screen.perform(.send)
        await world.settle()
        #expect(world.pops == 1)
    }

    @Test("a file too large for any server is not read")
    func huge() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("disk.img")
        // A sparse file, which takes no space on disk but would in memory.
        try Data().write(to: URL(fileURLWithPath: path))
        try #require(truncate(path, 1 << 40) == 0)
        screen.attach([path])
        await world.settle()
        #expect(world.said == ["disk.img has 1.1 TB, but few servers take more than 100 MB"])
        #expect(screen.form.files.isEmpty)
    }

    @Test("a file larger than the server takes is refused in a sentence, alone and beside other files")
    func tooLarge() async throws {
        let folder = try TemporaryFolder()
        let account = world.account
        try world.store.writeNow { try $0.setSyncState("5", key: "attachmentLimit", account: account) }
        for (name, size) in [("big.bin", 6), ("one.bin", 4), ("two.bin", 2)] {
            try Data(repeating: 65, count: size).write(to: URL(fileURLWithPath: folder.file(name)))
            screen.attach([folder.file(name)])
            await world.settle()
        }
        #expect(screen.form.files.map(\.fileName) == ["one.bin"])
        #expect(
            world.said == [
                "big.bin has 6 B, but the server takes at most 5 B",
                "two.bin has 2 B, too much with the other files: the server takes at most 5 B",
            ])
    }

    @Test("the end of a long file name stays in sight, and the blanks before it do not")
    func longNames() {
        let name = "photo.jpg" + String(repeating: " ", count: 80) + ".exe"
        for name in [name, "a-very-long-name-of-a-file-that-does-not-fit-here.exe"] {
            screen.form.files = [
                MessageFile(remoteID: RemoteID("f"), fileName: name, contentType: "application/octet-stream", size: 10)
            ]
            #expect(world.text(screen, 40, 24).contains { $0.contains(".exe (10 B)") }, "\(name)")
        }
    }

    @Test("cancelling a read from a hung disk returns immediately")
    func abandoned() async throws {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let disk = DispatchSemaphore(value: 0)
        let reading = Task {
            await Abandonable.value {
                beginning.yield()
                disk.wait()
                return 1
            }
        }
        for await _ in begun { break }
        reading.cancel()
        #expect(await reading.value == nil)
        disk.signal()
        #expect(await Abandonable.value { 2 } == 2)
    }

    @Test("T-7: a pasted text that names no file, or contains keys, stays text")
    func pastedText() async throws {
        goToText()
        let before = world.pushed.count
        for text in ["/no/such/file", "q\n:send\u{1B}[201~\u{13}", "/etc"] { _ = screen.handle(.paste(text)) }
        await world.settle()
        #expect(world.pushed.count == before && world.pops == 0 && world.acted.isEmpty && screen.form.files.isEmpty)
        #expect(screen.form.body.text.hasPrefix("/no/such/fileq\n:send"))
    }

    @Test(
        "the picker names the folder it lists, also while a path is typed",
        arguments: [
            ("", "/home/ann"), ("rep", "/home/ann"), ("/tmp/", "/tmp"), ("/tmp/lett", "/tmp"),
            ("docs/", "/home/ann/docs"),
            ("docs/re", "/home/ann/docs"), ("../bob/", "/home/bob"), ("| tar c docs/", "/home/ann"),
        ])
    func namesFolder(typed: String, folder: String) {
        #expect(FileFolder.folder(of: typed, in: "/home/ann") == folder)
    }
}
