import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Archiving answered threads", .timeLimit(.minutes(10)))
struct ArchivingTests {
    /// Answers a thread from its screen, and sends the answer with a command.
    private func answer(
        _ thread: ThreadID, _ list: ListScreen, _ world: FakeSurroundings, by command: Command
    ) async throws -> ThreadScreen {
        let screen = ThreadScreen(thread: thread, order: list, around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.reply))
        try await send(by: command, world)
        return screen
    }

    /// Sends the initial text of the top composer, once it is complete.
    private func send(by command: Command, _ world: FakeSurroundings) async throws {
        let composer = try #require(world.pushed.last as? ComposeScreen)
        await world.until { !composer.isFetching }
        composer.form.body = TextArea("Yes.")
        #expect(composer.perform(command))
        try #require(composer.ending != nil, "\(world.text(world.pushed.last ?? composer))")
        await world.until { composer.isOver }
        await world.settle()
    }

    @Test(
        "sending a reply archives its thread and shows the next, with the setting or by send-and-archive",
        arguments: [(true, Command.send, true), (false, .send, false), (false, .sendAndArchive, true)])
    func thread(isOn: Bool, command: Command, isArchived: Bool) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.settings.archiveOnReply = isOn
        let (first, second) = (list.shown[0], list.shown[1])
        let screen = try await answer(first, list, world, by: command)
        #expect(world.acted.contains("archive \(first)") == isArchived)
        #expect(screen.thread == (isArchived ? second : first))
        guard isArchived else { return }
        #expect(
            world.acted.last == "archive \(first)", "it is the last thing that was done, so undo takes it back first")
        await world.until { !list.shown.contains(first) }
    }

    @Test("new mail in the thread cancels the archiving, and a message says so")
    func newMail() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let first = list.shown[0]
        let screen = ThreadScreen(thread: first, order: list, around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.reply))
        let remote = try #require(try world.session.thread(first)?.remoteID)
        try world.fill(.remote(id: "later", thread: remote.rawValue, unread: true, at: 999))
        try await send(by: .sendAndArchive, world)
        #expect(!world.acted.contains("archive \(first)"))
        #expect(world.said.contains("Not archived: it has new mail"))
    }

    @Test("with the setting, a scheduled reply archives nothing yet")
    func later() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.settings.archiveOnReply = true
        let screen = ThreadScreen(thread: list.shown[0], order: list, around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.reply))
        let composer = try #require(world.pushed.last as? ComposeScreen)
        await world.until { !composer.isFetching }
        composer.form.body = TextArea("Yes.")
        composer.deliver(at: world.clock.now().addingTimeInterval(86_400))
        await world.until { composer.isOver }
        await world.settle()
        #expect(!world.acted.contains { $0.hasPrefix("archive") })
    }

    @Test("a filed thread stays put, unless the user archives it", arguments: [Command.send, .sendAndArchive])
    func filed(command: Command) async throws {
        let world = try FakeSurroundings()
        world.settings.archiveOnReply = true
        try world.fill(.remote(id: "w", subject: "At work", in: ["work"], at: 80))
        let thread = try world.thread("t-w")
        _ = try await answer(thread, world.list(), world, by: command)
        #expect(world.acted.contains("archive \(thread)") == (command == .sendAndArchive))
    }

    @Test("replying from the list archives the thread, from the deck throws the card")
    func elsewhere() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let deck = DeckScreen(filter: list.provider.filter, title: "Inbox", around: world)
        let card = try #require(deck.card)
        #expect(deck.perform(.reply))
        try await send(by: .sendAndArchive, world)
        await world.until { deck.card?.id != card.id }
        #expect(deck.state.summary == "1 archived")
        await world.until { !list.shown.contains(card.id) }
        // The shell tells a list what other screens do, so that the list is not surprised.
        list.loss.forget()
        let next = try #require(list.selected)
        #expect(list.perform(.reply))
        try await send(by: .sendAndArchive, world)
        await world.until { !list.shown.contains(next) }
    }

    @Test("send-and-archive refuses a new message and says why")
    func new() async throws {
        let (world, _) = try FakeSurroundings.mailbox()
        let composer = try #require(ComposeScreen(.new(account: nil), around: world))
        #expect(composer.perform(.sendAndArchive))
        #expect(world.said == ["There is no thread to archive here: Ctrl-s sends it"])
        #expect(!composer.isOver && composer.ending == nil)
    }

    @Test("undo restores the thread first, and then the message")
    func undo() async throws {
        var settings = Settings()
        settings.undoSend = 120
        let client = try ShellClient(
            [.remote(id: "a", subject: "First", at: 200), .remote(id: "b", subject: "Second", at: 100)],
            settings: settings, connects: false)
        client.shell.begin()
        _ = client.draw()
        client.press("r")
        let composer = try #require(client.shell.flows.screens.last as? ComposeScreen)
        await client.sees(80, 24) { !composer.isFetching }
        client.type("Yes")
        client.press(.ctrl("y"))
        await client.sees("Archived “First”")
        #expect(client.shows("Sending in"))
        client.press("z")
        await client.sees("Undone: archive “First”")
        client.press("z")
        await client.sees(80, 24) { client.shell.flows.screens.last is ComposeScreen }
        #expect(try !client.session.actions().contains { $0.command == .sendDraft })
    }
}
