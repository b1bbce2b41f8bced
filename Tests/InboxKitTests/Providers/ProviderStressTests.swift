import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// A stress test with seeds and a manual clock: all subjects change every 25 ms.
@Suite("Providers under stress", .timeLimit(.minutes(10)))
@MainActor
struct ProviderStressTests {
    struct Load: Sendable {
        var threads: Int
        var rounds: Int
        static let full = Load(threads: 200, rounds: 400)

        /// Ten seconds of 200 threads. Without optimisation they take two minutes, nearly all of it for writing: there,
        /// `FULL_STRESS=1` asks for them.
        static var usual: [Load] {
            #if DEBUG
                let isAsked = ProcessInfo.processInfo.environment["FULL_STRESS"] != nil
                return isAsked ? [.full] : [Load(threads: 200, rounds: 15), Load(threads: 8, rounds: 400)]
            #else
                return [.full]
            #endif
        }
    }

    private let clock = ManualClock()
    private let store: Store
    private let session: MailSession
    private let account: AccountID

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
        session = MailSession(store: store, pace: Pace(interval: .microseconds(16_667), clock: clock)) { _, _ in
            ScriptedService(ModelServer())
        }
    }

    private func change(_ threads: Int, round: Int) async throws {
        let account = account
        try await store.write { transaction in
            for number in 0..<threads {
                try transaction.receive(
                    .remote(id: "m\(number)", subject: "Round \(round)", at: number), account: account, bodyText: nil)
            }
        }
    }

    /// Advances the time once the provider sleeps.
    private func nextFrame() async {
        await clock.untilSomeoneSleeps(for: .zero..<(.seconds(1)))
        clock.advance(by: .milliseconds(25))
    }

    @Test("each round is reported once, complete, in its own frame", arguments: Load.usual)
    func rounds(_ load: Load) async throws {
        try await change(load.threads, round: 0)
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)), loadsAtOnce: true)
        let witness = Witness(provider)
        var events = provider.events().makeAsyncIterator()
        let all = ProviderEvent.changed(ChangeSet(updates: Array(0..<load.threads)))
        for round in 1...load.rounds {
            try await change(load.threads, round: round)
            #expect(await events.next(isolation: MainActor.shared) == all, "round \(round)")
            #expect(provider.items.allSatisfy { $0.subject == "Round \(round)" })
            await nextFrame()
        }
        #expect(witness.events.count == load.rounds && witness.problems == [])
    }

    @Test("changes faster than the frame rate are merged: at most one report a frame, and none is lost")
    func frames() async throws {
        try await change(8, round: 0)
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)), loadsAtOnce: true)
        let witness = Witness(provider)
        let (begun, rounds) = (clock.now, 200)
        for round in 1...rounds {
            try await change(8, round: round)
            clock.advance(by: .milliseconds(5))
        }
        while try !provider.isSettled(session) { await nextFrame() }
        let frames = Int(begun.duration(to: clock.now) / .microseconds(16_667))
        // The first change after a pause is reported at once.
        #expect((1...frames + 1).contains(witness.changes.count), "\(witness.changes.count) in \(frames) frames")
        #expect(witness.problems == [] && provider.items.allSatisfy { $0.subject == "Round \(rounds)" })
    }

    @Test("a burst within a frame is reported once, even while the window scrolls")
    func bursts() async throws {
        try await change(100, round: 0)
        let provider = session.threadProvider(filter: .mailbox(.role(.inbox)), window: 0..<20, loadsAtOnce: true)
        let witness = Witness(provider)
        for burst in 0..<6 {
            var frames = 1
            let before = witness.changes.count
            for round in 1...5 { try await change(100, round: burst * 5 + round) }
            provider.window = (burst * 13)..<(burst * 13 + 20)
            while try provider.above != burst * 13 || !provider.isSettled(session) {
                await nextFrame()
                frames += 1
            }
            #expect(witness.changes.count - before <= frames && frames <= 7, "burst \(burst), \(frames) frames")
            #expect(provider.items.count == 20 && witness.problems == [])
        }
    }
}
