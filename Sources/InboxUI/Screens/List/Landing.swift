import TerminalUI

/// Where the selection is to be once the rows there have arrived.
struct Landing {
    /// Nil when nothing is awaited.
    private(set) var target: ListScreen.Jump?
    /// Since when rows outside the loaded ones are awaited; nil for rows of a view that is awaited as a whole.
    private(set) var since: ContinuousClock.Instant?
    /// How often rows arrived since.
    private(set) var tries = 0
    /// The number of rows between the first visible one and the target, to restore an earlier position.
    var offset: Int?
    /// Where the row was to which the user comes back, in the whole result; the row there is selected if it has gone.
    var position: Int?

    /// How long keys wait for the rows.
    private static let longest = Duration.seconds(1)

    /// Whether a commit may have been reported before the requested window.
    var isEarly: Bool { tries < 3 }

    /// Whether the rows do not arrive in time.
    var isLate: Bool { target != nil && since.map { ContinuousClock.now - $0 >= Self.longest } ?? false }

    mutating func begin(_ target: ListScreen.Jump) { (self.target, tries) = (target, 0) }

    /// Keys pressed before the rows arrive are meant for these.
    mutating func waitForRows(since now: ContinuousClock.Instant = .now) { since = target == nil ? nil : now }

    mutating func count() { tries += 1 }

    /// The rows of a view are awaited as a whole.
    mutating func begin(inNewRows target: ListScreen.Jump) {
        self.target = target
        since = nil
    }

    /// Where to was found out, or nobody wants to go there any more. The way to an earlier position stays.
    mutating func stop() { (target, since) = (nil, nil) }

    mutating func end() { self = Landing() }
}
