import TerminalUI

/// A card that flies off, as it looked.
struct ThrownCard: Sendable {
    var picture: Grid
    var begin: ContinuousClock.Instant
    var toLeft: Bool

    var end: ContinuousClock.Instant { begin + CardThrow.whole }
}
