import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

@UI
@Suite("Counts in words")
struct CountsTests {
    @Test(
        "counts of thousands in notices have commas; a subject stays as written",
        arguments: [
            ("12000 threads", "12,000 threads"), ("999 threads", "999 threads"), ("1000 messages", "1,000 messages"),
            ("1200 messages of Lunch?", "1,200 messages of “Lunch?”"),
            ("1 message of 1000 threads", "1 message of 1,000 threads"),
            ("12000 threads to read", "“12000 threads to read”"), ("Order 12000", "“Order 12000”"),
        ])
    func deeds(title: String, told: String) {
        let deed = Deed(command: .star, title: title, threads: [ThreadID(1)])
        #expect(Wording.done(deed) == "Starred \(told)")
        #expect(Wording.undone(deed) == "Undone: star \(told)")
    }

    @Test(
        "a count of 1 is singular, and every other count plural",
        arguments: [(0, "0 parts", "0 people"), (1, "1 part", "1 person"), (1_200, "1,200 parts", "1,200 people")])
    func nouns(count: Int, parts: String, people: String) {
        #expect(Wording.count(count, "part") == parts && Wording.count(count, "person", "people") == people)
    }

    @Test("the queue's counts have commas")
    func queue() {
        var center = StatusCenter()
        center.take(queued: [AccountID(1): 1_200], refused: [AccountID(1): 2_000], at: .now)
        func text(_ glyphs: Glyphs) -> StatusText { center.text(for: nil, glyphs: glyphs, spinner: "⠹") }
        center.statuses[AccountID(1)] = AccountStatus(account: AccountID(1), phase: .connecting)
        #expect(text(.unicode).queue == "⟲ 1,200 queued, 2,000 refused")
        #expect(text(.unicode).shortQueue == "⟲ 3,200" && text(.words).shortQueue == "3,200 in outbox")
    }

    @Test("warnings of lost or trimmed mail have commas in counts")
    func lost() {
        let letters = (1...Int64(1_200)).map { id in
            Action(
                id: ActionID(id), account: AccountID(1), command: .sendDraft, title: "Lunch",
                object: .draft(MessageID(id)), createdAt: .test(0))
        }
        let words = SignOutLoss(letters, asleep: 1_500, draftsOnlyHere: 1_001).words
        for count in ["1,200 messages are not", "1,500 snoozed threads stay", "1,001 drafts are"] {
            #expect(words.contains(count))
        }
        let trimmed = Wording.trimmed(TrimReport(threads: 1_200, messages: 4_000), from: .test(), isDry: true)
        #expect(trimmed.contains("1,200 threads with 4,000 messages would be removed"))
    }

    @Test("a row in words has commas in its counts")
    func rows() {
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "Ferry", senders: [.person("anna")],
            participants: [.person("anna")], firstDate: .test(0), lastDate: .test(0), messageCount: 2_000,
            unreadCount: 1_200)
        var grid = Grid(size: Size(width: 120, height: 1), frame: Frame(now: .now, motion: false, glyphs: .words))
        let row = ThreadRow(thread: thread, own: [], date: "Mon", isMarked: false)
        grid.inside(grid.bounds) { row.draw(into: &$0) }
        #expect(grid.text(row: 0).hasPrefix("1,200 of 2,000 unread, Anna"))
    }
}
