/// The selected row goes as somebody else takes its mail away, and another stands under the cursor: whoever presses a key in that
/// moment means the one that went.
struct SelectionLoss {
    /// Rows that the user did something to, and when: that they go soon after surprises nobody.
    private var touched: [RowID: ContinuousClock.Instant] = [:]
    /// The row that came to be selected so, and since when.
    private var next: RowID?
    var since: ContinuousClock.Instant?

    private static let soon = Duration.seconds(60)

    mutating func touch(_ row: RowID) { touched[row] = .now }

    /// - Parameter next: what is selected now.
    mutating func went(_ row: RowID, next: RowID) {
        let now = ContinuousClock.now
        if let deed = touched.removeValue(forKey: row), now - deed < Self.soon { return }
        (self.next, since) = (next, now)
    }

    /// It was told.
    mutating func forget() { (next, since) = (nil, nil) }

    /// Whether the selected row has just come to be so.
    func isFresh(_ selected: RowID?) -> Bool {
        guard let since, next == selected else { return false }
        return ContinuousClock.now - since < ArrivalsAbove.glance
    }
}
