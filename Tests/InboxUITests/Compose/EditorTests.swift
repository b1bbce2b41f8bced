import Foundation
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("The user's own editor", .timeLimit(.minutes(10)))
struct EditorTests {
    private let world: FakeSurroundings
    private let screen: ComposeScreen
    private let folder: TemporaryFolder
    private var root: String { folder.file("open") }

    init() throws {
        world = try FakeSurroundings()
        folder = try TemporaryFolder()
        screen = try #require(ComposeScreen(.new(account: nil), around: world))
        screen.copies = OpenedFiles(root: folder.file("open"))
        while screen.form.focus != .body { _ = screen.perform(.nextLink) }
        _ = screen.handle(.paste("Before"))
    }

    /// Makes an editor write the file and exit.
    private func edit(_ status: Int, _ write: @escaping (String) throws -> Void) async {
        let before = world.draws
        world.program = { arguments in
            try? write(arguments.last ?? "")
            return status
        }
        _ = screen.perform(.editor)
        await world.until { world.draws > before + 1 || !world.said.isEmpty || world.pushed.last is QuestionScreen }
    }

    private var files: [String] { FileManager.default.subpaths(atPath: root)?.filter { $0.hasSuffix(".txt") } ?? [] }

    @Test("F-5: the file is in a private folder, and is deleted once the text is read")
    func place() async throws {
        let seen = Seen()
        await edit(0) { path in
            seen.path = path
            seen.mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            try "After\n".write(toFile: path, atomically: false, encoding: .utf8)
        }
        #expect(seen.path.hasPrefix(root + "/") && seen.mode == 0o600)
        #expect(screen.form.body.text == "After")
        await world.settle()
        #expect(files.isEmpty && screen.keeping == .kept, "the store has it before its file goes")
    }

    @Test("a second press before the editor has opened does not open it again on the old text")
    func pressedTwice() async throws {
        let runs = Runs()
        world.program = { arguments in
            runs.count += 1
            try? "Written \(runs.count)".write(toFile: arguments.last ?? "", atomically: false, encoding: .utf8)
            return 0
        }
        for _ in 0..<2 { _ = screen.perform(.editor) }
        await world.until { screen.form.body.text.hasPrefix("Written") }
        await world.settle()
        #expect(runs.count == 1 && screen.form.body.text == "Written 1" && files.isEmpty)
    }

    @Test("with the setting, the editor opens once on a new message and the cursor stays in To")
    func atOnce() async throws {
        let runs = Runs()
        world.program = { arguments in
            runs.count += 1
            try? "Written elsewhere".write(toFile: arguments.last ?? "", atomically: false, encoding: .utf8)
            return 0
        }
        screen.appear()
        #expect(!screen.awaitsEditor)
        world.settings.editorAtOnce = true
        let new = try #require(ComposeScreen(.new(account: nil), around: world))
        new.copies = OpenedFiles(root: folder.file("open"))
        new.appear()
        await world.until { new.form.body.text.contains("Written elsewhere") }
        #expect(new.form.focus != .body && runs.count == 1)
        new.appear()
        #expect(!new.awaitsEditor && runs.count == 1)
        await world.settle()
        let draft = try #require(new.draft)
        let again = try #require(ComposeScreen(.draft(draft), around: world))
        #expect(!again.awaitsEditor, "a draft opens in the composer")
    }

    @Test("it doesn't open by itself after typing, nor under another screen")
    func notAtOnce() throws {
        world.settings.editorAtOnce = true
        world.program = { _ in
            Issue.record("the editor was opened")
            return 0
        }
        let new = try #require(ComposeScreen(.new(account: nil), around: world))
        new.editAtOnce()
        #expect(new.awaitsEditor, "not before it is in front")
        _ = new.handle(.paste("somebody@else.example, "))
        new.appear()
        #expect(!new.awaitsEditor && !new.isEditing)
    }

    @Test(
        "a late change of sender waits for the editor's text, and text for a closed message stays in a file"
    )
    func meanwhile() async throws {
        let new = screen
        var switched = ""
        let late: @UI () -> Void = { switched = new.form.body.text }
        world.program = { arguments in
            new.lateSwitch = late
            try? "Written elsewhere".write(toFile: arguments.last ?? "", atomically: false, encoding: .utf8)
            return 0
        }
        _ = screen.perform(.editor)
        await world.until { !screen.isEditing && switched != "" }
        #expect(switched == "Written elsewhere" && screen.lateSwitch == nil)
        await world.settle()

        await edit(0) { [screen] path in
            try "Too late".write(toFile: path, atomically: false, encoding: .utf8)
            UI.assumeIsolated { screen.isOver = true }
        }
        #expect(screen.form.body.text == "Written elsewhere")
        let path = try #require(world.said.last?.components(separatedBy: " is in ").last)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "Too late")
    }

    @Test(
        "F-6: text saved by an editor that failed is used or stays in its file, as the user decides",
        arguments: [true, false])
    func failed(takes: Bool) async throws {
        await edit(130) { try "Much work".write(toFile: $0, atomically: false, encoding: .utf8) }
        let question = try #require(world.pushed.last as? QuestionScreen)
        #expect(screen.form.body.text == "Before", "nothing is replaced without being asked")
        _ = question.handle(.key(takes ? .enter : .escape))
        #expect(screen.form.body.text == (takes ? "Much work" : "Before"))
        await world.settle()
        OpenedFiles(root: root).removeAll()
        guard !takes else { return #expect(files.isEmpty) }
        let path = try #require(world.said.last?.components(separatedBy: " is in ").last)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "Much work")
    }

    @Test("F-6: an empty or missing file replaces nothing, whatever the exit status", arguments: [0, 1])
    func empty(status: Int) async throws {
        await edit(status) { try "".write(toFile: $0, atomically: false, encoding: .utf8) }
        #expect(screen.form.body.text == "Before" && world.said.last?.contains("the text is unchanged") == true)
        let before = world.said.count
        await edit(status) { try FileManager.default.removeItem(atPath: $0) }
        await world.until { world.said.count > before }
        #expect(screen.form.body.text == "Before")
        #expect(world.said.last == "The editor's file can't be read; the text is unchanged", "no file is named")
    }

    @Test("F-6: a file that can't be read is kept, and named")
    func unreadable() async throws {
        await edit(1) { path in
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        await world.until { !world.said.isEmpty }
        let path = try #require(world.said.last?.components(separatedBy: "the text is unchanged. It is ").last)
        #expect(FileManager.default.fileExists(atPath: path) && path.contains("/kept-"))
    }

    @Test(
        "F-6: an editor that returns at once keeps its file while Maraca runs, and Maraca says it must wait")
    func window() async throws {
        screen.leastEditing = .seconds(3600)
        await edit(0) { _ in }
        #expect(world.said.last?.contains("must wait") == true && screen.form.body.text == "Before")
        let path = try #require(world.said.last?.components(separatedBy: " edits ").last)
        try "Saved later".write(toFile: path, atomically: false, encoding: .utf8)
        let kept = OpenedFiles(root: root).removeAll()
        #expect(try String(contentsOfFile: try #require(kept.first), encoding: .utf8) == "Saved later")
    }

    @Test("F-6: a text that is too long for a message is kept, and named")
    func tooLong() async throws {
        await edit(0) {
            try String(repeating: "far too many words\n", count: 300_000).write(
                toFile: $0, atomically: false, encoding: .utf8)
        }
        #expect(screen.form.body.text == "Before")
        let kept = try #require(files.first)
        #expect(world.said.last?.hasSuffix(kept) == true && world.said.last?.contains("too long") == true)
    }

    @Test("F-6: text in another charset than UTF-8 loses no letter")
    func charset() async throws {
        await edit(0) { try Data([0x47, 0x72, 0xFC, 0xDF, 0x65]).write(to: URL(fileURLWithPath: $0)) }
        #expect(screen.form.body.text == "Grüße")
    }

    @Test("F-6: bytes that are no UTF-8 change no letter beside them")
    func brokenText() async throws {
        let written = Array("Grüße, ".utf8) + [0x80, 0xF6] + Array(" Köln".utf8) + [0xC3]
        await edit(0) { try Data(written).write(to: URL(fileURLWithPath: $0)) }
        #expect(screen.form.body.text == "Grüße, €ö KölnÃ")
    }

    @Test("F-6: text in UTF-16 is read by its byte order mark")
    func wideText() async throws {
        await edit(0) { path in
            let written = "Grüße".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            try Data([0xFF, 0xFE] + written).write(to: URL(fileURLWithPath: path))
        }
        #expect(screen.form.body.text == "Grüße")
    }

    @Test("F-6: an editor that outlives Maraca keeps its file until the next Maraca cleans up")
    func outlives() throws {
        let copies = OpenedFiles(root: root)
        let open = try #require(EditedFile("a", in: copies))
        #expect(copies.removeAll(isEnding: true).isEmpty)
        #expect(FileManager.default.fileExists(atPath: open.path))
        #expect(copies.removeAll().isEmpty && files.isEmpty)
    }

    @Test("F-6: what an editor saved before the terminal was closed is left to the next start, which names it")
    func unheard() throws {
        let copies = OpenedFiles(root: root)
        let file = try #require(EditedFile("a", in: copies))
        try "b".write(toFile: file.path, atomically: false, encoding: .utf8)
        #expect(copies.removeAll(isEnding: true, tells: false).isEmpty)
        #expect(FileManager.default.fileExists(atPath: file.path))
        let kept = try #require(copies.removeAll().first)
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == "b")
    }

    @Test("F-6: of what an editor left beside the text, such as a swap file, only the text is named; all of it is kept")
    func swapFile() throws {
        let copies = OpenedFiles(root: root)
        let file = try #require(EditedFile("a", in: copies))
        let swap = (file.path as NSString).deletingLastPathComponent + "/.message.txt.swp"
        for path in [swap, file.path, file.path + "~"] {
            try "b".write(toFile: path, atomically: false, encoding: .utf8)
        }
        let spared = copies.removeAll()
        let kept = try #require(spared.first)
        #expect(spared.count == 1 && (kept as NSString).lastPathComponent == "message.txt")
        let names = try FileManager.default.contentsOfDirectory(
            atPath: (kept as NSString).deletingLastPathComponent)
        #expect(names.sorted() == [".message.txt.swp", "message.txt", "message.txt~"])
    }

    @Test(
        "the editor's text ends with a newline, and reading it back adds none",
        arguments: ["a", "a\n", ""])
    func lastLine(text: String) throws {
        let file = try #require(EditedFile(text, in: OpenedFiles(root: root)))
        let url = URL(fileURLWithPath: file.path)
        #expect(try String(contentsOf: url, encoding: .utf8) == (text.isEmpty ? "" : "a\n") && file.outcome == .same)
        try (String(contentsOf: url, encoding: .utf8) + "b\n").write(to: url, atomically: false, encoding: .utf8)
        #expect(file.outcome == .changed(text.isEmpty ? "b" : "a\nb"))
    }

    @Test("an empty variable names no editor")
    func unset() {
        #expect(Editor.command(for: "/a", environment: ["VISUAL": "", "EDITOR": "ed"]) == ["ed", "/a"])
        #expect(Editor.command(for: "/a", environment: ["VISUAL": " ", "EDITOR": ""]) == ["vi", "/a"])
    }

    @Test("an editor's command may contain quotes, as in a shell")
    func quoted() {
        #expect(Editor.command(for: "/a b", environment: ["EDITOR": "code --wait"]) == ["code", "--wait", "/a b"])
        #expect(
            Editor.command(for: "/a b", environment: ["VISUAL": "emacsclient -a ''", "EDITOR": "ed"])
                == ["/bin/sh", "-c", "emacsclient -a '' \"$@\"", "editor", "/a b"])
    }

    @Test("F-5, F-6: after a crash, an untouched file is deleted and an edited file is kept")
    func swept() throws {
        let copies = OpenedFiles(root: root)
        let untouched = try #require(EditedFile("a", in: copies))
        let written = try #require(EditedFile("b", in: copies))
        try "b, and more".write(toFile: written.path, atomically: false, encoding: .utf8)
        let spared = copies.removeAll()
        #expect(!FileManager.default.fileExists(atPath: untouched.path))
        #expect(spared.count == 1 && files.count == 1)
        #expect(try String(contentsOfFile: try #require(spared.first), encoding: .utf8) == "b, and more")
        #expect(copies.removeAll().isEmpty && files.count == 1)
    }
}

/// What a fake editor saw.
private final class Seen {
    var path = ""
    var mode: Int?
}

@UI
private final class Runs {
    var count = 0
}
