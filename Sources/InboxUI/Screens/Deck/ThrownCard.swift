import TerminalUI

/// A card on its way out, as it looked.
struct ThrownCard: Sendable {
    var picture: Grid
    var begin: ContinuousClock.Instant
    var toLeft: Bool

    var end: ContinuousClock.Instant { begin + CardThrow.whole }
}
