import Foundation
import InboxRemote

/// Notices that the machine was asleep or has changed networks. Connections may then be dead without having reported an end, and
/// waiting to retry is pointless.
struct MachineWatch {
    /// The time between two looks, each of which reads a file or two.
    static let pause = Duration.seconds(5)
    /// A wait that is off by more than this by the wall clock was slept through, or somebody set the clock.
    private static let jump = Duration.seconds(60)

    private var last: Look

    /// The state of the machine at one moment.
    struct Look: Equatable {
        var time: Date
        /// The machine's default routes, as text; empty without a network, or if the system doesn't list them.
        var routes: String
    }

    init(_ first: Look) { last = first }

    /// - Returns: whether all connections should be retried now.
    mutating func sees(_ look: Look, after pause: Duration) -> Bool {
        let passed = Duration.seconds(look.time.timeIntervalSince(last.time))
        let isOtherNetwork = look.routes != last.routes && !look.routes.isEmpty
        last = look
        return isOtherNetwork || passed > pause + Self.jump || passed < pause - Self.jump
    }

    /// Looks until the task is cancelled, and calls `cameBack` whenever everything should be retried.
    static func run(
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date = { Date() },
        routes: @escaping @Sendable () -> String = { Self.routes() }, cameBack: @Sendable () -> Void
    ) async {
        var watch = MachineWatch(Look(time: now(), routes: routes()))
        while !Task.isCancelled {
            try? await clock.wait(pause)
            if watch.sees(Look(time: now(), routes: routes()), after: pause), !Task.isCancelled { cameBack() }
        }
    }

    /// Returns the default routes, without the kernel's usage counters (proc(5)).
    static func routes(
        v4: String = "/proc/net/route", v6: String = "/proc/net/ipv6_route"
    ) -> String {
        let four = rows(of: v4).filter { $0.count > 7 && $0[1] == "00000000" && $0[7] == "00000000" }
            .map { "\($0[0]) \($0[2])" }
        // The loopback device's default route is one that rejects.
        let six = rows(of: v6).filter { $0.count > 9 && $0[1] == "00" && $0[9] != "lo" }.map { "\($0[9]) \($0[4])" }
        return (four + six).sorted().joined(separator: "\n")
    }

    private static func rows(of path: String) -> [[Substring]] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map { row in
            row.split(whereSeparator: \.isWhitespace)
        }
    }
}
