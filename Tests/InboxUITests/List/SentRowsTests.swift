import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Rows of sent mail", .timeLimit(.minutes(10)))
struct SentRowsTests {
    @Test("they show the user's last message with its date, and the date that they are sorted by")
    func ownWords() async throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(
                id: "a", thread: "t", from: "me", to: ["anna"], subject: "Ferry", snippet: "Which ferry is it?",
                in: ["sent"], at: 30 * 86_400),
            .remote(
                id: "b", thread: "t", subject: "Re: Ferry", snippet: "The wrong one.", in: ["inbox"],
                at: 39 * 86_400))
        let list = world.list()
        let thread = try world.thread("t")
        list.show(.role(world.account, .sent))
        await world.until { list.sentWords[thread] != nil }
        let row = try #require(world.text(list, 100).first { $0.contains("Ferry") })
        #expect(row.contains("Which ferry is it?"))
        #expect(!row.contains("The wrong one."))
        #expect(row.contains("31 Jan: Which ferry") && row.contains("  Mon"))
        #expect(list.perform(.groupByDay))
        let rows = world.text(list, 100)
        let below = try #require(rows.firstIndex { $0.contains("Ferry") })
        #expect(rows[below - 1].contains("Yesterday") && rows[below].contains("31 Jan: Which ferry"))
        list.show(.role(world.account, .inbox))
        await world.until { world.text(list, 120).contains { $0.contains("The wrong one.") } }
    }

    @Test("they name the people the user wrote to, last first, and no others' recipients")
    func recipients() async throws {
        let world = try FakeSurroundings()
        var wide = RemoteMessage.remote(
            id: "c", thread: "t", from: "carla", to: ["me", "bob"], subject: "Re: Plan", at: 30)
        wide.cc = [.person("dora")]
        try world.fill(
            .remote(id: "a", thread: "t", from: "bob", subject: "Plan", at: 10),
            .remote(id: "b", thread: "t", from: "me", to: ["bob"], subject: "Re: Plan", in: ["sent"], at: 20), wide,
            .remote(id: "d", thread: "t", from: "me", to: ["carla"], subject: "Re: Plan", in: ["sent"], at: 40))
        let id = try world.thread("t")
        let list = world.list()
        list.show(.role(world.account, .sent))
        await world.until { list.sentWords[id] != nil }
        let row = try #require(world.text(list, 120).first { $0.contains("Plan") })
        #expect(row.contains("To: Carla and Bob"))
        // Before that is read, no person is shown alone, who may not have received it.
        let thread = try #require(try world.session.thread(id))
        let names = ThreadRow(thread: thread, own: ["me@example.test"], date: "", isOutgoing: true).names(
            60, ellipsis: "…")
        #expect(["Bob", "Carla", "Dora"].allSatisfy { names.contains($0) } && !names.contains("Me"))
    }

    @Test("J-61: a message held by the server shows its send time, in its row and when open")
    func held() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "a", thread: "t", from: "me", to: ["anna"], subject: "Ferry", in: ["sent"]))
        let thread = try world.thread("t")
        let message = try #require(try world.session.messages(of: thread).first)
        let due = world.clock.now().addingTimeInterval(86_400)
        let order = Action(
            id: ActionID(1), account: world.account, command: .sendDraft, title: "Ferry", object: .draft(message.id),
            state: .held, createdAt: world.clock.now(), due: due)
        let list = world.list()
        list.show(.role(world.account, .sent))
        await world.until { world.text(list).contains { $0.contains("Ferry") } }
        #expect(!world.text(list, 160, 30).contains { $0.contains("leaves") })
        world.outgoing = OutgoingMail([order], in: world.session, now: world.clock.now())
        let soon = "leaves " + RowDate.coming(due, clock: world.clock)
        #expect(world.text(list).contains { $0.contains("Ferry") && $0.contains(soon) })
        let screen = ThreadScreen(thread: thread, order: nil, around: world)
        let words = "leaves " + MessageDates(clock: world.clock).long(due)
        #expect(world.text(screen).contains { $0.contains(words) })
        let rows: [RowID] = [.message(message.id), .thread(thread)]
        #expect(rows.allSatisfy { world.outgoing.departure(of: [$0]) == due })
        list.askToDestroy([.thread(thread)])
        let question = world.text(try #require(world.pushed.last)).joined(separator: " ")
        let asked = question.split { $0 == " " || $0 == "│" }.joined(separator: " ")
        #expect(asked.contains("But your message still \(soon): the outbox (o) takes it back."))
        var gone = order
        gone.state = .recalling
        #expect(OutgoingMail([gone], in: world.session, now: world.clock.now()).departure(of: rows) == nil)
        gone.state = .sent
        world.outgoing = OutgoingMail([gone], in: world.session, now: world.clock.now())
        #expect(!world.text(list).contains { $0.contains("leaves") })
        #expect(!world.text(screen).contains { $0.contains("leaves") })
    }

    @Test("drafts in the outbox show their state, in their row and when open, and what to do")
    func onTheirWay() async throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "a", thread: "t", from: "me", to: ["anna"], subject: "Ferry", draft: true, in: ["drafts"]))
        let thread = try world.thread("t")
        let message = try #require(try world.session.messages(of: thread).first)
        var order = Action(
            id: ActionID(1), account: world.account, command: .sendDraft, title: "Ferry", object: .draft(message.id),
            createdAt: world.clock.now())
        let list = world.list()
        list.show(.role(world.account, .drafts))
        await world.until { world.text(list).contains { $0.contains("Ferry") } }
        let screen = ThreadScreen(thread: thread, order: nil, around: world)
        func see(_ row: String, _ head: String, _ note: String? = nil) {
            world.outgoing = OutgoingMail([order], in: world.session, now: world.clock.now())
            #expect(world.text(list).contains { $0.contains("Ferry") && $0.contains(row) }, "\(row)")
            #expect(world.text(screen).contains { $0.contains(head + " Me") }, "\(head)")
            if let note { #expect(world.text(screen).contains { $0.contains(note) }, "\(note)") }
        }
        #expect(world.text(screen).contains { $0.contains("Draft Me") })
        see("queued", "Queued")
        order.due = world.clock.now().addingTimeInterval(86_400)
        see("leaves", "Queued")
        (order.due, order.state) = (nil, .sending)
        see("sending", "Sending")
        order.state = .stopped
        see("held", "Held")
        (order.lastError, order.state) = ("no such person", .refused)
        see("not sent", "Not sent", "It was not sent: no such person (o outbox)")
        (order.detail, order.state) = ("{\"state\":\"1\"}", .stopped)
        see("may have been sent", "May have been sent", "look in your sent mail")
        list.show(.search("subject:ferry"))
        await world.until { list.loadingSince == nil && list.shown == [thread] }
        see("may have been sent", "May have been sent")
        (order.state, order.detail, order.lastError) = (.waiting, nil, nil)
        world.outgoing = OutgoingMail([order], in: world.session, now: world.clock.now())
        #expect(
            !world.text(list).contains { $0.contains("queued") }, "that it is sent in a moment is told among drafts")
    }
}
