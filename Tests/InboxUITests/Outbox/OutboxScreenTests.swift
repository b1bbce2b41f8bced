import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import Testing
import TerminalUI
import TestSupport

@testable import InboxUI

@UI
@Suite("Outbox", .timeLimit(.minutes(10)))
struct OutboxScreenTests {
    func world() async throws -> FakeSurroundings {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "a", thread: "t1", subject: "Lunch on Friday?", unread: true, at: 1),
            .remote(id: "b", thread: "t2", subject: "Slides", unread: true, at: 2))
        world.act(.archive, on: [try world.thread("t1")], target: nil)
        await world.settle()
        world.act(.shake, on: [try world.thread("t2")], target: nil)
        await world.settle()
        return world
    }

    /// Returns the question shown over the outbox.
    func question(_ world: FakeSurroundings) throws -> QuestionScreen {
        try #require(world.pushed.last as? QuestionScreen)
    }

    @Test("in an empty outbox, each key that is about a row says that nothing is waiting")
    func noRow() throws {
        let world = try FakeSurroundings()
        let screen = OutboxScreen(around: world)
        let keys = [Command.open, .retry, .hold, .discard]
        for command in keys { #expect(screen.perform(command)) }
        #expect(world.said == keys.map { _ in "Nothing is waiting." } && world.pushed.isEmpty)
    }

    @Test("rows say what is queued and why it waits")
    func rows() async throws {
        let world = try await world()
        let screen = OutboxScreen(around: world)
        let text = world.text(screen)
        #expect(text[0].contains("Outbox  2 queued"))
        #expect(text[2].contains("archive “Lunch on Friday?”"))
        // With a single account its name is left out.
        #expect(!text[2].contains("me@example.test"))
        #expect(text[3].contains("waits for the server"))
        #expect(text[4].contains("mark as read “Slides”"))
    }

    @Test("discarding asks once, then reverts the action's changes")
    func discards() async throws {
        let world = try await world()
        let screen = OutboxScreen(around: world)
        _ = world.draw(screen)
        _ = screen.perform(.discard)
        #expect(world.text(try question(world)).contains { $0.contains("Discard this?") })
        _ = try question(world).handle(.key("n"))
        #expect(world.pops == 1 && world.said.isEmpty)
        _ = screen.perform(.discard)
        _ = try question(world).handle(.key("y"))
        await world.until { world.said.contains { $0.hasPrefix("Discarded") } }
        await world.until { world.text(screen)[0].contains("1 queued") }
        #expect(
            try world.session.thread(try world.thread("t1"))?.mailboxes == [
                try #require(try world.store.mailboxID("inbox"))
            ])
    }

    @Test("refused actions come before the queue; they are retried, or discarded without a question")
    func refusals() async throws {
        let world = try await world()
        try world.store.writeNow { transaction in
            let action = try #require(try transaction.reader.queue().first)
            try transaction.refuse(action.id, reason: "not allowed", now: .test(40 * 86_400 - 300))
        }
        let screen = OutboxScreen(around: world)
        let text = world.text(screen)
        #expect(text[0].contains("Outbox  1 queued, 1 refused"))
        #expect(text[2].contains("archive “Lunch on Friday?”") && text[2].contains("5 min ago"))
        #expect(text[3].contains("refused: not allowed"))
        #expect(screenGolden("outbox-refused", { world.draw(screen, $0, $1) }) == nil)
        #expect(screen.perform(.retry))
        await world.until { world.said.last == "Queued again" }
        await world.until { world.text(screen)[0].contains("Outbox  2 queued") }
        try world.store.writeNow { transaction in
            let action = try #require(try transaction.reader.queue().last)
            try transaction.refuse(action.id, reason: "not allowed", now: .test(0))
        }
        await world.until { world.text(screen)[0].contains("1 refused") }
        _ = screen.perform(.top)
        #expect(screen.perform(.discard) && world.pushed.isEmpty)
        // The key may be pressed again before the row has disappeared.
        #expect(screen.perform(.discard))
        await world.until { world.text(screen)[0].contains("Outbox  1 queued  ") }
        await world.settle()
        #expect(world.said.last == "Discarded archive “Lunch on Friday?”")
    }

    @Test("the selection stays on a retried action, even when it is refused again")
    func staysWithDeed() async throws {
        let world = try await world()
        func refuse(_ title: String) throws {
            try world.store.writeNow { transaction in
                let action = try #require(try transaction.reader.queue().first { $0.title == title })
                try transaction.refuse(action.id, reason: "not allowed", now: .test(0))
            }
        }
        for title in ["Slides", "Lunch on Friday?"] { try refuse(title) }
        let screen = OutboxScreen(around: world)
        _ = world.draw(screen)
        func selected() -> Action? { screen.list.selection.flatMap { screen.actions[$0] } }
        let title = try #require(selected()?.title)
        #expect(screen.perform(.retry))
        await world.until { world.text(screen)[0].contains("1 queued, 1 refused") }
        #expect(selected()?.title == title && selected()?.state == .waiting)
        _ = screen.perform(.top)
        #expect(selected()?.title != title)
        _ = screen.perform(.bottom)
        try refuse(title)
        await world.until { world.text(screen)[0].contains("2 refused") }
        #expect(selected()?.title == title && selected()?.state == .refused)
    }

    @Test("an empty outbox says so")
    func empty() throws {
        let world = try FakeSurroundings()
        #expect(world.text(OutboxScreen(around: world)).last?.contains("Esc back") == true)
        #expect(screenGolden("outbox-empty", { world.draw(OutboxScreen(around: world), $0, $1) }) == nil)
    }

    @Test("an action is held until the user releases it")
    func holds() async throws {
        let world = try await world()
        let screen = OutboxScreen(around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.hold))
        await world.until { world.said.last == "Held here until you release it" }
        await world.until { world.text(screen)[3].contains("held here until you release it") }
        #expect(screenGolden("outbox-held", { world.draw(screen, $0, $1) }) == nil)
        #expect(try world.session.actions().map(\.state) == [.stopped, .waiting])
        let foot = try #require(world.text(screen).last)
        #expect(foot.contains("r release") && !foot.contains("p hold"))
        _ = screen.perform(.hold)
        #expect(world.said.last == "It is held already; r releases it.")
        #expect(screen.perform(.retry))
        await world.until { world.text(screen)[3].contains("waits for the server") }
    }

    @Test("retrying an action while offline says it is tried, not sent")
    func retriesOffline() async throws {
        let world = try await world()
        let screen = OutboxScreen(around: world)
        #expect(world.text(screen).last?.contains("r send now") == true)
        world.status.offline = "no connection"
        #expect(world.text(screen).last?.contains("r try now") == true)
        #expect(screen.perform(.retry))
        await world.until { !world.said.isEmpty }
        #expect(world.said == ["Trying the server; it goes out once that answers"])
        world.status.offline = nil
        #expect(screen.perform(.retry))
        await world.until { world.said.last == "Sending now" }
    }

    /// A message in the outbox, with its order to send selected.
    func sending(_ prepare: @escaping @Sendable (StoreTransaction, ActionID) throws -> Void) async throws
        -> (world: FakeSurroundings, screen: OutboxScreen, draft: MessageID, action: ActionID)
    {
        let world = try FakeSurroundings()
        let content = DraftContent(to: [MailAddress(name: "Bob", email: "bob@example.test")], subject: "Rent")
        let id = try await world.session.save(content, account: world.account)
        let action = try await world.session.send(id)
        try world.store.writeNow { try prepare($0, action) }
        let screen = OutboxScreen(around: world)
        _ = screen.perform(.top)
        if screen.list.selection != action { _ = screen.perform(.bottom) }
        _ = world.draw(screen)
        return (world, screen, id, action)
    }

    @Test("a key pressed when the selected row has just gone does nothing to the next row; after that it does")
    func justGone() async throws {
        let world = try await world()
        let screen = OutboxScreen(around: world)
        _ = world.draw(screen)
        let gone = try #require(screen.list.selection)
        try await world.session.discard(gone)
        await world.until { screen.list.rows.count == 1 }
        for command in [Command.retry, .hold, .discard, .open] {
            screen.loss.went(gone, next: try #require(screen.list.selection))
            screen.loss.since = .now + .seconds(60)
            #expect(screen.perform(command))
            #expect(world.said.last == "The selected row has just gone. Nothing was done." && world.pushed.isEmpty)
        }
        #expect(screen.perform(.hold))
        await world.until { world.said.last == "Held here until you release it" }
        // What goes because the user wanted it holds up no key.
        let last = try #require(screen.list.selection)
        try await world.session.discard(last)
        await world.until { screen.list.rows.isEmpty }
        #expect(screen.loss.since == nil)
    }

    @Test("a message has one row, shows why its save stopped, and counts once")
    func folds() async throws {
        let (world, screen, _, action) = try await sending { _, _ in }
        #expect(screen.list.rows == [action])
        #expect(world.text(screen)[0].contains("Outbox  1 queued"))
        let save = try #require(try world.store.read { try $0.queue() }.first { $0.command == .saveDraft }).id
        try world.store.writeNow { try $0.stop(save, error: "limit: maxSizeRequest") }
        await world.until { world.text(screen)[0].contains("1 stopped") }
        let text = world.text(screen)
        #expect(screen.list.rows == [action])
        #expect(text[2].contains("send “Rent”"))
        #expect(text[3].contains("not sent: it is larger than the server allows"))
        #expect(text.last?.contains("try again") == true)
    }

    @Test("mail behind a stopped save shows its error and retries with it")
    func waitsForStopped() async throws {
        let (world, screen, draft, action) = try await sending { transaction, action in
            let save = try #require(try transaction.reader.actions().first { $0.command == .saveDraft })
            try transaction.stop(save.id, error: "too large")
        }
        let text = world.text(screen)
        #expect(text.contains { $0.contains("not sent: too large") }, "\(text)")
        #expect(screen.perform(.retry))
        await world.until { world.said.last == "Sending now" }
        #expect(try world.session.actions().allSatisfy { $0.state == .waiting })
        await world.until { !world.text(screen).contains { $0.contains("not sent") } }
        _ = (draft, action)
    }

    @Test("the outbox says offline once, at the top; refused actions differ from waiting actions")
    func offline() async throws {
        let world = try await world()
        let words = "no connection to a.name.of.a.mail.server.that.is.long.example, port 39517"
        try world.store.writeNow { transaction in
            for action in try transaction.reader.queue() {
                try transaction.postpone(action.id, until: .test(40 * 86_400 + 2), error: words)
            }
        }
        try world.fill(.remote(id: "c", thread: "t3", subject: "Rent", unread: true, at: 3))
        world.act(.trash, on: [try world.thread("t3")], target: nil)
        await world.settle()
        try world.store.writeNow { transaction in
            let action = try #require(try transaction.reader.queue().last)
            try transaction.refuse(action.id, reason: "not allowed", now: .test(40 * 86_400))
        }
        world.status = StatusText(connection: "○ offline", queue: "", isGood: false, offline: words)
        let screen = OutboxScreen(around: world)
        let text = world.text(screen)
        #expect(text[2].contains("offline; 2 wait: no connection"))
        #expect(text.count { $0.contains("no connection") } == 1)
        #expect(!text.contains { $0.contains("in 2 s") || $0.contains("goes out") }, "\(text)")
        #expect(text.first { $0.contains("⚠  ") && !$0.contains("offline") }?.contains("“Rent”") == true)
        #expect(text.count { $0.contains("waits for the connection") } == 2)
        #expect(screenGolden("outbox-offline", { world.draw(screen, $0, $1) }) == nil)
    }

    @Test("a server's whole reason can be read, even if it doesn't fit on a line", arguments: [80, 40])
    func wholeReason(width: Int) async throws {
        let (world, screen, _, action) = try await sending { transaction, action in
            try transaction.stop(
                action,
                error: "invalidRecipients: 550 5.1.1 The address of the first of your readers was not found in the "
                    + "directory of this company; ask the postmaster")
        }
        _ = action
        _ = screen.perform(.top)
        let text = world.text(screen, width, 12).dropFirst(4).map { $0.trimmingCharacters(in: .whitespaces) }
        let words = text.joined(separator: " ")
        #expect(
            words.contains("not sent: nobody got it because a recipient was refused: 550 5.1.1 The address of the"),
            "\(text)")
        #expect(words.contains("directory of this company; ask the postmaster"), "\(text)")
        #expect(!words.contains("invalidRecipients"))
    }

    @Test("a question closes when its action completes meanwhile")
    func questionIsOver() async throws {
        let (world, screen, draft, action) = try await sending { _, _ in }
        _ = screen.perform(.discard)
        _ = try question(world)
        try world.store.writeNow { transaction in
            let order = try #require(try transaction.reader.queue().first { $0.id == action })
            try transaction.sent(order, as: nil)
        }
        await world.until { world.pops == 1 }
        #expect(try world.session.draft(draft) == nil && world.said.isEmpty)
    }

    @Test("discarding a send keeps the draft and says so; for other actions it mentions no sending")
    func discardsSurely() async throws {
        let (world, screen, draft, _) = try await sending { _, _ in }
        _ = screen.perform(.discard)
        #expect(world.text(try question(world)).contains { $0.contains("It will not be sent; the draft stays.") })
        _ = try question(world).handle(.key("y"))
        await world.until { !world.said.isEmpty }
        #expect(world.said == ["Discarded; the draft stays"])
        #expect(try world.session.draft(draft) != nil)
        let other = try await self.world()
        let list = OutboxScreen(around: other)
        _ = other.draw(list)
        _ = list.perform(.discard)
        #expect(!other.text(try question(other)).contains { $0.contains("sent") }, "an archived thread is not sent")
    }
}
