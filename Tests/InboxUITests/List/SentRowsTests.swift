import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Rows of sent mail", .timeLimit(.minutes(10)))
struct SentRowsTests {
    @Test("they tell what the user wrote last, and when, not what was answered")
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
        let row = try #require(world.text(list, 120).first { $0.contains("Ferry") })
        #expect(row.contains("Which ferry is it?"))
        #expect(!row.contains("The wrong one."))
        #expect(row.contains("31 Jan"))
        list.show(.role(world.account, .inbox))
        await world.until { world.text(list, 120).contains { $0.contains("The wrong one.") } }
    }
}
