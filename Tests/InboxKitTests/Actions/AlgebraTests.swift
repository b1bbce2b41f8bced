import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// The effect of an action on an earlier one that is waiting, being sent, or answered.
@Suite("Combined actions")
struct AlgebraTests {
    private let client: Client
    private let session: MailSession
    private let lane = SteppedLane()

    init() async throws {
        client = try await Client.synced(.remote(id: "m"), .remote(id: "n", in: ["work"]))
        session = client.session()
    }

    private func content(_ subject: String) -> DraftContent {
        DraftContent(to: [.person("bo")], subject: subject, body: MessageBody(plain: subject))
    }

    /// Sends until the first call is about to reach the server.
    private func startSending() async {
        let service = SteppedService(client.server, lane: lane)
        let sender = ActionSender(
            account: client.account.id, store: client.store, service: service, board: client.board,
            now: { [client] in client.now })
        await lane.start { _ = try? await sender.sendAll() }
    }

    private func finish() async throws {
        while !lane.isIdle { await lane.go(.on) }
        for _ in 0..<4 {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        #expect(try client.differences() == [])
    }

    private var drafts: [String] {
        client.server.drafts.map(\.subject).sorted()
    }

    private func thread(_ id: String) throws -> ThreadID { try #require(try client.message(id)).thread }

    @Test("a repeated action is queued once")
    func same() async throws {
        try await session.perform(.unread, on: [try thread("m")])
        #expect(try await session.perform(.unread, on: [try thread("m")]) == nil)
        #expect(try client.actions().count == 1)
    }

    @Test(
        "opposite actions cancel out while both are waiting",
        arguments: [
            (Action.Command.star, Action.Command.unstar), (.unread, .shake), (.label, .unlabel), (.mute, .unmute),
            (.mark, .unmark),
        ])
    func opposites(pair: (Action.Command, Action.Command)) async throws {
        let home = try #require(try client.store.mailboxID("home"))
        // In a thread outside the inbox, so that muting moves nothing.
        for command in [pair.0, pair.1] {
            let deed = try await session.perform(
                command, on: [try thread("n")], target: home, keyword: Keyword("$flagged"))
            #expect(deed != nil)
        }
        #expect(try client.actions().isEmpty)
        try await finish()
        #expect(client.server.calls("update").isEmpty)
    }

    @Test(
        "archiving, deleting and moving back, junk and not junk, snoozing and waking cancel out while both are waiting",
        arguments: [
            (Action.Command.archive, Action.Command.move), (.trash, .move), (.junk, .notJunk), (.snooze, .wake),
        ])
    func oppositeMoves(pair: (Action.Command, Action.Command)) async throws {
        // With labels, mail that is moved to the inbox keeps the label of the archive.
        let client = try Client(hasLabels: false)
        client.server.put(.remote(id: "m"))
        try await client.sync.once(bodies: false)
        let before = try client.shown()
        let date = pair.0 == .snooze ? client.now.addingTimeInterval(86_400) : nil
        #expect(try await client.perform(pair.0, on: "m", date: date) != nil)
        #expect(try client.shown() != before)
        #expect(try await client.perform(pair.1, on: "m", to: "inbox") != nil)
        #expect(try client.shown() == before)
        #expect(try client.actions() == [])
        try await client.settle()
        #expect(client.server.calls("update").isEmpty)
        #expect(try client.differences() == [])
    }

    @Test("creating and deleting a mailbox cancel out while both are waiting")
    func oppositeMailboxes() async throws {
        let new = try await session.createMailbox(named: "New", account: client.account.id)
        try await session.deleteMailbox(new)
        #expect(try client.actions().isEmpty && !session.mailboxes().contains { $0.name == "New" })
        try await finish()
        #expect(client.server.calls("createMailbox").isEmpty && client.server.calls("deleteMailbox").isEmpty)
    }

    @Test("an opposite action made during sending is sent afterwards")
    func oppositeInFlight() async throws {
        try await session.perform(.star, on: [try thread("m")])
        await startSending()
        try await session.perform(.unstar, on: [try thread("m")])
        try await finish()
        #expect(client.server.calls("update").map { $0.update?.addKeywords } == [[.flagged], []])
        #expect(client.server.messages[RemoteID("m")]?.keywords.contains(.flagged) == false)
    }

    @Test("edits made while a draft is being saved are saved again over the same draft")
    func saveInFlight() async throws {
        let id = try await session.save(content("One"), account: client.account.id)
        await startSending()
        try await session.save(content("Two"), as: id, account: client.account.id)
        try await session.save(content("Three"), as: id, account: client.account.id)
        try await finish()
        #expect(drafts == ["Three"])
        #expect(client.server.calls("save").count == 2)
    }

    @Test("discarding a draft during its save deletes the saved draft afterwards", arguments: [false, true])
    func deleteInFlight(isLost: Bool) async throws {
        let id = try await session.save(content("One"), account: client.account.id)
        await startSending()
        await lane.go(.on)
        try await session.discardDraft(id)
        #expect(try client.store.read { try $0.message(id) } == nil)
        if isLost { await lane.go(.fail(.unreachable)) }
        try await finish()
        #expect(drafts == [])
        #expect(try client.store.read { try $0.message(id) } == nil)
    }

    @Test("a draft that is being sent can't be discarded, saved or sent again, nor sent once it has left")
    func tooLate() async throws {
        let id = try await session.send(content("One"), account: client.account.id)
        await startSending()
        while client.server.calls("send").isEmpty { await lane.go(.on) }
        await #expect(throws: SessionError.action(.beingSent)) { try await session.discardDraft(id) }
        await #expect(throws: SessionError.action(.beingSent)) { try await session.send(id) }
        await #expect(throws: SessionError.action(.beingSent)) {
            try await session.save(content("Two"), as: id, account: client.account.id)
        }
        try await finish()
        await #expect(throws: SessionError.action(.beingSent)) { try await session.send(id) }
        #expect(client.server.calls("send").count == 1)
    }

    @Test("sending a waiting draft again queues nothing; editing it cancels it")
    func sendTwice() async throws {
        let id = try await session.send(content("One"), account: client.account.id)
        try await session.send(id)
        #expect(try client.actions().count { $0.command == .sendDraft } == 1)
        try await session.save(content("Two"), as: id, account: client.account.id)
        try await finish()
        #expect(drafts == ["Two"])
        #expect(client.server.calls("send").isEmpty)
    }

    @Test("discarding a draft cancels its queued save and sending")
    func deleteWaiting() async throws {
        let id = try await session.send(content("One"), account: client.account.id)
        try await session.discardDraft(id)
        #expect(try client.actions().isEmpty)
        try await finish()
        #expect(client.server.calls("save").isEmpty && client.server.calls("send").isEmpty)
    }

    @Test("a refused draft is tried once and then keeps its text until the user retries", arguments: [true, false])
    func refusedDraft(isSend: Bool) async throws {
        let id = try await session.send(content("One"), account: client.account.id)
        client.server.setFault { $0.name == (isSend ? "send" : "save") ? .before(.refused) : nil }
        for _ in 0..<3 {
            client.wait(4_000)
            _ = try await client.sender.sendAll()
        }
        #expect(client.server.calls(isSend ? "send" : "save").count == 1)
        #expect(try session.draft(id)?.content.subject == "One" && session.draft(id)?.state == .stopped)
        client.server.setFault { _ in nil }
        for action in try client.actions() where action.state == .stopped { try await session.retry(action.id) }
        try await finish()
        #expect(client.server.calls("send").count == (isSend ? 2 : 1))
    }

    @Test("reusing a renamed mailbox's name keeps the user's order")
    func names() async throws {
        let work = try #require(try client.store.mailboxID("work"))
        try await session.renameMailbox(work, to: "Old work")
        let new = try await session.createMailbox(named: "Work", account: client.account.id)
        client.server.setFault { $0.name == "renameMailbox" && $0.number % 2 == 0 ? .before(.busy) : nil }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        try await finish()
        let names = try session.mailboxes().reduce(into: [:]) { $0[$1.id] = $1.name }
        #expect(names[work] == "Old work" && names[new] == "Work")
        #expect(client.server.mailboxes[RemoteID("work")]?.name == "Old work")
    }
}
