import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Invitations in a thread", .timeLimit(.minutes(10)))
struct InvitationScreenTests {
    private let world: FakeSurroundings

    init() throws { world = try FakeSurroundings() }

    private static let guests = "ATTENDEE:mailto:ME@example.test\r\nATTENDEE:mailto:anna@example.test\r\n"

    /// A thread with an invitation in its only message.
    private func thread(
        method: String = "REQUEST", organizer: String = "lars", guests: String = guests, more: String = "",
        body: String = "See you there."
    ) async throws -> ThreadScreen {
        var message = RemoteMessage.remote(
            id: "m1", thread: "t", from: "lars", at: 86_400, files: ["lunch.ics"], body: body)
        message.files[0].contentType = "text/calendar"
        try world.fill(message)
        let calendar = """
            BEGIN:VCALENDAR\r\nMETHOD:\(method)\r\nBEGIN:VEVENT\r\nUID:lunch-1\r\nSUMMARY:Lunch\r\n\
            DTSTART;TZID=Europe/Berlin:20260301T130000\r\nLOCATION:Harbour\r\n\(guests)\
            \(more)ORGANIZER;CN=Lars:mailto:\(organizer)@example.test\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
            """
        let account = world.account
        try world.store.writeNow {
            try $0.save(file: RemoteID("f-lunch.ics"), account: account, Data(calendar.utf8), now: Date())
        }
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        await world.until { world.text(screen).contains { $0.contains("Lunch") && !$0.contains("ics") } }
        return screen
    }

    @Test("an invitation shows both local times, place, people and answer key")
    func shown() async throws {
        let screen = try await thread()
        #expect(screenGolden("thread-invitation", { world.draw(screen, $0, $1) }) == nil)
    }

    @Test("W-5: links of an invitation are numbered and asked about like those of the text below it")
    func links() async throws {
        let screen = try await thread(
            more: "URL:https://meet.test/page\r\nDESCRIPTION:Join: https://meet.test/room\r\n",
            body: "See https://text.test/ too.")
        let text = world.text(screen, 80, 40)
        for words in [
            "Page      https://meet.test/page [1]", "Join: https://meet.test/room [2]",
            "See https://text.test/ [3] too.", " [2] https://meet.test/room", " [3] https://text.test/",
        ] {
            #expect(text.contains { $0.contains(words) }, "\(words)")
        }
        _ = screen.perform(.nextLink)
        #expect(screen.pane.focus == .link(0))
        _ = screen.perform(.open)
        #expect(screen.question?.target == "https://meet.test/page")
        _ = screen.handle(.key(.escape))
        for (number, target) in [(2, "https://meet.test/room"), (3, "https://text.test/")] {
            _ = screen.perform(.open, number: number)
            #expect(screen.question?.target == target)
            _ = screen.handle(.key(.escape))
        }
    }

    @Test(
        "answering asks twice, the second time with the recipient; nothing is sent before",
        arguments: [
            ("acc", "Accepted", "ACCEPTED"), ("may", "Maybe", "TENTATIVE"), ("decl", "Declined", "DECLINED"),
        ])
    func answered(letters: String, word: String, status: String) async throws {
        let screen = try await thread()
        _ = screen.perform(.answerInvitation)
        let box = try #require(world.pushed.last)
        // The box is as high as its choices, over the rest of the invitation.
        let rows = world.text(box)
        #expect(rows.count { $0.contains("│") } == 5 && rows.contains { $0.contains("accept, maybe or decline") })
        box.type(letters + "\n")
        let question = try #require(world.pushed.last as? QuestionScreen)
        let text = world.text(question).joined(separator: "\n")
        #expect(
            text.contains("goes to Lars <lars@example.test>, from") && text.contains("Sun 1 Mar 2026 12:00 (13:00 in"))
        #expect(!text.contains("another address") && !text.contains("guest list"))
        await world.settle()
        #expect(try world.session.actions().isEmpty && world.acted.isEmpty)

        _ = question.handle(.key(.enter))
        await world.settle()
        #expect(world.acted == ["sent after 10"])
        let mail = try #require(try world.session.messages(of: try world.thread("t")).last)
        let draft = try #require(try world.session.draft(mail.id))
        #expect(draft.content.to.map(\.email) == ["lars@example.test"] && draft.content.recipients.count == 1)
        #expect(
            draft.content.subject == "\(word): Lunch" && draft.content.from?.email.lowercased() == "me@example.test")
        let said = try #require(draft.content.body.plain)
        #expect(said.contains("\(word): Lunch\nSun 1 Mar 2026 13:00 Europe/Berlin"), "the user's clock shows 12:00")
        let file = try #require(draft.content.files.first)
        #expect(file.contentType == "text/calendar;method=REPLY;charset=utf-8")
        let id = try #require(file.localID)
        let bytes = try #require(try world.store.read { try $0.upload(id) }).bytes
        let calendar = String(decoding: bytes, as: UTF8.self)
        #expect(
            calendar.contains("PARTSTAT=\(status):mailto:me@example.test\r\n") && calendar.contains("UID:lunch-1\r\n"))
    }

    private func fill(
        _ id: String, method: String, sequence: Int, from: String = "lars", thread: String,
        in mailbox: String = "inbox",
        says status: String? = nil, at: Int
    ) throws {
        var message = RemoteMessage.remote(
            id: id, thread: thread, from: from, in: [mailbox], at: at, files: ["\(id).ics"], body: "News.")
        let guests = status.map { "ATTENDEE;PARTSTAT=\($0):mailto:me@example.test\r\n" } ?? Self.guests
        message.files[0].contentType = "text/calendar"
        try world.fill(message)
        let calendar = """
            BEGIN:VCALENDAR\r\nMETHOD:\(method)\r\nBEGIN:VEVENT\r\nUID:lunch-1\r\nSEQUENCE:\(sequence)\r\nSUMMARY:Lunch\r\n\
            DTSTART;TZID=Europe/Berlin:20260301T130000\r\n\(guests)\
            ORGANIZER;CN=Lars:mailto:lars@example.test\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
            """
        let account = world.account
        try world.store.writeNow {
            try $0.save(file: RemoteID("f-\(id).ics"), account: account, Data(calendar.utf8), now: Date())
        }
    }

    @Test("an answered card says so and when the answer goes out, or why it did not")
    func saysAnswer() async throws {
        let screen = try await thread()
        _ = screen.perform(.answerInvitation)
        try #require(world.pushed.last).type("acc\n")
        _ = try #require(world.pushed.last as? QuestionScreen).handle(.key(.enter))
        await world.settle()
        func card() -> String { world.text(screen).joined(separator: "\n") }
        await world.until { card().contains("You accepted") }
        #expect(card().contains("gi answer again") && !card().contains("gi answer it"))
        #expect(card().contains("You accepted · goes out"))
        try world.store.writeNow { transaction in
            let action = try #require(try transaction.reader.actions().first { $0.command == .sendDraft })
            try transaction.stop(action.id, error: "no such recipient")
        }
        await world.until { card().contains("not sent: no such recipient") }
    }

    @Test("a cancelled or changed invitation says so, even if the change is in another thread")
    func ended() async throws {
        let screen = try await thread()
        #expect(world.text(screen).contains { $0.contains("gi answer it") })
        try fill("m2", method: "REQUEST", sequence: 1, thread: "t", at: 90_000)
        await world.until { world.text(screen, 80, 60).contains { $0.contains("Changed later") } }

        try fill("m3", method: "CANCEL", sequence: 2, thread: "elsewhere", at: 100_000)
        let again = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(again, 80, 60)
        await world.until { world.text(again, 80, 60).contains { $0.contains("Cancelled on") } }
        _ = again.perform(.answerInvitation)
        #expect(world.said.last == "It has been cancelled: no answer is needed" && world.pushed.isEmpty)
    }

    @Test("H-5: only the organizer cancels an event")
    func foreignCancel() async throws {
        let screen = try await thread()
        try fill("m2", method: "REQUEST", sequence: 1, from: "lars", thread: "t", at: 90_000)
        try fill("m3", method: "REPLY", sequence: 0, from: "mallory", thread: "t", at: 91_000)
        try fill("m4", method: "CANCEL", sequence: 2, from: "mallory", thread: "t", at: 92_000)
        await world.until {
            _ = world.draw(screen, 80, 60); return screen.pane.known.texts.notices.notices.count == 4
        }
        #expect(world.text(screen, 80, 60).contains { $0.contains("Changed later") })
        #expect(!world.text(screen, 80, 60).contains { $0.contains("Cancelled on") || $0.contains("You ") })
    }

    @Test("H-6: a forged reply in the user's name accepts nothing, and a cancellation in the trash does not count")
    func forged() async throws {
        let screen = try await thread()
        try fill("m2", method: "REPLY", sequence: 0, from: "me", thread: "t", says: "ACCEPTED", at: 90_000)
        try fill("m3", method: "CANCEL", sequence: 2, thread: "t", in: "trash", at: 91_000)
        try fill("m4", method: "REPLY", sequence: 0, from: "me", thread: "t", in: "sent", says: "DECLINED", at: 92_000)
        await world.until { world.text(screen, 80, 60).contains { $0.contains("You ") } }
        await world.until {
            _ = world.draw(screen, 80, 60); return screen.pane.known.texts.notices.notices.count == 4
        }
        let text = world.text(screen, 80, 60).joined(separator: "\n")
        #expect(text.contains("You declined") && !text.contains("You accepted") && !text.contains("Cancelled"))
        try fill("m5", method: "REPLY", sequence: 0, from: "me", thread: "t", says: "ACCEPTED", at: 93_000)
        await world.until {
            _ = world.draw(screen, 80, 60); return screen.pane.known.texts.notices.notices.count == 5
        }
        #expect(world.text(screen, 80, 60).contains { $0.contains("You declined") })
    }

    @Test("Esc at the second question sends nothing")
    func leftAlone() async throws {
        let screen = try await thread()
        _ = screen.perform(.answerInvitation)
        try #require(world.pushed.last).type("\n")
        _ = try #require(world.pushed.last as? QuestionScreen).handle(.key(.escape))
        await world.settle()
        #expect(try world.session.actions().isEmpty && world.acted.isEmpty)
    }

    @Test("H-5: the question warns if the answer goes elsewhere or no address here is a guest")
    func doubts() async throws {
        let screen = try await thread(organizer: "mallory", guests: "")
        _ = screen.perform(.answerInvitation)
        try #require(world.pushed.last).type("\n")
        let text = world.text(try #require(world.pushed.last)).joined(separator: "\n")
        #expect(
            text.contains("goes to Lars <mallory@example.test>") && text.contains("The mail came from another address"))
        #expect(text.contains("None of your addresses is on its guest list"))
    }

    @Test("answering a cancelled or missing invitation only says why")
    func nothing() async throws {
        let screen = try await thread(method: "CANCEL")
        #expect(
            world.text(screen).contains { $0.contains("Cancelled") }
                && !world.text(screen).joined().contains("gi answer"))
        _ = screen.perform(.answerInvitation)
        try world.fill(.remote(id: "m2", thread: "t2", body: "No"))
        _ = ThreadScreen(thread: try world.thread("t2"), around: world).perform(.answerInvitation)
        #expect(world.said == ["This invitation asks for no answer", "There is no invitation in this message"])
        #expect(world.pushed.isEmpty)
    }
}
