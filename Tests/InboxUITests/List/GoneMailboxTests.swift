import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("The current mailbox disappears", .timeLimit(.minutes(10)))
struct GoneMailboxTests {
    private func atWork() async throws -> (FakeSurroundings, ListScreen, MailboxID) {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "a", subject: "In the inbox"), .remote(id: "b", subject: "At work", in: ["work"]))
        let list = world.list()
        let work = try #require(try world.store.mailboxID("work"))
        let thread = try world.thread("t-b")
        list.show(.mailbox(world.account, work))
        await world.until { list.rows.rows == [.thread(thread)] }
        return (world, list, work)
    }

    @Test("a mailbox deleted by another program is reported, and no key acts in the inbox right then")
    func elsewhere() async throws {
        let (world, list, work) = try await atWork()
        try world.store.writeNow { try $0.deleteMailbox(work, hasLabels: true, now: .test(0)) }
        await world.until { list.view == .role(world.account, .inbox) }
        #expect(world.said.last == "“Work” is gone: it was deleted elsewhere. The list shows Inbox.")
        // However long that took.
        _ = list.goneMailboxes.replaced(work)
        for command in [Command.archive, .trash, .shake] { #expect(list.perform(command)) }
        #expect(world.acted.isEmpty && list.awaiting.isEmpty)
        #expect(world.said.last == "The mailbox is gone; this is Inbox. Nothing was done.")
        let thread = try world.thread("t-a")
        await world.until { list.rows.rows == [.thread(thread)] }
        _ = list.goneMailboxes.replaced(work, at: .now - .seconds(3))
        #expect(list.perform(.archive))
        #expect(world.acted.count == 1)
    }

    @Test(
        "the way back from a search, or from the drawer, to a mailbox deleted meanwhile leads to the inbox",
        arguments: [Command.search, .drawer])
    func meanwhile(command: Command) async throws {
        let (world, list, work) = try await atWork()
        #expect(list.perform(command))
        if command == .search { _ = list.type(.paste("is:unread")) } else { #expect(list.perform(.top)) }
        #expect(list.view != .mailbox(world.account, work))
        try world.store.writeNow { try $0.deleteMailbox(work, hasLabels: true, now: .test(0)) }
        await world.until { list.mailboxes.items.allSatisfy { $0.id != work } }
        #expect(list.perform(.back))
        #expect(list.view == .role(world.account, .inbox) && list.title == "Inbox")
    }

    @Test("a mailbox deleted in the drawer isn't reported, and the inbox is shown")
    func here() async throws {
        let (world, list, work) = try await atWork()
        #expect(list.perform(.drawer))
        list.goneMailboxes.delete(work)
        try world.store.writeNow { try $0.deleteMailbox(work, hasLabels: true, now: .test(0)) }
        await world.until { list.view != .mailbox(world.account, work) }
        #expect(!world.said.contains { $0.contains("elsewhere") })
        #expect(list.perform(.back))
        #expect(list.view == .role(world.account, .inbox))
    }

    @Test("a view whose mailbox was renamed or deleted says so, and is not only empty")
    func nameless() async throws {
        let (world, list, _) = try await atWork()
        list.show(.saved(name: "Mine", query: "in:Office"))
        await world.until { list.rows.rows.isEmpty && list.loadingSince == nil }
        #expect(world.text(list).contains { $0.contains("no mailbox is called “Office”") })
        list.show(.saved(name: "Mine", query: "in:Work is:starred"))
        await world.until { list.rows.rows.isEmpty && list.loadingSince == nil }
        let text = world.text(list)
        #expect(text.contains { $0.contains("Nothing found.") } && !text.contains { $0.contains("no mailbox") })
    }
}
