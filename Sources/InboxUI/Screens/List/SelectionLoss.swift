/// The loss of the selected row when another program removes its mail and another row comes under the cursor: a key pressed at that
/// moment is meant for the lost row.
struct SelectionLoss {
    /// The rows that the user acted on, and when; their disappearance soon after surprises nobody.
    private var touched: [RowID: ContinuousClock.Instant] = [:]
    /// The row that became selected by the loss, and since when.
    private var next: RowID?
    var since: ContinuousClock.Instant?

    private static let soon = Duration.seconds(60)

    mutating func touch(_ row: RowID) { touched[row] = .now }

    /// - Parameter next: The row that is selected now.
    mutating func went(_ row: RowID, next: RowID) {
        let now = ContinuousClock.now
        if let deed = touched.removeValue(forKey: row), now - deed < Self.soon { return }
        (self.next, since) = (next, now)
    }

    /// Forgets the loss, once the user has been told.
    mutating func forget() { (next, since) = (nil, nil) }

    /// Whether the selected row became selected by a recent loss.
    func isFresh(_ selected: RowID?) -> Bool {
        guard let since, next == selected else { return false }
        return ContinuousClock.now - since < ArrivalsAbove.glance
    }
}
