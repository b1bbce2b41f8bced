import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("The list of drafts", .timeLimit(.minutes(10)))
struct DraftListTests {
    private func reply(_ id: String, _ subject: String, at seconds: Int) -> RemoteMessage {
        .remote(
            id: id, thread: "dir", from: "me", to: ["lars"], subject: subject, draft: true, in: ["drafts"], at: seconds)
    }

    /// A list of two drafts in one thread, the older one first.
    private func drafts() async throws -> (FakeSurroundings, ListScreen, [MessageID]) {
        let (world, list) = try FakeSurroundings.mailbox()
        try world.fill(
            reply("d1", "One", at: FakeSurroundings.noon - 120), reply("d2", "Two", at: FakeSurroundings.noon - 60))
        list.show(.role(world.account, .drafts))
        await world.until { list.loadingSince == nil && list.shownMessages.count == 2 }
        let ids = try world.session.messages(of: try world.thread("dir")).filter(\.isDraft).map(\.id)
        return (world, list, ids)
    }

    private func subject(_ list: ListScreen) -> String? {
        list.rows.selection.flatMap { list.loaded[$0]?.thread.subject }
    }

    @Test("each draft of a thread has its row, is opened there, and discarded and restored alone")
    func rows() async throws {
        let (world, list, drafts) = try await drafts()
        #expect(list.shownMessages == [drafts[1], drafts[0]])
        #expect(!world.text(list)[0].contains("messages"), "as usual here")
        list.select(drafts[0])
        #expect(list.perform(.open))
        #expect((world.pushed.last as? ComposeScreen)?.draft == drafts[0])
        list.select(drafts[1])
        #expect(list.perform(.trash))
        await world.until { list.shownMessages == [drafts[0]] }
        #expect(try world.session.discardedDrafts().map(\.content.subject) == ["Two"])
        let deed = try #require(try await world.session.undo())
        list.wentBack(deed, isInFront: true)
        await world.until { list.shownMessages.count == 2 && subject(list) == "Two" }
    }

    @Test("if the user chooses conversations, which the view remembers, a row counts its drafts and opens their thread")
    func conversations() async throws {
        let (world, list, _) = try await drafts()
        func show(_ view: MailView, rows: Int) async {
            list.show(view)
            await world.until { list.loadingSince == nil && list.shown.count == rows }
        }
        #expect(list.perform(.conversations))
        await world.until { !list.isFlat && list.loadingSince == nil && list.shown.count == 1 }
        #expect(world.said.last == "Conversations")
        let row = try #require(world.text(list).first { $0.contains("To: Lars") })
        #expect(row.contains(" 2 "), "\(row)")
        #expect(list.perform(.open))
        #expect(world.pushed.last is ThreadScreen)
        await show(.role(world.account, .inbox), rows: 6)
        #expect(!list.isFlat)
        await show(.role(world.account, .drafts), rows: 1)
        #expect(!list.isFlat)
        #expect(list.perform(.conversations))
        await world.until { list.isFlat && list.loadingSince == nil && list.shown.count == 2 }
        #expect(world.said.last == "Single messages")
    }

    @Test("a search from there shows conversations, as the settings say, and leaving it shows each draft again")
    func search() async throws {
        let (world, list, _) = try await drafts()
        #expect(list.perform(.search))
        for letter in "subject:folders" { #expect(list.handle(.key(Key(letter)))) }
        #expect(list.perform(.open))
        await world.until { list.loadingSince == nil && list.shown.count == 1 && !list.isFlat }
        #expect(list.perform(.quit))
        await world.until { list.loadingSince == nil && list.shownMessages.count == 2 }
    }
}
