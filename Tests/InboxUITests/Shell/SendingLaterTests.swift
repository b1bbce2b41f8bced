import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Sending later from the client", .timeLimit(.minutes(10)))
@UI
struct SendingLaterTests {
    private func client() throws -> ShellClient {
        let client = try ShellClient(
            [
                .remote(id: "a", subject: "First", unread: true, at: 200, body: "Text"),
                .remote(id: "b", subject: "Second", at: 100),
            ], connects: false)
        client.shell.begin()
        _ = client.draw()
        return client
    }

    /// Writes a message and schedules it.
    private func send(_ client: ShellClient, to name: String = "bo") async throws {
        client.write(to: name)
        try #require(client.shell.flows.screens.last as? ComposeScreen).deliver(at: Date(timeIntervalSinceNow: 86_400))
        await client.sees("Goes out")
    }

    private func star(_ client: ShellClient) async {
        client.press("*")
        await client.sees("Starred")
    }

    private func order(_ client: ShellClient) throws -> Action? {
        try client.session.actions().first { $0.command == .sendDraft }
    }

    private func composer(_ client: ShellClient) -> ComposeScreen? { client.shell.flows.screens.last as? ComposeScreen }

    /// Leaves the composer, which keeps the draft.
    private func leave(_ client: ShellClient) async {
        client.press(.escape)
        await client.sees(80, 24) { composer(client) == nil }
    }

    @Test("undo reopens scheduled mail before it undoes earlier actions; quitting does not send it")
    func before() async throws {
        let client = try client()
        await star(client)
        try await send(client)
        #expect(client.shell.turns(in: .list)[.undo]?.contains("About bo") == true)
        #expect(await client.shell.sendUnsent().isEmpty)
        #expect(try order(client)?.state == .waiting)
        client.press("z")
        await client.sees("Not sent; here it is again")
        #expect(try order(client) == nil)
        #expect(composer(client)?.form.body.text.contains("Hello") == true)
        await leave(client)
        client.press("z")
        await client.sees("Undone: star")
        #expect(client.shows("Undone: star"))
    }

    @Test("undo reverts later actions first, then reopens scheduled mail")
    func after() async throws {
        let client = try client()
        try await send(client)
        await star(client)
        #expect(client.shell.turns(in: .list)[.undo]?.contains("First") == true)
        client.press("z")
        await client.sees("Undone: star")
        #expect(try order(client)?.state == .waiting && composer(client) == nil)
        client.press("z")
        await client.sees("Not sent; here it is again")
        #expect(try order(client) == nil && composer(client)?.form.subject.text == "About bo")
    }

    @Test("pressing undo twice at once reopens scheduled mail and undoes no earlier action")
    func pressedAtOnce() async throws {
        let client = try client()
        await star(client)
        try await send(client)
        client.press("z", "z")
        await client.sees("Not sent; here it is again")
        #expect(try client.session.actions().contains { $0.command == .star })
        #expect(try order(client) == nil)
    }

    @Test("rescheduling edited mail counts as the last action, as its notice says")
    func againForItsTime() async throws {
        let client = try client()
        try await send(client)
        await star(client)
        guard case .draft(let draft)? = try order(client)?.object else { throw Missing() }
        client.shell.push(try #require(client.shell.make.compose(.draft(draft), client.shell)))
        try #require(composer(client)).form.setFocus(.body)
        client.type("More")
        await leave(client)
        #expect(client.shows("as before   z undo", 120, 40))
        #expect(try order(client)?.state == .waiting)
        client.press("z")
        await client.sees("Not sent; here it is again")
        #expect(try order(client) == nil && composer(client)?.form.body.text.contains("More") == true)
        await leave(client)
        client.press("z")
        await client.sees("Undone: star")
        #expect(client.shows("Undone: star"))
    }

    @Test("undo reverts a read mark before scheduled mail")
    func marks() async throws {
        let client = try client()
        client.press(.enter)
        _ = client.draw()
        try await send(client)
        client.press("q")
        await client.sees("Read “First”")
        client.press("z")
        await client.sees("Undone: mark as read")
        #expect(try order(client)?.state == .waiting)
    }

    @Test(
        "mail that the server holds and that goes to the trash or to junk is said to leave all the same",
        arguments: [Action.Command.trash, .junk, .move])
    func putAway(command: Action.Command) async throws {
        let client = try client()
        let (thread, due) = try await held(client)
        let trash = try #require(try client.session.mailboxes().first { $0.role == .trash }).id
        let target = command == .move ? trash : nil
        let time = RowDate.coming(due, clock: client.shell.clock)
        let words = "; your message still leaves \(time): the outbox (o) takes it back"
        client.shell.act(command, on: [thread], target: target)
        let isTold = await client.sees(160, 24, patience: .seconds(60)) { client.shows(words, 160, 24) }
        #expect(isTold)

        let other = try #require(try client.session.named("t-a").threads.first)
        client.shell.act(command, on: [other], target: target)
        await client.sees("“First”")
        #expect(!client.shows("still leaves", 160, 24))
    }

    @Test("commands say so, too, as does the question before the trash is emptied")
    func putAwayElsewhere() async throws {
        let client = try client()
        let (thread, due) = try await held(client)
        let other = try #require(try client.session.named("t-a").threads.first)
        let departures: [(ThreadID, Date?)] = [(thread, due), (other, nil)]
        for (id, time) in departures {
            let deed = try #require(try await client.session.perform(.trash, on: [id]))
            #expect(OutgoingMail.departure(despite: deed, in: client.session, now: Date()) == time)
        }
        let list = try #require(client.shell.flows.screens.last as? ListScreen)
        #expect(list.perform(.emptyMailbox))
        await client.sees("for good?")
        var grid = Grid(size: Size(width: 80, height: 24), frame: Frame(motion: false))
        client.shell.flows.screens.last?.draw(into: &grid)
        let text = (0..<24).map { grid.text(row: $0) }.joined(separator: " ")
        let asked = text.split { $0 == " " || $0 == "│" }.joined(separator: " ")
        let time = RowDate.coming(due, clock: client.shell.clock)
        #expect(asked.contains("But your message still leaves \(time): the outbox (o) takes it back."))
        let inbox = try #require(try client.session.mailboxes().first { $0.role == .inbox }).id
        #expect(client.shell.stillLeaves(from: inbox, in: .list) == nil)
    }

    /// A message that the server holds until tomorrow, which the client shows.
    private func held(_ client: ShellClient) async throws -> (thread: ThreadID, due: Date) {
        let content = DraftContent(to: [.person("bo")], subject: "Ferry", body: MessageBody(plain: "Text"))
        let draft = try await client.session.save(content, account: client.account)
        let id = try await client.session.send(draft, after: .seconds(86_400), isScheduled: true)
        let order = try #require(try client.session.actions().first { $0.id == id })
        try client.store.writeNow { try $0.held(order, as: nil, detail: "{}") }
        await client.sees(80, 24, patience: .seconds(60)) { client.shell.actions.items.contains { $0.state == .held } }
        return (try #require(try client.session.message(draft)).thread, try #require(order.due))
    }

    private struct Missing: Error {}
}
