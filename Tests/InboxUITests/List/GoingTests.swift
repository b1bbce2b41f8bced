import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Going to mailboxes", .timeLimit(.minutes(10)))
struct GoingTests {
    @Test("the drawer counts snoozed threads while there are any, and a key goes there")
    func snoozed() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.drawer))
        #expect(!list.drawer.items.contains { $0.title == "Snoozed" })
        let first = try #require(list.selected)
        world.snooze(.threads([first]), until: world.clock.now().addingTimeInterval(86_400))
        await world.until { list.drawer.items.contains { $0.title == "Snoozed" && $0.count == 1 && !$0.isUnread } }
        #expect(list.perform(.goSnoozed))
        #expect(list.view == .snoozed(world.account) && !list.drawer.isOpen)
        await world.until { list.shown == [first] && list.loadingSince == nil }
        #expect(world.text(list)[0].contains("Snoozed"))
        world.snooze(.threads([first]), until: nil)
        await world.until { list.shown.isEmpty }
        #expect(world.text(list).contains { $0.contains("Nothing is snoozed.") })
        #expect(list.perform(.goInbox))
        await world.until { list.loadingSince == nil && !list.shown.isEmpty }
        #expect(list.perform(.drawer))
        await world.until { !list.drawer.items.contains { $0.title == "Snoozed" } }
    }

    @Test("keys go to mailboxes from list, drawer and thread, and say if it is already open")
    func keys() async throws {
        let client = try ShellClient([.remote(id: "a", subject: "First", at: 200)], connects: false)
        client.shell.begin()
        let list = try #require(client.shell.flows.screens.last as? ListScreen)
        let account = client.account
        let places: [(String, MailView)] = [
            ("gs", .starred(account)), ("gt", .role(account, .sent)), ("gD", .role(account, .drafts)),
            ("gA", .role(account, .archive)), ("gb", .snoozed(account)), ("d gi", .role(account, .inbox)),
            ("d gt", .role(account, .sent)), ("gi", .role(account, .inbox)),
        ]
        for (keys, view) in places {
            client.type(keys)
            #expect(list.view == view && !list.drawer.isOpen, "\(keys)")
        }
        client.type("gi")
        await client.sees("Inbox is already open")
        await client.sees("First")
        client.type("Enter gs")
        #expect(client.shell.flows.screens.last === list && list.view == .starred(account))
    }

    @Test("in a thread, typed letters also go to a mailbox by its name; Esc stays in the thread")
    func byNameFromThread() async throws {
        let (client, list) = try await inThread()
        let thread = client.shell.flows.screens.last
        client.type("gm")
        await client.sees("letters of a mailbox's name")
        client.type("Esc")
        #expect(client.shell.flows.screens.last === thread)
        client.type("gm s e n t Enter")
        #expect(client.shell.flows.screens.last === list && list.view == .role(client.account, .sent))
    }

    @Test("in a thread without an invitation, the inbox key goes to the inbox, as in the list")
    func inboxFromThread() async throws {
        let (client, list) = try await inThread()
        client.type("gi")
        #expect(client.shell.flows.screens.last === list && list.view == .role(client.account, .inbox))
        #expect(!client.draw().contains { $0.contains("already open") })
    }

    /// A client that shows a thread of its inbox.
    private func inThread() async throws -> (ShellClient, ListScreen) {
        let client = try ShellClient([.remote(id: "a", subject: "First", at: 200)], connects: false)
        client.shell.begin()
        let list = try #require(client.shell.flows.screens.last as? ListScreen)
        await client.sees("First")
        client.type("Enter")
        #expect(client.shell.flows.screens.last is ThreadScreen)
        return (client, list)
    }

    @Test("a key goes to the next account's inbox, from last to first; with one account it says so")
    func accounts() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.nextAccount))
        #expect(world.said == ["There is no other account here"])
        let second = try world.store.addTestAccount(.test("zoe@example.test"))
        await world.until { list.accounts.items.count == 2 }
        let all = list.accounts.items.map(\.id)
        #expect(Set(all) == [world.account, second])
        let start = try #require(all.firstIndex(of: world.account))
        for step in 1...3 {
            #expect(list.perform(.nextAccount))
            #expect(list.view == .role(all[(start + step) % 2], .inbox))
        }
        // Relative to the list behind the drawer, not to where it was opened.
        list.show(.role(all[0], .inbox))
        #expect(list.perform(.drawer))
        list.show(.role(all[1], .inbox))
        #expect(list.perform(.goSent) && list.view == .role(all[1], .sent))
        list.show(.allInboxes)
        #expect(list.perform(.previousAccount))
        #expect(list.view == .role(all[1], .inbox))
        list.show(.allInboxes)
        #expect(list.perform(.nextAccount))
        #expect(list.view == .role(all[0], .inbox))
    }

    @Test("a key searches for all mail of a thread's last sender other than the user; Esc goes back")
    func sender() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let lunch = try world.thread("lunch")
        list.rows.select(.thread(lunch))
        #expect(list.perform(.moreFromSender))
        #expect(list.view == .search("from:bob@example.test") && list.keyContext == .list)
        await world.until { list.shown == [lunch] && list.loadingSince == nil }
        #expect(world.text(list)[0].contains("from:bob@example.test"))
        #expect(list.perform(.back))
        #expect(list.view == .role(world.account, .inbox))
        await world.until { list.loadingSince == nil && list.shown.count > 1 }
        let thread = ThreadScreen(thread: try world.thread("dir"), order: list, around: world)
        #expect(thread.perform(.moreFromSender))
        #expect(world.pops == 1 && list.view == .search("from:keith@example.test"))
    }

    @Test("in a thread, and among single messages, that key searches for the sender of the message that keys act on")
    func senderOfMessage() async throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "ann", thread: "t", from: "ann", at: 1), .remote(id: "me", thread: "t", from: "me", at: 2),
            .remote(id: "bob", thread: "t", from: "bob", at: 3))
        let list = world.list()
        for (index, name) in [(0, "ann"), (1, "bob"), (2, "bob")] {
            let thread = ThreadScreen(thread: try world.thread("t"), order: list, around: world)
            thread.pane.current = thread.pane.items[index].id
            #expect(thread.perform(.moreFromSender))
            #expect(list.view == .search("from:\(name)@example.test"), "message \(index)")
            #expect(list.perform(.back))
        }
        #expect(list.perform(.conversations))
        await world.until { list.loadingSince == nil && list.rows.rows.count == 3 }
        #expect(list.perform(.bottom) && list.perform(.moreFromSender))
        #expect(list.view == .search("from:ann@example.test"))
    }

    @Test("a key searches for a mailing list's mail; without a list, or other senders than the user, it says so")
    func mailingList() async throws {
        let world = try FakeSurroundings()
        var post = RemoteMessage.remote(id: "post", at: 100)
        post.listID = "users.maraca.test"
        var plain = RemoteMessage.remote(id: "plain", from: "me", at: 90)
        plain.listID = ""
        try world.fill(post, plain)
        let list = world.list()
        #expect(list.perform(.moreFromList))
        #expect(list.view == .search("list:users.maraca.test"))
        await world.until { list.shownThreads.count == 1 && list.loadingSince == nil }
        #expect(list.perform(.back))
        await world.until { list.shownThreads.count == 2 && list.loadingSince == nil }
        #expect(list.perform(.bottom))
        #expect(list.perform(.moreFromList) && list.perform(.moreFromSender))
        #expect(world.said == ["This is not from a mailing list", "Only you wrote here"])
        let own = try world.thread("t-plain")
        let thread = ThreadScreen(thread: own, order: list, around: world)
        #expect(thread.perform(.moreFromSender) && thread.perform(.moreFromList))
        #expect(world.said.count == 4 && world.pops == 0, "the thread stays")
    }

    @Test("keys scroll the preview down and up, and report its ends or a missing preview")
    func preview() async throws {
        let world = try FakeSurroundings()
        let text = (1...99).map { "line \($0)" }.joined(separator: "\n")
        try world.fill(.remote(id: "long", unread: true, at: 100, body: text))
        let list = world.list()
        func shows(_ words: String) -> Bool {
            world.text(list, 140, 30).contains { $0.hasSuffix(words) || $0.contains(words + " ") }
        }
        _ = world.text(list)
        #expect(list.perform(.previewDown))
        #expect(world.said.last?.hasPrefix("No preview is shown") == true)
        await world.until { shows("line 1") }
        #expect(list.perform(.previewUp))
        #expect(world.said.last == "This is the beginning of the preview")
        for _ in 0..<3 { #expect(list.perform(.previewDown)) }
        #expect(!shows("line 1") && shows("line 40"))
        for _ in 0..<20 { #expect(list.perform(.previewDown)) }
        #expect(shows("line 99") && world.said.last == "This is the end of the preview")
        #expect(list.perform(.previewUp))
        #expect(!shows("line 99"))
        let after = try #require(try world.session.thread(try world.thread("t-long")))
        #expect(after.isUnread, "looking at it marks nothing")
    }
}
