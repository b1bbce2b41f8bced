/// How often a process looks for what others have written.
struct LookRhythm {
    static let shortest = Duration.milliseconds(20)
    private static let longest = Duration.seconds(10)
    private static let unwatched = Duration.milliseconds(100)

    private var last = LookRhythm.shortest

    /// Returns how long to wait before the next look. A write becomes visible slightly after its sign, so looks follow a sign
    /// quickly, then ever more rarely. Without signs, only looking helps.
    /// - Parameter hasSign: whether somebody has written since the last look; nil if the system gives no signs.
    /// - Returns: the longest wait; a sign ends it early.
    mutating func pause(hasSign: Bool?) -> Duration {
        last =
            switch hasSign {
            case nil: Self.unwatched
            case true?: Self.shortest
            case false?: min(last * 2, Self.longest)
            }
        return last
    }
}
