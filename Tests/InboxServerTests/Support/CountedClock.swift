import Foundation
import TestSupport

/// A clock whose first sleeps end at once; the next one lasts until it is cancelled.
struct CountedClock: Clock {
    typealias Duration = Swift.Duration

    struct Instant: InstantProtocol {
        let offset: Swift.Duration

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }

        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let sleeps: Int
    private let slept = Locked<[Swift.Duration]>([])
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    private let isSetBack: Bool

    /// - Parameter isSetBack: whether the time of day is set back by the time that passes.
    init(sleeps: Int, isSetBack: Bool = false) {
        self.sleeps = sleeps
        self.isSetBack = isSetBack
        (stream, continuation) = AsyncStream.makeStream()
    }

    var now: Instant { Instant(offset: .zero) }
    var minimumResolution: Swift.Duration { .zero }

    /// The requested durations of the sleeps.
    var durations: [Swift.Duration] { slept.change { $0 } }

    /// Returns the time of day of a clock, advanced by its sleeps.
    static func date(of clock: any Clock<Swift.Duration>) -> @Sendable () -> Date {
        if let manual = clock as? ManualClock {
            return { Date().addingTimeInterval(Double(manual.now.offset.components.seconds)) }
        }
        guard let counted = clock as? CountedClock, !counted.isSetBack else { return { Date() } }
        return { Date().addingTimeInterval(Double(counted.durations.reduce(.zero, +).components.seconds)) }
    }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let count = slept.change { slept in
            slept.append(deadline.offset)
            return slept.count
        }
        guard count > sleeps else { return }
        continuation.finish()
        try await Task.sleep(for: .seconds(3600))
    }

    /// Returns once all sleeps have been used.
    func ended() async {
        for await _ in stream {}
    }
}
