/// How often one looks what other processes have written.
struct LookRhythm {
    static let shortest = Duration.milliseconds(20)
    private static let longest = Duration.seconds(10)
    private static let unwatched = Duration.milliseconds(100)

    private var last = LookRhythm.shortest

    /// What is written can be seen a little later: after a sign looks follow one another, ever more rarely. Where the system does not
    /// tell that somebody wrote, nothing but looking helps.
    /// - Parameter hasSign: whether somebody wrote since the last look; nil where nobody tells.
    /// - Returns: how long to wait for the next look, where no sign comes before.
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
