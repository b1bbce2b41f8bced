import Foundation
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

@UI
@Suite("Jobs and the log", .timeLimit(.minutes(10)))
struct JobsScreenTests {
    @Test("a key pauses and resumes an account; actions meanwhile stay queued")
    func stops() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "a", subject: "First", unread: true, at: 100))
        let screen = JobsScreen(around: world)
        #expect(world.text(screen).contains { $0.contains("me@example.test") })
        world.session.start()
        await world.wait { world.session.status(of: world.account).needsSignIn }
        #expect(screen.perform(.open))
        await world.wait { world.session.status(of: world.account).phase == .paused }
        #expect(screenGolden("jobs", { world.draw(screen, $0, $1) }) == nil)
        world.act(.archive, on: [try world.thread("t-a")], target: nil)
        await world.settle()
        #expect(try world.session.actions().count == 1)
        #expect(screen.perform(.open))
        await world.wait { world.session.status(of: world.account).needsSignIn }
        await world.session.stopAndWait()
    }

    @Test("a long sync status takes two lines, with the queue, and is cut with an ellipsis")
    func longSentence() throws {
        let world = try FakeSurroundings()
        world.statuses[world.account] = StatusText(connection: "○ offline", queue: "⟲ 1 queued", isGood: false)
        let screen = JobsScreen(around: world)
        #expect(world.text(screen)[4] == "   ⟲ 1 queued")
        let narrow = world.text(screen, 40, 12)
        #expect(narrow[3].hasSuffix("another Maraca"))
        #expect(narrow[4].contains("may sync this mailbox.") && narrow[4].hasSuffix("⟲ 1 queued"))
        #expect(world.text(screen, 30, 12)[4].contains("…"))
    }

    @Test("a reason that a row has no room for is below the rows in whole, even on a small screen")
    func wholeReason() throws {
        let world = try FakeSurroundings()
        world.statuses[world.account] = StatusText(connection: "○ offline", queue: "⟲ 1 queued", isGood: false)
        let screen = JobsScreen(around: world)
        let error = RemoteError(
            .busy(status: 404, message: "gone"), call: "session", finding: .otherAccount(names: ["bob@work.test"]))
        world.session.board.update(world.account) { $0.phase = .offline(error, retryAt: .test(0)) }
        let words = Wording.sentence(error)
        #expect(TextCells.width(words) > 240)
        for (width, height) in [(40, 12), (80, 24), (120, 40)] {
            let below = world.text(screen, width, height).map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(below.filter { !$0.isEmpty }.joined(separator: " ").contains(words), "\(width)")
        }
        world.session.board.update(world.account) { $0.phase = .paused }
        #expect(!world.text(screen, 80, 24).dropFirst(2).contains { $0.hasPrefix("──") })
    }

    @Test("the number of unreadable server objects is shown")
    func leftOut() throws {
        let world = try FakeSurroundings()
        let screen = JobsScreen(around: world)
        func told(_ count: Int) -> String {
            world.session.board.update(world.account) { $0.leftOut = count }
            return world.text(screen)[3...4].map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        }
        #expect(told(0).hasSuffix("sync this mailbox. "))
        #expect(told(1).hasSuffix("One thing that the server sent can't be read, and is missing here."))
        #expect(told(1_200).hasSuffix("1,200 things that the server sent can't be read, and are missing here."))
    }

    @Test("a file transfer shows its bytes, here and in the reader, and a key stops it")
    func transfers() async throws {
        let world = try FakeSurroundings()
        let file = MessageFile(
            remoteID: RemoteID("f"), fileName: "big.pdf", contentType: "application/pdf", size: 12_000_000)
        let (stopped, stop) = AsyncStream<Void>.makeStream()
        let transfer = FileTransfer(file, .download, account: world.account)
        transfer.meter.received(3_100_000)
        let (goingOn, goOn) = AsyncStream<Void>.makeStream()
        defer { goOn.finish() }
        _ = world.session.board.transfers.begin(transfer) {
            // Ends when it is cancelled.
            for await _ in goingOn {}
            stop.finish()
        }
        let reader = ReaderScreen("big.pdf", file: (file, 1), around: world) { () async throws(SessionError) in
            for await _ in stopped {}
            throw .remote(RemoteError(.cancelled, call: "download"))
        }
        #expect(world.text(reader).contains { $0.contains("███░") && $0.contains("3.1 MB of 12 MB") })
        let screen = JobsScreen(around: world)
        #expect(screenGolden("jobs-file", { world.draw(screen, $0, $1) }) == nil)
        #expect(world.text(screen).last?.contains("Enter pause") == true, "an account can be resumed")
        _ = screen.perform(.down)
        #expect(world.text(screen).last?.contains("Enter stop") == true)
        #expect(screen.perform(.open))
        #expect(world.said.last == "Stopped big.pdf")
        world.session.board.transfers.remove(transfer.id)
        await world.until { world.text(reader).contains { $0.contains("Stopped.") } }
        #expect(!world.text(screen).contains { $0.contains("big.pdf") })
    }

    @Test("a running command is listed with its duration, and a key stops it")
    func commands() throws {
        let world = try FakeSurroundings()
        let begin = ContinuousClock.now - .seconds(12)
        world.lastingErrands = [LastingErrand(id: 3, words: "Running sleep 40", begin: begin)]
        let screen = JobsScreen(around: world)
        #expect(screenGolden("jobs-command", { world.draw(screen, $0, $1, at: begin + .seconds(12)) }) == nil)
        let lines = world.text(screen)
        #expect(lines.contains { $0.contains("Running sleep 40") } && lines.contains { $0.contains("for 12 s") })
        #expect(lines.last?.contains("stop") == true)
        #expect(screen.perform(.open))
        #expect(world.said.last == "Stopped: Running sleep 40" && world.lastingErrands.isEmpty)
        #expect(!world.text(screen).contains { $0.contains("sleep") })
    }

    @Test("a key pressed when the work it was meant for has just ended stops nothing else")
    func justEnded() throws {
        let world = try FakeSurroundings()
        world.lastingErrands = [LastingErrand(id: 3, words: "Running sleep 40", begin: .now)]
        let screen = JobsScreen(around: world)
        _ = world.draw(screen)
        world.lastingErrands = []
        _ = world.draw(screen)
        screen.loss.since = screen.loss.since.map { _ in .now + .seconds(60) }
        #expect(screen.perform(.open))
        #expect(world.said == ["The selected row has just gone. Nothing was done."])
        #expect(world.session.status(of: world.account).phase != .paused)
    }

    @Test("the log keeps the last thousand messages, with their times")
    func journal() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let clock = WallClock(calendar: calendar) { .test(0) }
        var journal = Journal()
        func lines(_ width: Int = 60) -> [String] {
            journal.lines(width: width, clock: clock, glyphs: .unicode).map(\.text)
        }
        #expect(lines() == ["Nothing has happened yet."])
        for number in 0..<1_200 { journal.add("number \(number)", at: .test(number)) }
        #expect(lines().count == 1_000)
        #expect(lines().first == "00:03:20   number 200")
    }

    @Test("a repeated message appears once in the log, with its count and last time")
    func countedJournal() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let clock = WallClock(calendar: calendar) { .test(0) }
        var journal = Journal()
        for second in 0..<4 { journal.add("No server", isTrouble: true, at: .test(second)) }
        journal.add("Archived", at: .test(5))
        journal.add("No server", isTrouble: true, at: .test(6))
        #expect(
            journal.lines(width: 60, clock: clock, glyphs: .unicode).map(\.text) == [
                "00:00:03 ⚠ No server (4 times)", "00:00:05   Archived", "00:00:06 ⚠ No server",
            ])
    }

    @Test("the log names the days, unless all of it is of today")
    func daysOfJournal() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let clock = WallClock(calendar: calendar) { .test(2 * 86_400) }
        var journal = Journal()
        journal.add("No server", at: .test(86_399))
        journal.add("Archived", at: .test(86_400))
        journal.add("Starred", at: .test(86_401))
        journal.add("Sent", at: .test(2 * 86_400))
        #expect(
            journal.lines(width: 60, clock: clock, glyphs: .unicode).map(\.text) == [
                "Thursday 1 January", "23:59:59   No server", "Yesterday", "00:00:00   Archived", "00:00:01   Starred",
                "Today", "00:00:00   Sent",
            ])
    }

    @Test("long log messages wrap below their start, or below the time if narrow; errors are marked")
    func wrappedJournal() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let clock = WallClock(calendar: calendar) { .test(0) }
        var journal = Journal()
        journal.add(
            "Not done: the server said no, and named no reason why it did so", isTrouble: true, at: .test(0))
        func lines(_ width: Int) -> [String] {
            journal.lines(width: width, clock: clock, glyphs: .unicode).map(\.text)
        }
        #expect(
            lines(54) == [
                "00:00:00 ⚠ Not done: the server said no, and named no", "           reason why it did so",
            ])
        #expect(lines(34) == ["00:00:00 ⚠", "Not done: the server said no, and", "named no reason why it did so"])
    }
}
