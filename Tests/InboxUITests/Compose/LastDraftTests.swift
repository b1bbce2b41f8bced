import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Continuing a draft", .timeLimit(.minutes(10)))
struct LastDraftTests {
    @Test("the last draft reopens with its cursor, else the newest draft does, else a message says there is none")
    func lastDraft() async throws {
        let world = try FakeSurroundings()
        let list = world.list()
        #expect(list.perform(.lastDraft))
        #expect(world.pushed.isEmpty && world.said.last == "There is no draft to continue.")
        let first = try #require(ComposeScreen(.new(account: nil), around: world))
        first.type("Cog")
        first.form.setFocus(.body)
        first.type("A text")
        for _ in 0..<2 { _ = first.handle(.key(.left)) }
        _ = first.perform(.back)
        await world.settle()
        let draft = try #require(first.draft)
        #expect(list.perform(.lastDraft))
        let again = try #require(world.pushed.last as? ComposeScreen)
        #expect(again.draft == draft && again.form.focus == .body && again.form.body.cursor == first.form.body.cursor)
        #expect(again.form.body.cursor.column == 4)
        world.leftDraft = nil
        #expect(list.perform(.lastDraft))
        let newest = try #require(world.pushed.last as? ComposeScreen)
        #expect(newest !== again && newest.draft == draft)
    }

    @Test("a second answer to a message says that one was begun before", arguments: [true, false])
    func begunBefore(isBegun: Bool) async throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "m", thread: "t", from: "lars", at: 1, body: "Lunch?"),
            .remote(id: "n", thread: "t", from: "keith", at: 2, body: "Me too?"))
        let messages = try world.session.messages(of: try world.thread("t"))
        var content = DraftContent(to: [.person("lars")], body: MessageBody(plain: "Yes."))
        content.inReplyTo = messages[isBegun ? 0 : 1].id
        let draft = try await world.session.save(content, account: world.account)
        _ = try #require(ComposeScreen(.answer(.reply, messages[0]), around: world))
        #expect(world.said.contains("An answer to this was begun before: it is in Drafts") == isBegun)
        // The draft itself goes on without a word.
        let told = world.said.count
        _ = try #require(ComposeScreen(.draft(draft), around: world))
        #expect(world.said.count == told)
    }

    @Test(
        "a draft whose cursor is not known goes on behind its own text, not in signature or quote",
        arguments: [
            ("Hello\n\nMore\n\n-- \nMe", 2, 4),
            ("Yes.\n\nMe\n\nOn Monday, Lars wrote:\n> Lunch?\n", 0, 4),
            ("On Monday, Lars wrote:\n> Lunch?\n\nAt noon\n\n-- \nMe", 3, 7),
            ("\n\nMe\n\nOn Monday, Lars wrote:\n> Lunch?\n", 0, 0),
            ("On Monday, Lars wrote:\n> Lunch?\n\n\n\n-- \nMe", 3, 0),
            ("See below\n\nMe\n\n---------- Forwarded message ----------\nFrom: Lars\n\nLunch?", 0, 9),
        ])
    func goesOn(text: String, line: Int, column: Int) async throws {
        let world = try FakeSurroundings()
        world.settings.signature = "Me"
        let content = DraftContent(to: [.person("lars")], body: MessageBody(plain: text))
        let id = try await world.session.save(content, account: world.account)
        let screen = try #require(ComposeScreen(.draft(id), around: world) { _ in })
        #expect(screen.form.focus == .body && screen.form.content == screen.kept)
        #expect(screen.form.body.cursor == TextArea.Place(line: line, column: column))
    }
}
