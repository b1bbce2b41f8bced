/// A clock whose first sleeps are over at once; the next one lasts until it is cancelled.
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

    init(sleeps: Int) {
        self.sleeps = sleeps
        (stream, continuation) = AsyncStream.makeStream()
    }

    var now: Instant { Instant(offset: .zero) }
    var minimumResolution: Swift.Duration { .zero }

    /// How long each sleep was to be.
    var durations: [Swift.Duration] { slept.change { $0 } }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let count = slept.change { slept in
            slept.append(deadline.offset)
            return slept.count
        }
        guard count > sleeps else { return }
        continuation.finish()
        try await Task.sleep(for: .seconds(3600))
    }

    /// Returns when the sleeps are used up.
    func ended() async {
        for await _ in stream {}
    }
}
