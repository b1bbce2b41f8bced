import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: Clock, Sendable {
    public struct Instant: InstantProtocol {
        public var offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(isDone: @Sendable ([Instant]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock(\.now) }
    public var minimumResolution: Duration { .nanoseconds(1) }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(id, Sleeper(deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func enter(_ id: Int, _ sleeper: Sleeper) {
        enum Next { case sleep, wake, cancel }
        let next = state.withLock { state -> Next in
            if state.cancelled.remove(id) != nil { return .cancel }
            if sleeper.deadline <= state.now { return .wake }
            state.sleepers[id] = sleeper
            return .sleep
        }
        switch next {
        case .sleep: tellWatchers()
        case .wake: sleeper.continuation.resume()
        case .cancel: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    private func tellWatchers() {
        let done = state.withLock { state in
            let deadlines = state.sleepers.values.map(\.deadline)
            let done = state.watchers.filter { $0.isDone(deadlines) }
            state.watchers.removeAll { $0.isDone(deadlines) }
            return done
        }
        for watcher in done { watcher.continuation.resume() }
    }

    /// Advances the time and wakes all sleepers that are due, the earliest first.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Returns once someone sleeps for a time in this range, counted from now.
    public func untilSomeoneSleeps(for range: Range<Duration>) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                let now = state.now
                state.watchers.append(
                    ({ deadlines in deadlines.contains { range.contains(now.duration(to: $0)) } }, continuation))
            }
            tellWatchers()
        }
    }
}
