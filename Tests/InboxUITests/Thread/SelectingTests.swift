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
        let screen = ThreadScreen(thread: try world.thread("t-a"), surroundings: world)
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
        let screen = ThreadScreen(thread: try world.thread("t-a"), surroundings: world)
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

    @Test("selecting in a folded message opens it and selects its lines")
    func folded() throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "a", thread: "t", from: "anna", at: 1, body: "Older words."),
            .remote(id: "b", thread: "t", from: "bob", at: 2, body: "Newer words."))
        let screen = ThreadScreen(thread: try world.thread("t"), surroundings: world)
        _ = world.draw(screen)
        _ = screen.perform(.up)
        #expect(!world.text(screen).contains { $0.contains("anna@") })
        _ = screen.perform(.range)
        #expect(screen.pane.selectedText == "Older words." && world.said.isEmpty)
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
