import Foundation
import InboxKit
import InboxModel
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
