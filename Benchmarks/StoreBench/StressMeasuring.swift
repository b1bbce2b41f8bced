import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxStore

extension StoreBench {
    struct Stress: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change 200 threads every 25 ms while a list shows them; count late frames and lost changes.")
        @Argument(help: "The store's file.") var path: String
        @Option(help: "For how long.") var seconds = 10

        func run() async throws {
            for line in try await StressMeasuring(path: path, rounds: seconds * 40).run() { print(line.json) }
        }
    }
}

/// Measures a list that never rests, on the clock of the wall: each round changes all its rows.
@MainActor
struct StressMeasuring {
    let path: String
    let rounds: Int
    private nonisolated static let threads = 200
    private nonisolated static let frame = Duration.microseconds(16_667)
    private nonisolated static let interval = Duration.milliseconds(25)
    private let clock = ContinuousClock()

    func run() async throws -> [ReportLine] {
        let store = try Store(path: path)
        let account = try store.read { try $0.accounts() }[0].id
        let session = MailSession(store: store, network: Network())
        try await Self.write(0, to: store, account)
        let list = session.threadProvider(
            filter: try store.resolved("in:inbox"), window: 0..<Self.threads, loadsAtOnce: true)
        let screen = ShownList(list)
        list.delegate = screen
        let commits = CommitClock()
        let listening = store.listen { _ in commits.note() }
        screen.commits = commits

        let frames = Task { await Self.frames() }
        let (rounds, clock) = (rounds, clock)
        // Not on the actor of the list, as sync is not.
        let late = try await Task.detached {
            var late = 0
            var next = clock.now
            for round in 1...rounds {
                try await Self.write(round, to: store, account)
                next += Self.interval
                if clock.now > next { late += 1 }
                try await clock.sleep(until: next, tolerance: .zero)
            }
            return late
        }.value
        await withCheckedContinuation { done in list.whenCaughtUp { done.resume() } }
        frames.cancel()
        let lateness = await frames.value
        let stale = list.items.count { $0.subject != "Round \(rounds)" }
        let missing = Self.threads - list.items.count
        withExtendedLifetime(listening) {}
        try await Self.clear(store, account)
        let told = screen.times.sorted()
        return [
            ReportLine("200 threads every 25 ms: rounds", Double(rounds), "count"),
            ReportLine("200 threads every 25 ms: rounds written too late", Double(late), "count"),
            ReportLine("200 threads every 25 ms: changes lost", Double(screen.lost + stale + missing), "count"),
            ReportLine("200 threads every 25 ms: commit to list", told.isEmpty ? 0 : told[told.count / 2], "ms"),
            ReportLine("200 threads every 25 ms: commit to list, the longest", told.last ?? 0, "ms"),
            ReportLine("200 threads every 25 ms: frames", Double(lateness.count), "count"),
            ReportLine(
                "200 threads every 25 ms: frames later than a frame",
                Double(lateness.count { $0 > Self.frame.milliseconds }), "count"),
        ]
    }

    /// Draws nothing, but comes round as often as a screen is drawn.
    /// - Returns: by how much each frame was late, in milliseconds.
    private static func frames() async -> [Double] {
        let clock = ContinuousClock()
        var late: [Double] = []
        var next = clock.now + frame
        while (try? await clock.sleep(until: next, tolerance: .zero)) != nil {
            late.append(next.duration(to: clock.now).milliseconds)
            // A frame that was missed is not made up for.
            repeat { next += frame } while next < clock.now
        }
        return late
    }

    private nonisolated static func ids() -> [Int] { (0..<threads).map { 50_000 + $0 } }

    private nonisolated static func write(_ round: Int, to store: Store, _ account: AccountID) async throws {
        try await store.write(waitsForDisk: false) { transaction in
            for number in ids() {
                var message = LiveMeasuring.arrival(number)
                message.subject = "Round \(round)"
                try transaction.receive(message, account: account, bodyText: nil)
            }
        }
    }

    /// Restores the previous state for the next run.
    private nonisolated static func clear(_ store: Store, _ account: AccountID) async throws {
        try await store.write(waitsForDisk: false) { transaction in
            for number in ids() { try transaction.remove(message: LiveMeasuring.arrival(number).id, account: account) }
        }
    }
}

/// A list that is kept by change sets alone, as a screen does.
@MainActor
private final class ShownList: @MainActor ModelProviderDelegate {
    private var rows: [MailThread]
    /// How many rows were not as the provider has them after a change set.
    private(set) var lost = 0
    /// From the last commit to the report, in milliseconds.
    private(set) var times: [Double] = []
    var commits: CommitClock?

    init(_ provider: ModelProvider<MailThread>) { rows = provider.items }

    func provider(_ provider: ModelProvider<MailThread>, did event: ProviderEvent) {
        let shown = provider.items
        switch event {
        case .reset: rows = shown
        case .changed(let changes):
            if let commits { times.append(commits.last.duration(to: ContinuousClock().now).milliseconds) }
            rows = changes.applied(to: rows) { shown[$0] }
            for position in changes.updates { rows[position] = shown[position] }
            lost += zip(rows, shown).count { $0 != $1 } + abs(rows.count - shown.count)
            rows = shown
        default: break
        }
    }
}
