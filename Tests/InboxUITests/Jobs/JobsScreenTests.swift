import Foundation
import InboxKit
import InboxModel
import InboxRemote
import MailContent
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("What runs, and what happened", .timeLimit(.minutes(5)))
struct JobsScreenTests {
    @Test("an account is stopped and goes on by a key; what is done meanwhile stays queued")
    func stops() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "a", subject: "First", unread: true, at: 100))
        let screen = JobsScreen(around: world)
        #expect(world.text(screen).contains { $0.contains("me@example.test") })
        world.session.start()
        await world.wait { world.session.status(of: world.account).needsSignIn }
        #expect(screen.perform(.open))
        await world.wait { world.session.status(of: world.account).phase == .paused }
        #expect(screenGolden("jobs", world.draw(screen)) == nil)
        world.act(.archive, on: [try world.thread("t-a")], target: nil)
        await world.settle()
        #expect(try world.session.actions().count == 1)
        #expect(screen.perform(.open))
        await world.wait { world.session.status(of: world.account).needsSignIn }
        await world.session.stopAndWait()
    }

    @Test("a file on its way is shown with its bytes, here and where it is awaited, and stopped by a key")
    func transfers() async throws {
        let lane = SteppedLane()
        let world = try FakeSurroundings { SteppedService($0, lane: lane, tellsMessages: true) }
        var message = RemoteMessage.remote(id: "m", thread: "t", at: 100, files: ["big.pdf"])
        message.files[0].size = 2 * message.files[0].remoteID.rawValue.utf8.count
        try world.fill(message)
        let mail = try #require(try world.session.messages(of: try world.thread("t")).first)
        let session = world.session
        let (done, finish) = AsyncStream<Void>.makeStream()
        let reader = ReaderScreen("big.pdf", file: (mail.files[0], 1), around: world) {
            () async throws(SessionError) in
            defer { finish.finish() }
            return ReaderScreen.Content(text: nil, bytes: try await session.download(mail.files[0], of: mail))
        }
        await lane.start { for await _ in done {} }
        await lane.go(.on)
        #expect(world.text(reader).contains { $0.contains("█░") && $0.contains("9 B of 18 B") })
        let screen = JobsScreen(around: world)
        #expect(screenGolden("jobs-file", world.draw(screen)) == nil)
        #expect(screenGolden("jobs-file", world.draw(screen, 40, 12)) == nil)
        _ = screen.perform(.down)
        #expect(screen.perform(.open))
        #expect(world.said.last == "Stopped big.pdf")
        await lane.go(.fail(RemoteError(.cancelled, call: "download")))
        await world.until { world.text(reader).contains { $0.contains("Stopped.") } }
        #expect(!world.text(screen).contains { $0.contains("big.pdf") })
    }

    @Test("the journal keeps the last thousand things that were said, with their time")
    func journal() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let clock = WallClock(calendar: calendar) { .test(0) }
        var journal = Journal()
        #expect(journal.text(clock) == "Nothing has happened yet.")
        for number in 0..<1_200 { journal.add("number \(number)", at: .test(number)) }
        let lines = journal.text(clock).split(separator: "\n")
        #expect(lines.count == 1_000)
        #expect(lines.first == "00:03:20  number 200")
    }
}
