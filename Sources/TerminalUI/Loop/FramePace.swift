/// How fast the terminal takes frames, and so how often something that moves is drawn: over a slow link seldom, over a very
/// slow one not at all, so that the next key never waits behind pictures of the last one.
struct FramePace: Hashable {
    /// Above this nothing moves: the frames of one animation would be seen one by one.
    private static let slowest = Duration.milliseconds(100)

    private var shownAt: ContinuousClock.Instant?
    /// How long the last frames took until the terminal had them. It rises at once and falls slowly.
    private(set) var delay = Duration.zero

    /// Whether a frame is still on its way.
    var isWaiting: Bool { shownAt != nil }

    mutating func shown(at now: ContinuousClock.Instant) { shownAt = now }

    mutating func taken(at now: ContinuousClock.Instant) {
        guard let begin = shownAt else { return }
        shownAt = nil
        let took = now - begin
        delay = max(took, (delay * 3 + took) / 4)
    }

    /// The least time between two frames: half of it the link is free for what keys have to show.
    var frameLength: Duration { max(Application.frameLength, delay * 2) }

    var allowsMotion: Bool { delay < Self.slowest }
}
