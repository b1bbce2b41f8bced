import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Selecting lines", .timeLimit(.minutes(10)))
struct SelectingTests {
    private func world() throws -> (FakeSurroundings, ThreadScreen) {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(
                id: "a", from: "anna", to: ["me"], subject: "Lunch?", at: 1,
                body: "First line.\n\nSecond line.\n> quoted by her\n\nThird line."))
        let screen = ThreadScreen(thread: try world.thread("t-a"), around: world)
        _ = world.draw(screen)
        return (world, screen)
    }

    @Test("a reply quotes only the selected lines, with quotes in them a level deeper")
    func quotes() throws {
        let (world, screen) = try world()
        #expect(screen.perform(.range))
        for _ in 0..<2 { _ = screen.perform(.down) }
        _ = screen.perform(.range)
        #expect(screen.pane.selection == nil)
        _ = screen.perform(.range)
        _ = screen.perform(.down)
        _ = screen.perform(.down)
        _ = screen.perform(.down)
        #expect(screen.perform(.reply))
        let composer = try #require(world.pushed.last as? ComposeScreen)
        let text = composer.form.body.text
        #expect(text.contains("anna wrote:") || text.contains("Anna wrote:"))
        #expect(text.contains("> First line.\n>\n> Second line.\n>> quoted by her"))
        #expect(!text.contains("Third line"))
        #expect(composer.answered != nil)
    }

    @Test("lines wrapped for the screen are copied and quoted as the original lines")
    func joined() throws {
        let long = Array(repeating: "word", count: 40).joined(separator: " ")
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "a", from: "anna", at: 1, body: "\(long)\n\n> \(long)\nEnd"))
        let screen = ThreadScreen(thread: try world.thread("t-a"), around: world)
        _ = world.draw(screen)
        _ = screen.perform(.copy)
        #expect(world.copied == ["\(long)\n\n> \(long)\nEnd"])
        _ = screen.perform(.range)
        #expect(screen.pane.selectedText?.hasPrefix("word word") == true)
        _ = screen.perform(.down)
        #expect(screen.pane.selectedText?.contains("\n") == false)
        #expect(screen.perform(.reply))
        let composer = try #require(world.pushed.last as? ComposeScreen)
        let quoted = composer.form.body.text.split(separator: "\n").filter { $0.hasPrefix("> word") }
        #expect(quoted.allSatisfy { $0.count <= 78 } && quoted.dropLast().allSatisfy { $0.count > 65 })
    }

    @Test("the line above quotes gives the message's date, even above a part")
    func written() throws {
        let world = try FakeSurroundings()
        var mail = RemoteMessage.remote(id: "a", body: "First line.")
        mail.body?.writtenAt = Date(timeIntervalSince1970: 1_258_545_600)
        try world.fill(mail)
        let message = try #require(try world.session.messages(of: try world.thread("t-a")).first)
        for request in [ComposeRequest.answer(.reply, message), .answerPart(.reply, message, text: "First line.")] {
            let screen = try #require(ComposeScreen(request, around: world))
            #expect(screen.form.body.text.contains("On Wed, 18 Nov 2009 at "), "\(screen.form.body.text)")
        }
    }

    @Test("Esc ends the selection and not the screen; y copies it and nothing else does (T-3)")
    func copies() throws {
        let (world, screen) = try world()
        _ = screen.perform(.range)
        _ = screen.perform(.back)
        #expect(world.pops == 0 && screen.pane.selection == nil && world.copied.isEmpty)
        _ = screen.perform(.range)
        _ = screen.perform(.copy)
        #expect(world.copied == ["First line."])
        _ = screen.perform(.copy)
        #expect(world.copied.last?.hasSuffix("> quoted by her\n\nThird line.") == true)
    }

    @Test(
        "a key copies the link to the open message, or to the one that a row would reply to; without a Message-ID it says so"
    )
    func link() throws {
        let (world, screen) = try world()
        #expect(screen.perform(.copyLink))
        let message = try #require(screen.pane.currentMessage)
        #expect(world.copied == [try #require(message.link)] && world.said.last == "Copied: \(world.copied[0])")
        let list = world.list()
        #expect(list.perform(.copyLink) && world.copied.count == 2 && world.copied[1] == world.copied[0])
        var plain = RemoteMessage.remote(id: "plain", at: 9)
        plain.messageIDHeader = nil
        try world.fill(plain)
        let other = ThreadScreen(thread: try world.thread("t-plain"), around: world)
        _ = world.draw(other)
        #expect(other.perform(.copyLink) && world.copied.count == 2)
        #expect(world.said.last?.contains("no Message-ID") == true)
    }

    @Test("selecting in a folded message opens it and selects its lines")
    func folded() throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "a", thread: "t", from: "anna", at: 1, body: "Older words."),
            .remote(id: "b", thread: "t", from: "bob", at: 2, body: "Newer words."))
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        _ = screen.perform(.up)
        #expect(!world.text(screen).contains { $0.contains("anna@") })
        _ = screen.perform(.range)
        #expect(screen.pane.selectedText == "Older words." && world.said.isEmpty)
    }

    @Test("another width keeps the selected lines, and a reply quotes just these", arguments: [Command.down, .up])
    func resized(direction: Command) throws {
        let world = try FakeSurroundings()
        let lines = (1...9).map { "Line \($0): " + Array(repeating: "word\($0)", count: 12).joined(separator: " ") }
        try world.fill(.remote(id: "a", from: "anna", at: 1, body: lines.joined(separator: "\n\n")))
        let screen = ThreadScreen(thread: try world.thread("t-a"), around: world)
        _ = world.draw(screen, 110, 24)
        var search = screen.pane.search(for: direction == .down ? "Line 6" : "Line 7", 1, fromHere: true)
        #expect(screen.pane.goOn(with: &search) == .found)
        for command in [.range, direction, direction] { #expect(screen.perform(command)) }
        let marked = "\(lines[5])\n\n\(lines[6])"
        #expect(screen.pane.selectedText == marked)
        let before = try #require(screen.pane.selection)
        for width in [64, 40, 110, 64] {
            _ = world.draw(screen, width, 24)
            #expect(screen.pane.selectedText == marked, "\(width)")
        }
        let after = try #require(screen.pane.selection)
        #expect(after != before && (after.head > after.anchor) == (direction == .down))
        #expect(screen.perform(.reply))
        let text = try #require(world.pushed.last as? ComposeScreen).form.body.text
        #expect(text.contains("> Line 6: ") && text.contains("> Line 7: "))
        #expect(!text.contains("word5") && !text.contains("word8"))
    }

    @Test("lines that appear above the selected ones change nothing about these")
    func below() async throws {
        let world = try FakeSurroundings()
        world.settings.commands = ["Sky": NamedCommand(run: "printf 'blue\\nwide\\n'", isBlock: true)]
        try world.fill(.remote(id: "a", from: "anna", at: 1, body: "First line.\n\nSecond line.\n\nThird line."))
        let screen = ThreadScreen(thread: try world.thread("t-a"), around: world)
        _ = world.draw(screen)
        for command in [Command.range, .down, .down] { #expect(screen.perform(command)) }
        let lines = try #require(screen.pane.selection).lines
        await world.until { world.text(screen).contains { $0.contains("wide") } }
        #expect(screen.pane.selectedText == "First line.\n\nSecond line.")
        #expect(screen.pane.selection?.lines != lines)
    }

    @Test("a text that changes above the selected lines keeps them; if they are gone, the next key only says so")
    func changed() throws {
        let (world, screen) = try world()
        let id = try #require(screen.pane.current)
        #expect(screen.perform(.range) && screen.perform(.down))
        let more = "Above.\n\nFirst line.\n\nSecond line.\n> quoted by her\n\nThird line."
        screen.pane.bodies.show(MessageBody(plain: more), insteadOf: id)
        #expect(screen.perform(.down) && screen.perform(.copy))
        #expect(world.copied == ["First line.\n\nSecond line."])
        #expect(screen.perform(.range) && screen.pane.selection != nil)
        screen.pane.bodies.show(MessageBody(plain: "Other words"), insteadOf: id)
        #expect(screen.perform(.copy) && screen.pane.selection == nil)
        #expect(world.copied.count == 1)
        #expect(world.said.last == "The selected lines have moved. Select them again.")
        #expect(screen.perform(.copy) && world.copied.last == "Other words")
    }

    @Test("dragging the mouse selects from the press to the pointer")
    func drags() throws {
        let (world, screen) = try world()
        let lines = world.text(screen)
        let first = try #require(lines.firstIndex { $0.contains("First line") })
        let third = try #require(lines.firstIndex { $0.contains("Third line") })
        _ = screen.handle(.mouse(Mouse(.press(.left), at: Point(x: 4, y: first))))
        _ = screen.handle(.mouse(Mouse(.drag(.left), at: Point(x: 9, y: third))))
        _ = screen.handle(.mouse(Mouse(.release(.left), at: Point(x: 9, y: third))))
        #expect(screen.pane.selectedText?.hasPrefix("First line.") == true)
        #expect(screen.pane.selectedText?.hasSuffix("Third line.") == true)
    }
}
