import Foundation
import InboxRemote

/// Sees that the machine was asleep, or that its network is another one than before: then lines may be dead that nobody has heard
/// the end of, and what waits to try again has waited for nothing.
struct MachineWatch {
    /// How often one looks: a file or two are read.
    static let pause = Duration.seconds(5)
    /// A wait that took so much longer by the time of day was slept through, or somebody set the clock.
    private static let jump = Duration.seconds(60)

    private var last: Look

    /// What is seen at one time.
    struct Look: Equatable {
        var time: Date
        /// The ways out of this machine, as text; empty without a network, or where nobody tells.
        var routes: String
    }

    init(_ first: Look) { last = first }

    /// - Returns: whether everybody should try again now.
    mutating func sees(_ look: Look, after pause: Duration) -> Bool {
        let passed = Duration.seconds(look.time.timeIntervalSince(last.time))
        let isOtherNetwork = look.routes != last.routes && !look.routes.isEmpty
        last = look
        return isOtherNetwork || passed > pause + Self.jump || passed < pause - Self.jump
    }

    /// Looks again and again until it is cancelled.
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

    /// The default routes, without what the kernel counts of their use (proc(5)).
    static func routes(
        v4: String = "/proc/net/route", v6: String = "/proc/net/ipv6_route"
    ) -> String {
        let four = rows(of: v4).filter { $0.count > 7 && $0[1] == "00000000" && $0[7] == "00000000" }
            .map { "\($0[0]) \($0[2])" }
        // The one of the loopback device is an entry that refuses.
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
