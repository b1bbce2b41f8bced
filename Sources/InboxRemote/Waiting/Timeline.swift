/// Measures elapsed time with any clock, whose instants cannot be compared outside its type.
package struct Timeline: Sendable {
    private let elapsed: @Sendable () -> Duration

    package init(_ clock: any Clock<Duration>) { elapsed = Self.stopwatch(clock) }

    /// The time since creation.
    package var now: Duration { elapsed() }

    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
