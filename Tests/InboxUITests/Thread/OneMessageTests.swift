import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// Actions on one message of an open thread.
@UI
@Suite("Acting on one message of a thread", .timeLimit(.minutes(10)))
struct OneMessageTests {
    /// Opens two read messages, the user's reply, and two unread ones.
    private func open(_ settings: (inout Settings) -> Void = { _ in }) throws -> (FakeSurroundings, ThreadScreen) {
        let world = try FakeSurroundings()
        settings(&world.settings)
        let mail = [("m1", "lars", false), ("m2", "keith", false), ("m3", "me", false), ("m4", "lars", true)]
        try world.fill(
            mail.enumerated().map { index, mail in
                .remote(
                    id: mail.0, thread: "t", from: mail.1, subject: "Lunch", unread: mail.2,
                    in: mail.1 == "me" ? ["sent"] : ["inbox"], at: (index + 1) * 86_400, body: "Text of \(mail.0)")
            })
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        for id in screen.pane.items.map(\.id) { screen.pane.folding.open(id) }
        screen.pane.arrange()
        _ = world.draw(screen, 80, 60)
        return (world, screen)
    }

    private func go(_ screen: ThreadScreen, to index: Int) {
        screen.pane.go(toRow: index)
    }

    private func messages(_ world: FakeSurroundings) throws -> [Message] {
        try world.session.messages(of: try world.thread("t"))
    }

    @Test("starring and archiving act on a single message, and the cursor moves on when that message goes")
    func acts() async throws {
        let (world, screen) = try open { $0.markRead = .never }
        go(screen, to: 0)
        #expect(screen.perform(.starMessage))
        await world.settle()
        #expect(try messages(world).map(\.isStarred) == [true, false, false, false])
        #expect(screen.pane.current == screen.pane.items[0].id)
        #expect(screen.perform(.archiveMessage))
        await world.settle()
        #expect(world.acted == ["star messages 1", "archive messages 1"] && world.pops == 0)
        let inbox = try #require(try world.session.mailboxes().first { $0.role == .inbox }).id
        #expect(try messages(world).map { $0.mailboxes.contains(inbox) } == [false, true, false, true])
        #expect(screen.pane.current == screen.pane.items[1].id)
        await world.until { screen.pane.items[0].isStarred }
        go(screen, to: 0)
        #expect(screen.perform(.starMessage))
        await world.settle()
        #expect(world.acted.last == "unstar messages 1")
        #expect(try !messages(world)[0].isStarred)
    }

    @Test("if another program deletes the current message, keys act on the one below, and at that moment on none")
    func goneElsewhere() async throws {
        let (world, screen) = try open { $0.markRead = .never }
        go(screen, to: 1)
        let (account, next) = (world.account, screen.pane.items[2].id)
        try world.store.writeNow { try $0.remove(message: RemoteID("m2"), account: account) }
        await world.until { screen.pane.items.count == 3 }
        #expect(screen.pane.current == next)
        // However slow the machine is.
        screen.pane.loss.since = screen.pane.loss.since.map { _ in .now + .seconds(60) }
        #expect(screen.perform(.starMessage) && world.acted.isEmpty)
        #expect(world.said.last == "The message has just gone. Nothing was done.")
        #expect(screen.perform(.starMessage))
        await world.settle()
        #expect(try messages(world).map(\.isStarred) == [false, true, false])
    }

    @Test("an action on a message is named as 1 message of its thread, as is its undo")
    func words() async throws {
        let (world, screen) = try open { $0.markRead = .never }
        go(screen, to: 1)
        #expect(screen.perform(.trashMessage))
        await world.settle()
        let deed = try #require(try await world.session.undo())
        #expect(deed.messages == [screen.pane.items[1].id])
        #expect(Wording.undone(deed) == "Undone: move to the trash 1 message of “Lunch”")
        let ids = screen.pane.items.prefix(2).map(\.id)
        let both = try #require(try await world.session.perform(.star, onMessages: ids))
        #expect(Wording.done(both) == "Starred 2 messages of “Lunch”")
        let all = try #require(try await world.session.perform(.unstar, on: [screen.thread]))
        #expect(Wording.done(all) == "Unstarred “Lunch”")
    }

    @Test("a draft gets no reply, which could only answer what nobody has")
    func draftReply() throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "m", thread: "t", from: "lars", at: 86_400, body: "Text"),
            .remote(
                id: "d", thread: "t", from: "me", to: ["lars"], draft: true, in: ["drafts"], at: 2 * 86_400,
                body: "Half done"))
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen, 80, 60)
        go(screen, to: 1)
        #expect(screen.pane.currentMessage?.isDraft == true)
        for command in [Command.reply, .replyAll, .replyList] { #expect(screen.perform(command)) }
        #expect(world.pushed.isEmpty && world.said.count == 3)
        #expect(world.said.allSatisfy { $0.hasPrefix("This is a draft: Enter edits it") })
        go(screen, to: 0)
        #expect(screen.perform(.reply))
        #expect((world.pushed.last as? ComposeScreen)?.title == "Reply")
    }

    @Test("a message in the trash is marked while others of its thread are elsewhere")
    func marksPlace() async throws {
        let world = try FakeSurroundings()
        world.settings.markRead = .never
        try world.fill(
            (1...2).map { .remote(id: "m\($0)", thread: "t", from: "lars", at: $0 * 86_400, body: "Text") })
        func shown() throws -> [String] {
            let screen = ThreadScreen(thread: try world.thread("t"), around: world)
            screen.pane.folding.open(screen.pane.items[0].id)
            screen.pane.arrange()
            return world.text(screen).filter { $0.contains("Trash Lars") }
        }
        #expect(try shown() == [])
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        go(screen, to: 0)
        #expect(screen.perform(.trashMessage))
        await world.settle()
        #expect(try shown().count == 1)
        world.act(.trash, on: [screen.thread], target: nil)
        await world.settle()
        #expect(try shown() == [])
    }

    @Test("a redirected message's sent copy says so beside the original; a second received copy does not")
    func marksPassedOn() throws {
        for (mailbox, count) in [("sent", 1), ("inbox", 0)] {
            let world = try FakeSurroundings()
            let came = RemoteMessage.remote(id: "m1", thread: "t", from: "lars", at: 86_400, body: "Text")
            var copy = RemoteMessage.remote(
                id: "m2", thread: "t", from: "lars", in: [mailbox], at: 2 * 86_400, body: "Text")
            copy.messageIDHeader = came.messageIDHeader
            try world.fill(came, copy)
            let screen = ThreadScreen(thread: try world.thread("t"), around: world)
            #expect(screen.pane.items.count == 2)
            #expect(world.text(screen).filter { $0.contains("Redirected Lars") }.count == count)
        }
    }

    @Test("archiving the only message leaves the thread like archiving the thread")
    func alone() throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "one", thread: "o", from: "lars", subject: "Alone", body: "Text"))
        let screen = ThreadScreen(thread: try world.thread("o"), around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.archiveMessage))
        #expect(world.acted == ["archive messages 1"] && world.pops == 1)
    }

    @Test("a message marked unread stays unread though seen; leaving the thread marks the others read")
    func unread() async throws {
        let (world, screen) = try open()
        go(screen, to: 3)
        #expect(screen.perform(.unreadMessage))
        #expect(world.acted.isEmpty && world.said.last == "This message stays unread")
        go(screen, to: 0)
        #expect(screen.perform(.unreadMessage))
        await world.settle()
        #expect(try messages(world).map(\.isUnread) == [true, false, false, true])
        #expect(screen.perform(.back))
        #expect(world.acted == ["unread messages 1"] && world.pops == 1)
    }

    @Test("unread from here marks this and later messages but the user's own; earlier messages are read")
    func unreadFromHere() async throws {
        let (world, screen) = try open()
        try world.fill(
            .remote(id: "m1", thread: "t", from: "lars", subject: "Lunch", unread: true, at: 86_400, body: "Text"))
        await world.until { screen.pane.items[0].isUnread }
        _ = world.draw(screen, 80, 60)
        go(screen, to: 1)
        #expect(screen.perform(.unreadFromHere))
        await world.settle()
        #expect(world.acted == ["shake messages 1", "unread messages 1"])
        #expect(world.pops == 1)
        #expect(try messages(world).map(\.isUnread) == [false, true, false, true])
    }

    @Test("again repeats a message action on the current message, not on its thread")
    func again() async throws {
        let (world, screen) = try open { $0.markRead = .never }
        go(screen, to: 0)
        #expect(screen.perform(.starMessage))
        go(screen, to: 1)
        #expect(screen.perform(.again))
        await world.settle()
        #expect(world.acted == ["star messages 1", "star messages 1"])
        #expect(try messages(world).map(\.isStarred) == [true, true, false, false])
        #expect(screen.perform(.star))
        #expect(screen.perform(.again))
        #expect(world.acted.last?.contains("messages") == false)
    }

    @Test("a line that folds several messages can't be acted on and says so")
    func refuses() async throws {
        let (world, screen) = try open { $0.markRead = .never }
        try world.fill(
            (5...9).map {
                .remote(id: "m\($0)", thread: "t", from: "lars", subject: "Lunch", at: $0 * 86_400, body: "Text")
            })
        await world.until { screen.pane.items.count == 9 }
        let line = try #require(screen.pane.rows.firstIndex { if case .run = $0 { true } else { false } })
        go(screen, to: line)
        #expect(screen.perform(.trashMessage))
        #expect(world.acted.isEmpty && world.said.last == "This line stands for 3 messages; Enter shows them")
    }

    @Test("a message moves alone to the mailbox picked")
    func moves() async throws {
        let (world, screen) = try open { $0.markRead = .never }
        go(screen, to: 1)
        #expect(screen.perform(.moveMessage))
        let picker = try #require(world.pushed.last as? MovePickerScreen)
        #expect(world.text(picker).contains { $0.contains("Move this message to") })
        picker.type("Work")
        _ = picker.handle(.key(.enter))
        await world.settle()
        #expect(world.acted == ["move messages 1"])
        let work = try #require(try world.session.mailboxes().first { $0.name == "Work" }).id
        #expect(try messages(world).map { $0.mailboxes.contains(work) } == [false, true, false, false])
    }
}
