import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Notices of new mail", .timeLimit(.minutes(10)))
struct NewMailTests {
    private func message(_ id: Int64, _ subject: String, at seconds: Int) -> Message {
        Message(
            id: MessageID(id), account: AccountID(1), remoteID: nil, thread: ThreadID(1), subject: subject,
            from: [MailAddress(name: "Bob", email: "bob@example.test")], receivedAt: .test(seconds))
    }

    @Test("a notice quotes one message or counts several; what was there at the start is not told")
    func tells() throws {
        var state = NewMailState()
        let old = message(1, "Old", at: 10)
        let news1 = state.news([old], count: 1)
        #expect(news1 == nil, "what was there is not new")
        let news2 = state.news([old], count: 1)
        #expect(news2 == nil)
        let lunch = message(2, "Lunch\u{1B}?", at: 20)
        let told = state.news([lunch, old], count: 2)
        let one = try #require(told)
        #expect(one.words.hasPrefix("Bob: Lunch") && !one.words.contains("\u{1B}"))
        #expect(one.newest == lunch && one.new == 1 && one.count == 2)
        let (more, last) = (message(3, "More", at: 30), message(4, "Last", at: 31))
        let all = state.news([last, more, lunch, old], count: 4)
        let several = try #require(all)
        #expect(several.words == "You have 4 unread messages" && several.new == 2 && several.newest == last)
        let news3 = state.news([], count: 0)
        #expect(news3 == nil)
        let news4 = state.news([lunch], count: 1)
        #expect(news4 == nil, "marked as unread again")
    }

    @Test("a message is told although another one was read at the same time")
    func sameCount() {
        var state = NewMailState()
        _ = state.news([message(1, "A", at: 10)], count: 1)
        let news5 = state.news([message(2, "B", at: 20)], count: 1)
        #expect(news5?.new == 1)
    }

    @Test("more messages than are listed are counted all the same")
    func many() {
        var state = NewMailState()
        _ = state.news([], count: 0)
        let news6 = state.news([message(9, "B", at: 20), message(8, "A", at: 10)], count: 300)
        #expect(news6?.new == 300)
    }

    @Test("mail from the first sync is not announced")
    func firstSync() {
        var state = NewMailState()
        _ = state.news([], count: 0)
        let news7 = state.news([message(1, "A", at: 10)], count: 40, isFilling: true)
        #expect(news7 == nil)
        let news8 = state.news([message(2, "B", at: 20)], count: 41)
        #expect(news8 != nil)
    }

    @Test("mail within the same second is announced too; mail marked unread again is not")
    func sameSecond() {
        var state = NewMailState()
        let (first, second) = (message(1, "A", at: 10), message(2, "B", at: 10))
        _ = state.news([], count: 0)
        let news9 = state.news([first], count: 1)
        #expect(news9 != nil)
        let news10 = state.news([second, first], count: 2)
        #expect(news10 != nil)
        let news11 = state.news([first], count: 1)
        #expect(news11 == nil)
        let news12 = state.news([second, first], count: 2)
        #expect(news12 == nil)
    }

    @Test("no notice appears while the terminal has focus")
    func inFront() {
        var state = NewMailState()
        _ = state.news([], count: 0)
        state.isInFront = true
        let news13 = state.news([message(1, "A", at: 10)], count: 1)
        #expect(news13 == nil)
        state.isInFront = false
        let news14 = state.news([message(2, "B", at: 20)], count: 1)
        #expect(news14?.new == 1)
    }

    @Test(
        "with the terminal in front nothing is announced, whether it said so before the first frame or before a reload")
    func focused() async throws {
        var settings = Settings()
        settings.newMail = [.notice]
        let client = try ShellClient([.remote(id: "a", subject: "First", unread: true, at: 100)], settings: settings)
        let display = try #require(client.application.display as? HeadlessDisplay)
        func comes(_ id: String, at seconds: Int, inAll count: Int) async throws {
            try client.store.receive(
                .remote(id: id, subject: "Mail \(id)", unread: true, at: seconds), account: client.account)
            await client.sees(80, 24, patience: .seconds(60)) { client.shell.newMail?.state.count == count }
        }
        client.shell.begin()
        client.shell.handle(.focus(true), in: client.application)
        _ = client.draw()
        await client.sees(80, 24, patience: .seconds(60)) { client.shell.newMail?.state.count == 1 }
        try await comes("b", at: 200, inAll: 2)
        #expect(display.notices == [])
        client.shell.readSettings = { SettingsReading(Data(##"{"newMail": ["notice"], "lines": 2}"##.utf8)) }
        client.shell.reload()
        await client.sees(80, 24, patience: .seconds(60)) { client.shell.newMail?.state.count == 2 }
        try await comes("c", at: 300, inAll: 3)
        #expect(display.notices == [])
        client.shell.handle(.focus(false), in: client.application)
        try await comes("d", at: 400, inAll: 4)
        #expect(display.notices.count == 1 && display.notices.first?.contains("Mail d") == true)
        await client.shell.end()
    }

    @Test(
        "a command that fails with a reason, or takes too long, is told of once; a bare status is not",
        arguments: [
            ("echo no such sound >&2; exit 3", "newMailCommand failed (3): no such sound"),
            ("sleep 60", "newMailCommand took longer than 1 s and was stopped"), ("exit 1", nil),
        ] as [(String, String?)])
    func failing(command: String, words: String?) async throws {
        let world = try FakeSurroundings(now: 1_000)
        let folder = try TemporaryFolder()
        let ran = folder.file("ran")
        world.settings.newMailCommand = "echo >> '\(ran)'; \(command)"
        let isEnded = command.hasPrefix("sleep")
        world.settings.commandSeconds = isEnded ? 1 : 60
        try world.fill(.remote(id: "a", unread: true, at: 10))
        let watch = try #require(
            NewMailWatch(settings: world.settings, session: world.session, display: nil, clock: world.clock) {
                world.say($0, kind: .warning)
            })
        // What is there at the first look is not new.
        await world.wait { watch.state.count == 1 }
        for (index, id) in ["b", "c"].enumerated() {
            try world.fill(.remote(id: id, unread: true, at: 20 + index))
            await world.wait { watch.state.count == index + 2 }
        }
        await world.wait { isEnded || FileManager.default.contents(atPath: ran)?.count == 2 }
        await world.wait { words == nil || !world.said.isEmpty }
        #expect(world.said == (words.map { [$0] } ?? []))
        #expect(watch.state.count == 3)
    }

    @Test("the command runs once at a time; what comes meanwhile is told together when it has ended")
    func oneAtATime() async throws {
        let world = try FakeSurroundings(now: 1_000)
        let folder = try TemporaryFolder()
        let (ran, begun, go) = (folder.file("ran"), folder.file("begun"), folder.file("go"))
        for pipe in [begun, go] { try #require(mkfifo(pipe, 0o600) == 0) }
        world.settings.newMailCommand =
            "echo $MARACA_NEW $MARACA_COUNT >> '\(ran)'; : > '\(begun)'; : < '\(go)'"
        world.settings.commandSeconds = 600
        let watch = try #require(
            NewMailWatch(settings: world.settings, session: world.session, display: nil, clock: world.clock))
        // To open a pipe is to wait for its other end.
        func meet(_ pipe: String, _ mode: Int32) async { _ = await Abandonable.value { close(open(pipe, mode)) } }
        func comes(_ id: String, inAll count: Int) async throws {
            try world.fill(.remote(id: id, unread: true, at: 10 * count))
            await world.wait { watch.state.count == count }
        }
        // What is there at the first look is not new.
        try await comes("a", inAll: 1)
        try await comes("b", inAll: 2)
        await meet(begun, O_RDONLY)
        try await comes("c", inAll: 3)
        try await comes("d", inAll: 4)
        await meet(go, O_WRONLY)
        await meet(begun, O_RDONLY)
        #expect(try String(contentsOfFile: ran, encoding: .utf8) == "1 2\n2 4\n")
        await meet(go, O_WRONLY)
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
        // What is there at the first look is not new; the title has a count of its own, which can come before.
        await world.wait { display.title == "(1) Maraca" && watch.state.count == 1 }
        #expect(display.notices.isEmpty && display.rings == 0)
        try world.fill(.remote(id: "b", thread: "t", from: "eve", subject: "Second", unread: true, at: 20))
        await world.wait { display.title == "(2) Maraca" }
        await world.wait { !display.notices.isEmpty }
        #expect(display.notices == ["Eve: Second"])
        #expect(display.rings == 1)
        try world.fill(.remote(id: "c", thread: "t", from: "eve", subject: "Third", unread: true, at: 30))
        await world.wait { display.notices.count > 1 }
        #expect(display.notices.last == "Eve: Third", "its thread was unread already")
        #expect(display.title == "(2) Maraca")
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
