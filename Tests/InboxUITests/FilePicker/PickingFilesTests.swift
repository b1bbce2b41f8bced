import Foundation
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Picking files", .timeLimit(.minutes(10)))
struct PickingFilesTests {
    private let world: FakeSurroundings
    private let folder: TemporaryFolder

    init() throws {
        world = try FakeSurroundings()
        try world.fill(.remote(id: "m", from: "anna", subject: "Gardening", at: 5, files: ["plan.pdf"], body: "Here."))
        folder = try TemporaryFolder()
        for name in ["a b.txt", "c.txt"] {
            try Data(name.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
        }
    }

    @Test("the picker takes dropped paths: quoted, with backslashes, or several at once")
    func dropped() throws {
        let (first, second) = (folder.file("a b.txt"), folder.file("c.txt"))
        for text in [
            "'\(first)'\n\(second)", "\"\(first)\"\n\(second)", first.replacing(" ", with: "\\ ") + "\n\(second)",
        ] {
            var chosen: FilePickerScreen.Choice?
            let picker = FilePickerScreen(around: world) { chosen = $0 }
            _ = picker.handle(.paste(text))
            #expect(chosen == .files([first, second]))
        }
    }

    @Test("a hundred files can be dropped at once")
    func manyDropped() throws {
        let paths = (0..<100).map { folder.file("dropped \($0).txt") }
        for path in paths { try Data("x".utf8).write(to: URL(fileURLWithPath: path)) }
        var chosen: FilePickerScreen.Choice?
        let picker = FilePickerScreen(around: world) { chosen = $0 }
        _ = picker.handle(.paste(paths.joined(separator: "\n")))
        #expect(chosen == .files(paths))
        #expect(PastedPaths.files(in: (paths + ["no file"]).joined(separator: "\n")).isEmpty)
    }

    @Test("the marking key works in a path too, even though a space is text there")
    func marksInPath() async throws {
        var chosen: FilePickerScreen.Choice?
        let picker = FilePickerScreen(around: world) { chosen = $0 }
        picker.type(folder.file("a "))
        await world.until { world.text(picker).contains { $0.contains("a b.txt") } }
        _ = picker.perform(.select)
        await world.until { world.text(picker).contains { $0.contains("1 marked") } }
        picker.type(folder.file("c.t") + "\n")
        await world.until { chosen != nil }
        #expect(chosen == .files([folder.file("a b.txt"), folder.file("c.txt")]))
    }

    @Test("in a path, Space marks after a cursor move; then more of that folder can be marked")
    func blankMarksInPath() async throws {
        var chosen: FilePickerScreen.Choice?
        let picker = FilePickerScreen(around: world) { chosen = $0 }
        picker.type(folder.path + "/")
        await world.settle()
        #expect(!picker.mayMark, "a name may begin with a blank")
        _ = picker.handle(.key(.down))
        #expect(picker.mayMark)
        picker.type(" ")
        #expect(world.text(picker).contains { $0.contains("1 marked") })
        // The folder without a filter: the parent, the marked file, and the other file.
        await world.settle()
        for key in [Key.down, .down, .space, .enter] { _ = picker.handle(.key(key)) }
        guard case .files(let files) = chosen else { return _ = Issue.record("no files") }
        #expect(Set(files) == [folder.file("a b.txt"), folder.file("c.txt")])
    }

    @Test("Enter after the path of a folder opens that folder, not the one above it")
    func typedFolder() async throws {
        let picker = FilePickerScreen(around: world) { _ in }
        picker.type(folder.path + "/\n")
        await world.settle()
        await world.until { world.text(picker).contains { $0.contains("name, path, | command") } }
        await world.until { world.text(picker).contains { $0.contains("c.txt") } }
    }

    @Test("Enter right after a mark takes the marked files and no folder; a selected folder opens")
    func takesMarked() async throws {
        for (keys, isTaken) in [([Key.space, .enter], true), ([.space, .up, .enter], false)] {
            var chosen: FilePickerScreen.Choice?
            let picker = FilePickerScreen(around: world) { chosen = $0 }
            picker.type(folder.path + "/c")
            await world.settle()
            _ = picker.handle(.key(.down))
            for key in keys { _ = picker.handle(.key(key)) }
            await world.settle()
            #expect((chosen == .files([folder.file("c.txt")])) == isTaken)
            #expect(isTaken || world.text(picker).contains { $0.contains("1 marked") })
        }
    }

    @Test("after the Enter that chooses, further keys choose nothing")
    func choosesOnce() async throws {
        var chosen: [FilePickerScreen.Choice] = []
        let picker = FilePickerScreen(around: world) { chosen.append($0) }
        picker.type(folder.file("c.t") + "\n\n")
        #expect(picker.holdsEvents)
        await world.until { !picker.holdsEvents }
        await world.settle()
        #expect(chosen == [.files([folder.file("c.txt")])])
        var mails: [String] = []
        let mail = MailFilePickerScreen(around: world) { message, _ in mails.append(message.subject) }
        mail.type("garde\n\n")
        await world.settle()
        #expect(mails == ["Gardening"])
    }

    @Test("@ finds messages by the start of a word")
    func partOfWord() async throws {
        let mails = MailFilePickerScreen(around: world) { _, _ in }
        mails.type("garde")
        await world.settle()
        #expect(world.text(mails).contains { $0.contains("Gardening") })
    }
}
