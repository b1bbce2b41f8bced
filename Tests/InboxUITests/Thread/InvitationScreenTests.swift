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
        method: String = "REQUEST", organizer: String = "lars", guests: String = guests
    ) async throws -> ThreadScreen {
        var message = RemoteMessage.remote(
            id: "m1", thread: "t", from: "lars", at: 86_400, files: ["lunch.ics"], body: "See you there.")
        message.files[0].contentType = "text/calendar"
        try world.fill(message)
        let calendar = """
            BEGIN:VCALENDAR\r\nMETHOD:\(method)\r\nBEGIN:VEVENT\r\nUID:lunch-1\r\nSUMMARY:Lunch\r\n\
            DTSTART;TZID=Europe/Berlin:20260301T130000\r\nLOCATION:Harbour\r\n\(guests)\
            ORGANIZER;CN=Lars:mailto:\(organizer)@example.test\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
            """
        let account = world.account
        try world.store.writeNow {
            try $0.save(file: RemoteID("f-lunch.ics"), account: account, Data(calendar.utf8), now: Date())
        }
        let screen = ThreadScreen(thread: try world.thread("t"), surroundings: world)
        _ = world.draw(screen)
        await world.until { world.text(screen).contains { $0.contains("Lunch") && !$0.contains("ics") } }
        return screen
    }

    private func type(_ text: String, _ screen: any Screen) {
        for character in text { _ = screen.handle(.key(character == "\n" ? .enter : Key(character))) }
    }

    @Test("are shown within the message: when here and there, where, who, and the key that answers")
    func shown() async throws {
        let screen = try await thread()
        #expect(screenGolden("thread-invitation", world.draw(screen)) == nil)
    }

    @Test(
        "are answered after two questions, the second saying to whom: nothing is sent before",
        arguments: [
            ("acc", "Accepted", "ACCEPTED"), ("perh", "Perhaps", "TENTATIVE"), ("decl", "Declined", "DECLINED"),
        ])
    func answered(letters: String, word: String, status: String) async throws {
        let screen = try await thread()
        _ = screen.perform(.answerInvitation)
        type(letters + "\n", try #require(world.pushed.last))
        let question = try #require(world.pushed.last as? QuestionScreen)
        let text = world.text(question).joined(separator: "\n")
        #expect(
            text.contains("goes to Lars <lars@example.test>, from") && text.contains("Sun 1 Mar 2026 12:00 (13:00 in"))
        #expect(!text.contains("another address") && !text.contains("guests"))
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
        let file = try #require(draft.content.files.first)
        #expect(file.contentType == "text/calendar;method=REPLY;charset=utf-8")
        let id = try #require(file.localID)
        let bytes = try #require(try world.store.read { try $0.upload(id) }).bytes
        let calendar = String(decoding: bytes, as: UTF8.self)
        #expect(
            calendar.contains("PARTSTAT=\(status):mailto:me@example.test\r\n") && calendar.contains("UID:lunch-1\r\n"))
    }

    @Test("Esc at the second question sends nothing")
    func leftAlone() async throws {
        let screen = try await thread()
        _ = screen.perform(.answerInvitation)
        type("\n", try #require(world.pushed.last))
        _ = try #require(world.pushed.last as? QuestionScreen).handle(.key(.escape))
        await world.settle()
        #expect(try world.session.actions().isEmpty && world.acted.isEmpty)
    }

    @Test("H-5: that the answer goes elsewhere, or that nobody here is a guest, is said before it is sent")
    func doubts() async throws {
        let screen = try await thread(organizer: "mallory", guests: "")
        _ = screen.perform(.answerInvitation)
        type("\n", try #require(world.pushed.last))
        let text = world.text(try #require(world.pushed.last)).joined(separator: "\n")
        #expect(
            text.contains("goes to Lars <mallory@example.test>") && text.contains("The mail came from another address"))
        #expect(text.contains("None of your addresses is on its list of guests"))
    }

    @Test("that were cancelled, and mail without one, are not answered")
    func nothing() async throws {
        let screen = try await thread(method: "CANCEL")
        #expect(
            world.text(screen).contains { $0.contains("Cancelled") }
                && !world.text(screen).joined().contains("gi answer"))
        _ = screen.perform(.answerInvitation)
        try world.fill(.remote(id: "m2", thread: "t2", body: "No"))
        _ = ThreadScreen(thread: try world.thread("t2"), surroundings: world).perform(.answerInvitation)
        #expect(world.said == ["Nobody asks for an answer here", "There is no invitation in this message"])
        #expect(world.pushed.isEmpty)
    }
}
