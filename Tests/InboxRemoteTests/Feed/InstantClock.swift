import Synchronization

/// A clock on which sleeping takes no time and is recorded.
final class InstantClock: Clock {
    private let elapsed = Mutex((now: Duration.zero, sleeps: [Duration]()))

    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    var now: Instant { elapsed.withLock { Instant(offset: $0.now) } }
    var minimumResolution: Duration { .zero }
    var sleeps: [Duration] { elapsed.withLock { $0.sleeps } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        elapsed.withLock { elapsed in
            elapsed.sleeps.append(deadline.offset - elapsed.now)
            elapsed.now = deadline.offset
        }
    }
}
