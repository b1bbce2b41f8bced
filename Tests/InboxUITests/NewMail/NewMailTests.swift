import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Notices of new mail", .timeLimit(.minutes(10)))
struct NewMailTests {
    private func thread(_ id: Int64, _ subject: String, at seconds: Int) -> MailThread {
        MailThread(
            id: ThreadID(id), account: AccountID(1), remoteID: nil, subject: subject,
            senders: [MailAddress(name: "Bob", email: "bob@example.test")], firstDate: .test(seconds),
            lastDate: .test(seconds), messageCount: 1, unreadCount: 1)
    }

    @Test("a notice quotes one thread or counts several; the title shows the count and 0 clears it")
    func tells() {
        var state = NewMailState()
        let old = thread(1, "Old", at: 10)
        #expect(state.now(count: 1, newest: old) == [.title("(1) Maraca")], "what was there is not new")
        #expect(state.now(count: 1, newest: old).isEmpty)
        let lunch = thread(2, "Lunch\u{1B}?", at: 20)
        let told = state.now(count: 2, newest: lunch)
        #expect(told.first == .title("(2) Maraca"))
        guard case .tell(let words, let id, 1, 2) = told.last else { return _ = #expect(Bool(false), "nothing told") }
        #expect(words.hasPrefix("Bob: Lunch") && !words.contains("\u{1B}") && id == lunch.id)
        #expect(
            state.now(count: 5, newest: thread(3, "More", at: 30)).last
                == .tell("You have 5 unread threads", thread: ThreadID(3), new: 3, count: 5))
        #expect(state.now(count: 0, newest: nil) == [.title(nil)])
        #expect(state.now(count: 1, newest: lunch) == [.title("(1) Maraca")], "marked as unread again")
    }

    @Test("mail from the first sync is counted but not announced")
    func firstSync() {
        var state = NewMailState()
        _ = state.now(count: 0, newest: nil)
        #expect(state.now(count: 40, newest: thread(1, "A", at: 10), isFilling: true) == [.title("(40) Maraca")])
        #expect(state.now(count: 41, newest: thread(2, "B", at: 20)).count == 2)
    }

    @Test("mail within the same second is announced too; mail marked unread again is not")
    func sameSecond() {
        var state = NewMailState()
        _ = state.now(count: 0, newest: nil)
        #expect(state.now(count: 1, newest: thread(1, "A", at: 10)).count == 2)
        #expect(state.now(count: 2, newest: thread(2, "B", at: 10)).count == 2)
        #expect(state.now(count: 1, newest: thread(1, "A", at: 10)).count == 1)
        #expect(state.now(count: 2, newest: thread(2, "B", at: 10)).count == 1)
    }

    @Test("no notice appears while the terminal has focus")
    func inFront() {
        var state = NewMailState()
        _ = state.now(count: 0, newest: nil)
        state.isInFront = true
        #expect(state.now(count: 1, newest: thread(1, "A", at: 10)) == [.title("(1) Maraca")])
        state.isInFront = false
        #expect(state.now(count: 2, newest: thread(2, "B", at: 20)).count == 2)
    }

    @Test("notices are off by default and come as configured")
    func watch() async throws {
        let world = try FakeSurroundings(now: 1_000)
        let display = HeadlessDisplay()
        #expect(NewMailWatch(settings: Settings(), session: world.session, display: display, clock: world.clock) == nil)
        world.settings.newMail = [.title, .bell, .notice]
        try world.fill(.remote(id: "a", from: "bob", subject: "First", unread: true, at: 10))
        let watch = try #require(
            NewMailWatch(settings: world.settings, session: world.session, display: display, clock: world.clock))
        await world.wait { display.title == "(1) Maraca" }
        #expect(display.notices.isEmpty && display.rings == 0)
        try world.fill(.remote(id: "b", from: "eve", subject: "Second", unread: true, at: 20))
        await world.wait { display.title == "(2) Maraca" }
        #expect(display.notices == ["Eve: Second"])
        #expect(display.rings == 1)
        watch.end()
        #expect(display.title == nil)
    }
}

extension FakeSurroundings {
    /// Returns once the condition holds, for changes that are not reported to the surroundings. A suite's time limit
    /// ends the wait.
    func wait(_ isDone: () -> Bool) async {
        while !isDone(), !Task.isCancelled { await Task.yield() }
    }
}
