/// The sign of work in progress. It shows only when the work takes longer than `delay`.
public struct Spinner: Hashable, Sendable {
    public static let delay = Duration.milliseconds(300)
    public static let step = Duration.milliseconds(100)

    public let begin: ContinuousClock.Instant

    public init(begin: ContinuousClock.Instant) {
        self.begin = begin
    }

    /// Returns the sign, or nil when it is too early for it. Requests the frame of its next step. Without motion the sign
    /// stands still.
    public func sign(in frame: inout Frame) -> String? {
        let elapsed = frame.now - begin
        guard elapsed >= Spinner.delay else {
            frame.redraw(at: begin + Spinner.delay)
            return nil
        }
        guard frame.motion else { return frame.glyphs.ellipsis }
        let steps = Int(elapsed / Spinner.step)
        frame.redraw(at: begin + Spinner.step * (steps + 1))
        return frame.glyphs.spinner[steps % frame.glyphs.spinner.count]
    }
}
