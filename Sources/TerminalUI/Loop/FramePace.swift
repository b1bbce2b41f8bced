/// How fast the terminal takes frames, and so how often something that moves is drawn: over a slow link seldom, over a very
/// slow one not at all, so that the next key never waits behind pictures of the last one.
struct FramePace: Hashable {
    /// Above this nothing moves: the frames of one animation would be seen one by one.
    static let slowest = Duration.milliseconds(100)

    private var shownAt: ContinuousClock.Instant?
    private var begin: ContinuousClock.Instant?
    /// How long the last frames took until the terminal's descriptor had them. It rises at once and falls slowly.
    private var taking = Duration.zero
    /// What the terminal's answers tell of the line behind that.
    var line: LineWindow

    init(place: TerminalPlace = .near) {
        line = LineWindow(place: place)
    }

    /// How long a frame keeps the way to the terminal busy.
    var delay: Duration { max(taking, line.delay) }

    /// Whether a frame is still on its way to the descriptor.
    var isWaiting: Bool { shownAt != nil }

    /// A frame was given; the terminal has been given `total` bytes since its beginning.
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

    /// The least time between two frames: half of it the link is free for what keys have to show.
    var frameLength: Duration { max(Application.frameLength, delay * 2) }

    func allowsMotion(at now: ContinuousClock.Instant) -> Bool {
        delay < Self.slowest && line.allowsMotion(since: begin ?? now, at: now)
    }
}
