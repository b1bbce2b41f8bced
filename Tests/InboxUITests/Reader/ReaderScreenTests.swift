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
@Suite("Reader", .timeLimit(.minutes(10)))
struct ReaderScreenTests {
    private func screen(_ text: String, _ world: FakeSurroundings, file: MessageFile? = nil) -> ReaderScreen {
        let content = ReaderScreen.Content(text: StyledText(plain: text), bytes: Array(text.utf8))
        return ReaderScreen("notes.txt", file: file.map { ($0, 1) }, around: world) { content }
    }

    private func text(_ world: FakeSurroundings, _ screen: ReaderScreen) -> String { world.draw(screen, 40, 12).golden }

    @Test("a text is shown and scrolled, and a search goes from match to match")
    func finds() async throws {
        let world = try FakeSurroundings()
        let lines = (1...60).map { $0 % 20 == 0 ? "Needle \($0)" : "line \($0)" }
        let screen = screen(lines.joined(separator: "\n"), world)
        await world.until { text(world, screen).contains("line 1 ") }
        _ = screen.perform(.search)
        let prompt = try #require(world.pushed.last as? EntryScreen)
        prompt.type("needle")
        _ = prompt.handle(.key(.enter))
        #expect(text(world, screen).contains("Needle 20"))
        _ = screen.perform(.nextMatch)
        #expect(text(world, screen).contains("Needle 40"))
        _ = screen.perform(.previousMatch)
        #expect(text(world, screen).contains("Needle 20"))

        // The last search text is offered, and typed text replaces it.
        for (typed, found) in [("", "Needle 20"), ("line 59", "line 59")] {
            _ = screen.perform(.top)
            _ = screen.perform(.search)
            let again = try #require(world.pushed.last as? EntryScreen)
            #expect(world.draw(again, 60, 12).golden.contains("needle"))
            again.type(typed)
            _ = again.handle(.key(.enter))
            #expect(text(world, screen).contains(found), "\(typed)")
        }
    }

    @Test("a search reaches each match of the last page, marks it, and says when it begins again")
    func findsAtTheEnd() async throws {
        let world = try FakeSurroundings()
        let lines = (1...60).map { [5, 56, 58].contains($0) ? "Needle \($0)" : "line \($0)" }
        let screen = screen(lines.joined(separator: "\n"), world)
        await world.until { text(world, screen).contains("line 1 ") }
        screen.wanted = "needle"
        func marked() -> String {
            let grid = world.draw(screen, 40, 12)
            let rows = (0..<12).filter { grid[3, $0]?.style.ground == .selection }
            return rows.map { grid.text(row: $0).trimmingCharacters(in: .whitespaces) }.joined(separator: ", ")
        }
        let steps: [(Command, String, said: [String])] = [
            (.nextMatch, "Needle 5", []), (.nextMatch, "Needle 56", []), (.nextMatch, "Needle 58", []),
            (.nextMatch, "Needle 5", [Wording.begunAgain(1)]), (.previousMatch, "Needle 58", [Wording.begunAgain(-1)]),
            (.previousMatch, "Needle 56", []),
        ]
        for (command, found, said) in steps {
            let before = world.said.count
            #expect(screen.perform(command) && marked() == found)
            #expect(Array(world.said.dropFirst(before)) == said, "\(found)")
        }
        #expect(screen.perform(.top) && marked().isEmpty)
        screen.wanted = "needle 5"
        #expect(screen.perform(.nextMatch))
        screen.wanted = "needle 58"
        #expect(screen.perform(.nextMatch) && screen.perform(.nextMatch) && marked() == "Needle 58")
        #expect(world.said.last == "This is the only match.")
    }

    @Test("the reader offers to add contacts only for an address card, and names the key there")
    func card() async throws {
        let world = try FakeSurroundings()
        for (name, isCard) in [("eve.vcf", true), ("eve.txt", false)] {
            var kept: [[UInt8]] = []
            let file = MessageFile(remoteID: RemoteID("f"), fileName: name, contentType: "", size: 3)
            let content = ReaderScreen.Content(text: StyledText(plain: "Eve"), bytes: Array("Eve".utf8))
            let screen = ReaderScreen(name, file: (file, 1), around: world, keepCards: { kept.append($0) }) { content }
            await world.until { text(world, screen).contains("Eve ") }
            #expect(world.text(screen, 120, 12).last?.contains("ga add contact") == isCard)
            _ = screen.perform(.addContact)
            #expect(kept == (isCard ? [Array("Eve".utf8)] : []))
        }
    }

    @Test("a search finds nothing and says so while the text loads or after it failed")
    func findsNothing() async throws {
        let world = try FakeSurroundings()
        let screen = ReaderScreen("Headers", around: world) { () async throws(SessionError) in
            throw .remote(RemoteError(.unreachable(detail: "no route"), call: "message"))
        }
        for isHere in [false, true] {
            if isHere { await world.until { text(world, screen).contains("reached") } }
            _ = screen.perform(.search)
            let prompt = try #require(world.pushed.last as? EntryScreen)
            prompt.type("needle")
            _ = prompt.handle(.key(.enter))
            #expect(
                world.said.last == "“needle” is not here" || world.said.last == "“needleneedle” is not here")
        }
    }

    @Test("F-4: an executable file is not opened, and a message says why")
    func risky() async throws {
        let world = try FakeSurroundings()
        let file = MessageFile(remoteID: RemoteID("f"), fileName: "bill.pdf.sh", contentType: "text/plain", size: 3)
        let screen = screen("#!/bin/sh", world, file: file)
        await world.until { text(world, screen).contains("#!/bin/sh") }
        #expect(!text(world, screen).contains("o open") && text(world, screen).contains("A save"))
        _ = screen.perform(.openWith)
        #expect(world.said.isEmpty, "what reads and writes files holds up no key")
        await world.until { !world.said.isEmpty }
        #expect(world.said.last?.hasPrefix("Not opened, since it is a script") == true)
    }

    @Test("F-5: copies go to a private folder and are deleted later; a symbolic link is not used")
    func copies() throws {
        let folder = try TemporaryFolder()
        let files = OpenedFiles(root: folder.file("open"))
        let path = try #require(files.keep([1, 2], as: "a.pdf"))
        #expect(path.hasSuffix("/a.pdf") && FileManager.default.contents(atPath: path) == Data([1, 2]))
        #expect(try folder.mode("open") == 0o700)
        // Of a process that runs, and of one that has ended.
        for process in ["1", "999999999"] {
            try FileManager.default.createDirectory(
                atPath: folder.file("open/\(process)"), withIntermediateDirectories: false)
        }
        files.removeAll()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("open")) == ["1"])
        try FileManager.default.removeItem(atPath: folder.file("open/1"))
        files.removeAll()
        #expect(!FileManager.default.fileExists(atPath: folder.file("open")))
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.path)
        #expect(OpenedFiles(root: folder.file("link")).keep([1], as: "a") == nil)
    }

    @Test("F-5: another user's folder is not used", .enabled(if: getuid() == 0, "only root can give one away"))
    func foreignFolder() throws {
        let folder = try TemporaryFolder()
        let files = OpenedFiles(root: folder.file("open"))
        #expect(files.keep([1], as: "a") != nil)
        try #require(chown(folder.file("open"), 1, 1) == 0)
        #expect(files.keep([1], as: "a") == nil && files.removeAll().isEmpty)
        #expect(FileManager.default.fileExists(atPath: folder.file("open")))
    }

    @Test("F-5: where somebody else has taken the private folder's name, there is another one, which is found again")
    func takenName() throws {
        let folder = try TemporaryFolder()
        let usual = OpenedFiles.root(in: folder.path + "/")
        try FileManager.default.createDirectory(atPath: usual, withIntermediateDirectories: false)
        // Others may look into it, as into their own.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: usual)
        let other = OpenedFiles.root(in: folder.path + "/")
        #expect(other != usual && OpenedFiles(root: other).keep([1], as: "a") != nil)
        #expect(OpenedFiles.root(in: folder.path + "/") == other)
        // Also once the name is free: otherwise what a crash has left would stay.
        try FileManager.default.removeItem(atPath: usual)
        #expect(OpenedFiles.root(in: folder.path + "/") == other)
        try FileManager.default.createDirectory(atPath: usual, withIntermediateDirectories: false)
        OpenedFiles(root: other).removeAll()
        #expect(!FileManager.default.fileExists(atPath: other) && FileManager.default.fileExists(atPath: usual))
    }

    @Test("opening a file reports success when the program ends, or failure in the program's words")
    func opener() async throws {
        let world = try FakeSurroundings()
        let folder = try TemporaryFolder()
        func program(_ name: String, _ lines: String) throws -> String {
            let path = folder.file(name)
            try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            return path
        }
        let bad = try program("bad", "echo first >&2; echo 'no viewer for this type' >&2; exit 2")
        let good = try program("good", "exit 0")
        let file = MessageFile(remoteID: RemoteID("f"), fileName: "notes.txt", contentType: "text/plain", size: 3)
        for (path, words) in [
            (bad, "\(bad) could not open it (2): no viewer for this type. Set another program in `openers`."),
            (good, "Opened with \(good)"),
        ] {
            world.settings.openers = [".txt": path]
            let screen = screen("text", world, file: file)
            await world.until { text(world, screen).contains("text") }
            #expect(text(world, screen).contains("o open"))
            _ = screen.perform(.openWith)
            await world.until { world.said.contains(words) }
            #expect(world.said.contains("Opening it with \(path)"))
        }
    }

    @Test("an opener's error is shortened and omits the program's name and the copy's path")
    func openerWords() {
        let path = "/tmp/maraca-open-0/31022/BAD9F8A8-0000/notes.txt"
        func words(_ said: String) -> String { FileOpener.reason(said, of: "/usr/bin/gio open", about: path) }
        #expect(words("gio: file://\(path): no program for text/plain") == ": no program for text/plain")
        #expect(words("") == "" && words("gio: \(path)") == "")
        #expect(words(String(repeating: "long ", count: 50)).count < 80)
    }

    @Test("F-3: a piped command gets the bytes on its standard input, and what it prints is shown")
    func pipe() async throws {
        let world = try FakeSurroundings()
        world.pipe(
            Array("quiet $(touch x)".utf8), note: "The shell gets a file.",
            from: HelpScreen(context: .list, around: world, keys: KeyMap()))
        let entry = try #require(world.pushed.last as? EntryScreen)
        entry.type("tr a-z A-Z; exit 3")
        _ = entry.handle(.key(.enter))
        await world.until { world.said.last?.contains("failed (3)") == true }
        let shown = try #require(world.pushed.last as? TextScreen)
        #expect(world.draw(shown, 60, 12).golden.contains("QUIET $(TOUCH X)"))
        // The last command is only offered, and errors of any part of a pipeline are shown.
        try world.store.writeNow { try $0.setSetting("wc -l", key: "pipe.last") }
        world.pipe([], note: "", from: shown)
        let second = try #require(world.pushed.last as? EntryScreen)
        #expect(second.field.isEmpty && world.draw(second, 60, 12).golden.contains("wc -l"))
        #expect(second.handle(.key(.up)) && second.field.text == "wc -l")
        world.pipe([], note: "", from: shown)
        let third = try #require(world.pushed.last as? EntryScreen)
        third.type("echo no such thing >&2 | cat")
        _ = third.handle(.key(.enter))
        await world.until { world.said.last?.hasSuffix("is done, but said: no such thing") == true }
    }

    /// A mail with a text and an embedded mail without a name, which has a file of its own.
    private static let box = """
        From: Zoe <zoe@else.example>
        Subject: The box
        Content-Type: multipart/mixed; boundary=a

        --a

        Outer text.
        --a
        Content-Type: text/plain
        Content-Disposition: attachment; filename="notes.txt"

        What was said
        --a
        Content-Type: message/rfc822

        From: Carl <carl@else.example>
        Subject: The inner message
        Content-Type: multipart/mixed; boundary=b

        --b

        Inner text.
        --b
        Content-Type: text/x-patch
        Content-Disposition: attachment; filename="fix.diff"

        +one line
        --b--
        --a--
        """

    @Test("F-4: the thread warns of a program disguised by its name once it loads")
    func disguised() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "m", thread: "t", from: "anna", files: ["invoice.pdf"], body: "Please pay."))
        let account = world.account
        try world.store.writeNow {
            try $0.save(file: RemoteID("f-invoice.pdf"), account: account, Data("MZ\u{1}".utf8), now: Date())
        }
        let thread = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(thread)
        let words = "This is a program for Windows, whatever its name says"
        await world.until { world.text(thread).contains { $0.contains(words) } }
        #expect(world.text(thread).contains { $0.contains(words) })
    }

    @Test("files in attached mail open and save separately at any depth; an unnamed mail takes its subject as its name")
    func innerFiles() async throws {
        let world = try FakeSurroundings()
        var message = RemoteMessage.remote(id: "box", thread: "t", from: "anna", files: ["x"], body: "See the mail.")
        message.files[0].contentType = "message/rfc822"
        message.files[0].fileName = ""
        message.files[0].size = Self.box.utf8.count
        try world.fill(message)
        let account = world.account
        try world.store.writeNow {
            try $0.save(file: RemoteID("f-x"), account: account, Data(Self.box.utf8), now: Date())
        }
        let thread = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(thread)
        await world.until { world.text(thread).contains { $0.contains("The box.eml") } }
        _ = thread.perform(.nextLink)
        _ = thread.perform(.open)
        let outer = try #require(world.pushed.last as? ReaderScreen)
        await world.until { world.text(outer).contains { $0.contains("Outer text") } }
        #expect(world.text(outer)[0].contains("The box.eml"))
        #expect(world.text(outer).contains { $0.contains("notes.txt") })
        #expect(world.text(outer).contains { $0.contains("The inner message.eml") })
        #expect(screenGolden("reader-attached-mail", { world.draw(outer, $0, $1) }) == nil)
        _ = outer.perform(.nextLink)
        _ = outer.perform(.save)
        await world.settle()
        #expect(world.said.last?.hasPrefix("Saved notes.txt") == true)
        _ = outer.perform(.nextLink)
        _ = outer.perform(.save)
        await world.settle()
        #expect(world.said.last?.hasPrefix("Saved The inner message.eml") == true)
        _ = outer.perform(.fetch)
        let inner = try #require(world.pushed.last as? ReaderScreen)
        #expect(inner !== outer)
        await world.until { world.text(inner).contains { $0.contains("Inner text") } }
        _ = inner.perform(.nextLink)
        _ = inner.perform(.fetch)
        let diff = try #require(world.pushed.last as? ReaderScreen)
        await world.until { world.text(diff).contains { $0.contains("+one line") } }
        #expect(world.text(diff)[0].contains("fix.diff"))
        // The embedded mail is forwarded as a file, although no server has it.
        _ = inner.perform(.previousLink)
        _ = inner.perform(.forward)
        await world.until { world.pushed.last is ComposeScreen }
        let composer = try #require(world.pushed.last as? ComposeScreen)
        #expect(composer.form.content.subject == "Fwd: The inner message")
        #expect(composer.form.content.files.map(\.fileName) == ["The inner message.eml"])
    }

    @Test("a reply to attached mail uses its sender, its text and its Message-ID")
    func answersMail() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "box", from: "anna"))
        let container = try #require(
            try world.store.read { try $0.message(RemoteID("box"), account: world.account) })
        let source = """
            From: Zoe <zoe@else.example>
            To: me@example.test, Carl <carl@else.example>
            Subject: The plan
            Message-ID: <plan@else.example>
            References: <idea@else.example>

            Shall we?
            """
        var answered: (Answer.Kind, [UInt8])?
        let content = ReaderScreen.Content(text: StyledText(plain: source), bytes: Array(source.utf8))
        let screen = ReaderScreen(
            "plan.eml", around: world, answer: { kind, bytes, _ in answered = (kind, bytes) }
        ) { content }
        await world.until { text(world, screen).contains("Shall we") }
        #expect(screen.perform(.replyAll))
        let (kind, bytes) = try #require(answered)
        let request = ComposeRequest.answerAttached(kind, AttachedMail(bytes, in: container))
        let form = try #require(ComposeScreen(request, around: world)).form
        #expect(form.content.to.map(\.email) == ["zoe@else.example", "carl@else.example"])
        #expect(form.content.subject == "Re: The plan" && form.content.inReplyTo == nil)
        #expect(form.content.references == ["<idea@else.example>", "<plan@else.example>"])
        #expect(form.body.text.contains("Zoe wrote:\n> Shall we?"))

        let plain = self.screen("no mail", world)
        await world.until { text(world, plain).contains("no mail") }
        #expect(plain.perform(.reply) && world.said.last == "You can only reply to mail: this is something else")
    }

    @Test("a non-text file says it can't be shown")
    func binary() async throws {
        let world = try FakeSurroundings()
        let screen = ReaderScreen("a.png", around: world) { ReaderScreen.Content(text: nil, bytes: [1]) }
        await world.until { text(world, screen).contains("can't be shown as text") }
    }
}
