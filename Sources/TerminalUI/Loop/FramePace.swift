/// How fast the terminal takes frames, and so how often animations are drawn: seldom over a slow link, and not at all over a
/// very slow one, so that the next key never waits behind the frames of the last one.
struct FramePace: Hashable {
    /// The delay from which on nothing moves: the frames of an animation would be seen one by one.
    static let slowest = Duration.milliseconds(100)

    private var shownAt: ContinuousClock.Instant?
    private var begin: ContinuousClock.Instant?
    /// How long recent frames took to reach the terminal's descriptor. Rises at once and falls slowly.
    private var taking = Duration.zero
    /// The line behind the descriptor, by the terminal's answers.
    var line: LineWindow

    init(place: TerminalPlace) {
        line = LineWindow(place: place)
    }

    /// How long a frame keeps the way to the terminal busy.
    var delay: Duration { max(taking, line.delay) }

    /// Whether a frame is still on its way to the descriptor.
    var isWaiting: Bool { shownAt != nil }

    /// Records a frame; `total` counts all bytes written so far.
    mutating func shown(total: Int, asking: Bool, at now: ContinuousClock.Instant) {
        shownAt = now
        begin = begin ?? now
        line.given(total: total, asking: asking, at: now)
    }

    mutating func taken(at now: ContinuousClock.Instant) {
        guard let begin = shownAt else { return }
        shownAt = nil
        let took = max(.zero, now - begin)
        taking = max(took, (taking * 3 + took) / 4)
    }

    /// The least time between two frames. During half of it the link is free for the response to keys.
    var frameLength: Duration { max(Application.frameLength, delay * 2) }

    func allowsMotion(at now: ContinuousClock.Instant) -> Bool {
        delay < Self.slowest && line.allowsMotion(since: begin ?? now, at: now)
    }
}
