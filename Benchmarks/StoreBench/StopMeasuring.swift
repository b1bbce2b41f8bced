import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxStore

extension StoreBench {
    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Time how soon sync has ended once stopped: all over a first sync, and while it waits for news.")
        @Argument(help: "The server's URL, as `maraca serve` tells it.") var url: String
        @Argument(help: "The address to sign in with.") var address: String
        @Argument(help: "The token.") var token: String
        @Flag(help: "Speak JMAP, and not the Inbox API.") var jmap = false
        @Option(help: "How many first syncs are stopped, each so much later than the one before.") var rounds = 40
        @Option(help: "In milliseconds.") var apart = 50

        func run() async throws {
            let measuring = StopMeasuring(
                url: url, address: address, token: token, dialect: jmap ? .jmap : .inbox, rounds: rounds,
                apart: .milliseconds(apart))
            for line in try await measuring.run() { print(line.json) }
        }
    }
}

/// Measures the time from a stop request until sync has ended and its data is on disk.
struct StopMeasuring {
    let url: String
    let address: String
    let token: String
    let dialect: Account.Dialect
    let rounds: Int
    let apart: Duration
    private static let waits = 11

    /// In milliseconds.
    private struct Stop {
        var time: Double
        var processor: Double
    }

    func run() async throws -> [ReportLine] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stop-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var syncing: [Stop] = []
        for round in 0..<rounds {
            let (session, _) = try await session(folder.appendingPathComponent("\(round).sqlite").path)
            session.start()
            try await Task.sleep(for: apart * round)
            syncing.append(await Self.stop(session))
        }
        var waiting: [Stop] = []
        let (session, account) = try await session(folder.appendingPathComponent("whole.sqlite").path)
        _ = await session.syncOnce(account, bodies: true)
        for _ in 0..<Self.waits {
            session.start()
            try await Task.sleep(for: .seconds(1))
            waiting.append(await Self.stop(session))
        }
        return Self.lines("in a first sync", syncing) + Self.lines("waiting for news", waiting)
    }

    private func session(_ path: String) async throws -> (MailSession, Account) {
        let session = MailSession(store: try Store(path: path), network: Network())
        let account = try await session.addAccount(
            address: address, url: url, userName: nil, dialect: dialect, secret: token)
        return (session, account)
    }

    private static func stop(_ session: MailSession) async -> Stop {
        let (start, processor) = (ContinuousClock.now, Timing.processor)
        await session.stopAndWait()
        return Stop(time: (ContinuousClock.now - start).milliseconds, processor: Timing.processor - processor)
    }

    private static func lines(_ when: String, _ stops: [Stop]) -> [ReportLine] {
        let times = stops.map(\.time).sorted()
        guard let longest = times.last, let most = stops.map(\.processor).max() else { return [] }
        return [
            ReportLine("sync stops, \(when)", times[times.count / 2], "ms"),
            ReportLine("sync stops, \(when), the longest", longest, "ms"),
            ReportLine("sync stops, \(when), most processor time", most, "ms"),
        ]
    }
}
