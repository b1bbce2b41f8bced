/// How much time has passed by a clock of any kind, whose own instants nobody else can compare.
package struct Timeline: Sendable {
    private let elapsed: @Sendable () -> Duration

    package init(_ clock: any Clock<Duration>) { elapsed = Self.stopwatch(clock) }

    /// Since it was made.
    package var now: Duration { elapsed() }

    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
