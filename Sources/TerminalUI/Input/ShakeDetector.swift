/// Detects a shaken mouse: five changes of direction, left or right, within 0.6 s.
public struct ShakeDetector: Hashable, Sendable {
    static let turnsNeeded = 5
    static let span = Duration.milliseconds(600)

    private var lastX: Int?
    private var direction = 0
    private var turns: [ContinuousClock.Instant] = []

    public init() {}

    /// Records a movement. Returns true when it completes a shake; the next shake starts from zero.
    public mutating func moved(toX x: Int, at now: ContinuousClock.Instant) -> Bool {
        defer { lastX = x }
        guard let lastX, x != lastX else { return false }
        let newDirection = x > lastX ? 1 : -1
        defer { direction = newDirection }
        guard direction != 0, newDirection != direction else { return false }
        turns.append(now)
        turns.removeAll { now - $0 > ShakeDetector.span }
        guard turns.count >= ShakeDetector.turnsNeeded else { return false }
        self = ShakeDetector()
        return true
    }
}
