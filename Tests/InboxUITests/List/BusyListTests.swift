import Foundation
import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

/// A list while a thousand rows a second change.
@UI
@Suite("A list with much going on", .timeLimit(.minutes(10)))
struct BusyListTests {
    private static let frame = Duration.microseconds(16_667)
    /// The longest movement, of rows that arrive.
    private static let longest = Duration.milliseconds(200)

    private func mail(_ number: Int, round: Int) -> RemoteMessage {
        .remote(
            id: "m\(number)", subject: "Number \(number), round \(round)", unread: round % 2 == 0,
            at: FakeSurroundings.noon - 900 + number)
    }

    @Test("1,000 changes a second: at most a report a frame, and all movement is over a moment after the last")
    func calm() async throws {
        let clock = ManualClock()
        let world = try FakeSurroundings(
            now: FakeSurroundings.noon, pace: Pace(interval: Self.frame, clock: clock))
        try world.fill((0..<100).map { mail($0, round: 0) })
        let list = world.list()
        let begin = ContinuousClock.now
        var frames = 0
        var time = Duration.zero
        /// Draws as the program does: if the list asks for it, or while something moves.
        var isMoving = false
        var draws = world.draws
        var drawn = Duration.zero
        func draw() {
            drawn = time
            guard isMoving || world.draws > draws || frames == 0 else { return }
            draws = world.draws
            let now = begin + time
            let grid = world.draw(list, at: now, motion: true)
            frames += 1
            isMoving = grid.frame.animatesUntil != nil
            if let end = grid.frame.animatesUntil {
                #expect(end - now <= Self.longest, "no movement waits for another")
            }
        }
        draw()
        let before = (taken: list.loaded.timesTaken, frames: frames)
        // Each round changes six rows and brings two: eight changes in eight milliseconds.
        for round in 1...125 {
            var messages = (0..<6).map { mail((round * 7 + $0 * 13) % 100, round: round) }
            messages += (0..<2).map { mail(98 + round * 2 + $0, round: round) }
            try world.fill(messages)
            time += .milliseconds(8)
            clock.advance(by: .milliseconds(8))
            for _ in 0..<20 { await Task.yield() }
            if time - drawn >= Self.frame { draw() }
        }
        let last = try world.thread("t-m349")
        // The rest arrives with the next frame.
        while list.shown.first != last {
            clock.advance(by: Self.frame)
            time += Self.frame
            await Task.yield()
        }
        let length = Int(time / Self.frame) + 1
        #expect(
            (2...length + 1).contains(list.loaded.timesTaken - before.taken),
            "changes are joined, and none waits longer than a frame")
        #expect((2...length + 1).contains(frames - before.frames))
        draw()
        var rest = 0
        while isMoving, rest < 100 {
            time += Self.frame
            rest += 1
            draw()
        }
        #expect(Self.frame * rest <= Self.longest + Self.frame)
        let shown = list.shownThreads.prefix(20).map(\.subject)
        #expect(shown == (0..<20).map { "Number \(349 - $0), round \(125 - $0 / 2)" }, "and it shows what is there")
        let rows = world.text(list)
        #expect(rows.contains { $0.contains("Number 349, round 125") }, "\(rows)")
    }
}
