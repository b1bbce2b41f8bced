import Synchronization

/// A clock on which every sleep ends at once, and which is then as late as the sleep was to last.
final class SkippingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let offset = Mutex(Duration.zero)

    var now: Instant { Instant(offset: offset.withLock(\.self)) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await Task.yield()
        try Task.checkCancellation()
        offset.withLock { $0 = max($0, deadline.offset) }
    }

    func advance(by duration: Duration) { offset.withLock { $0 += duration } }
}

/// A clock that runs a hundred times as fast as time, for what really happens meanwhile.
struct HastyClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private static let haste = 100
    private let start = ContinuousClock.now

    var now: Instant { Instant(offset: start.duration(to: .now) * Self.haste) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(for: now.duration(to: deadline) / Self.haste)
    }
}
