import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Templates", .timeLimit(.minutes(10)))
struct TemplatesTests {
    private let folder: TemporaryFolder
    private var templates: Templates { Templates(beside: folder.file("config.json")) }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("templates/folder"), withIntermediateDirectories: true)
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("templates/" + name)))
    }

    private func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    @Test("are the text files of their folder, named without .md and .txt")
    func names() throws {
        for name in ["thanks.md", "out of office.txt", "v1.2", ".hidden", "old~", "#lock#"] { try write(name, "x") }
        try write("elsewhere", "y")
        let link = folder.file("templates/link.md")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: folder.file("templates/elsewhere"))
        #expect(mkfifo(folder.file("templates/pipe"), 0o600) == 0)
        #expect(templates.names == ["elsewhere", "link", "out of office", "thanks", "v1.2"])
        #expect(try templates.text(of: "link") == "y")
        #expect(Templates(beside: folder.file("nowhere/config.json")).names.isEmpty)
    }

    @Test("are read as they are, without the line end that editors add")
    func texts() throws {
        try write("a.md", "\u{FEFF}Hi {name},\r\n{other}\r\n")
        #expect(try templates.text(of: "a") == "Hi {name},\n{other}")
        #expect(try templates.text(of: "a.md") == "Hi {name},\n{other}")
        try write("bytes", [0x48, 0xFF])
        try write("zero", "a\0b")
        try write("long", Array(repeating: 0x61, count: 2 << 20))
        func words(_ name: String) -> String {
            do throws(Templates.Failure) { return try templates.text(of: name) } catch { return error.words }
        }
        #expect(words("bytes").contains("is not UTF-8") && words("zero").contains("is not UTF-8"))
        #expect(words("long").contains("too long"))
        #expect(words("b") == "there is no template “b”; there is a, bytes, long, zero")
        #expect(words("../config.json").hasPrefix("there is no template"))
    }

    @Test(
        "the recipient is called by their first name, as far as the name tells it",
        arguments: [
            ("Ann Ortiz", "Ann"), ("Ortiz, Ann", "Ann"), ("Dr. Ann Ortiz", "Ann"), ("ann", "ann"),
            ("“Ann” Ortiz", "Ann"), ("", ""), ("ann@example.test", ""), ("Ortiz,", ""), ("山田太郎", "山田太郎"),
        ])
    func firstNames(name: String, first: String) {
        let person = MailAddress(name: name, email: "a@example.test")
        #expect(Templates.firstName(of: person) == first)
        let text = first.isEmpty ? "Hi,  {x}" : "Hi \(first),  {x}\(first)"
        #expect(Templates.filled("Hi {name},  {x}{name}", for: person) == text)
        #expect(Templates.filled("Hi {name},", for: nil) == "Hi,")
    }

    @Test("a hostile name brings no control characters, and no other placeholder")
    func hostile() {
        let person = MailAddress(name: "\u{1B}[31mAnn\n{name}\u{202E}", email: "a@example.test")
        let text = Templates.filled("Hi {name}!", for: person)
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E } && text.hasSuffix("!"))
    }

    @Test("a key inserts one at the cursor, and undo takes it out; a folder without any is named")
    @UI
    func composer() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "a", from: "anna", at: 1, body: "Hello"))
        let message = try #require(try world.session.messages(of: try world.thread("t-a")).first)
        let composer = try #require(ComposeScreen(.answer(.reply, message), around: world))
        #expect(composer.perform(.template) && world.pushed.isEmpty)
        world.settingsFile = SettingsFile(path: folder.file("config.json"), own: [])
        #expect(composer.perform(.template))
        await world.settle()
        #expect(world.pushed.isEmpty && world.said.last?.contains(folder.file("templates")) == true, "\(world.said)")
        try write("thanks.md", "Hi {name},\nthank you.\n")
        try write("later.md", "x")
        #expect(composer.perform(.template))
        await world.settle()
        let choice = try #require(world.pushed.last as? ChoiceScreen)
        #expect(choice.picker.list.rows == ["later", "thanks"] && choice.boxLine?.deed == "insert")
        choice.type("th\n")
        #expect(composer.holdsEvents && composer.endsHolding, "what is typed now comes behind the template")
        await world.settle()
        #expect(!composer.holdsEvents)
        let text = composer.form.body.text
        #expect(text.hasPrefix("Hi Anna,\nthank you.") && text.contains("> Hello"), "\(text)")
        #expect(composer.form.focus == .body && composer.form.body.cursor.line == 1)
        let isUndone = composer.form.body.undo()
        #expect(isUndone && !composer.form.body.text.contains("thank you"))
    }
}
