import TerminalUI

/// The loss of the selected row when another program removes its mail and another row comes under the cursor: a key pressed at that
/// moment is meant for the lost row.
struct SelectionLoss<Row: Hashable & Sendable> {
    /// The rows that the user acted on, and when; their disappearance soon after surprises nobody.
    private var touched: [Row: ContinuousClock.Instant] = [:]
    /// The row that became selected by the loss, and since when.
    private var next: Row?
    var since: ContinuousClock.Instant?

    private static var soon: Duration { .seconds(60) }

    mutating func touch(_ row: Row) { touched[row] = .now }

    /// - Parameter next: The row that is selected now.
    mutating func went(_ row: Row, next: Row) {
        let now = ContinuousClock.now
        if let deed = touched.removeValue(forKey: row), now - deed < Self.soon { return }
        (self.next, since) = (next, now)
    }

    /// Notes the loss if the row that was selected is no longer in the list.
    mutating func look(at list: ListWidget<Row>, before selected: Row?) {
        guard let selected, let next = list.selection, next != selected, !list.rows.contains(selected) else { return }
        went(selected, next: next)
    }

    /// Forgets the loss, once the user has been told.
    mutating func forget() { (next, since) = (nil, nil) }

    /// Whether the selected row became selected by a recent loss.
    func isFresh(_ selected: Row?) -> Bool {
        guard let since, next == selected else { return false }
        return ContinuousClock.now - since < ArrivalsAbove.glance
    }
}

extension Surroundings {
    /// Refuses a key that was meant for a row which has just gone, and says so.
    func refuses<Row>(_ loss: inout SelectionLoss<Row>, on selected: Row?) -> Bool {
        guard loss.isFresh(selected) else { return false }
        loss.forget()
        say("The selected row has just gone. Nothing was done.", kind: .info)
        return true
    }
}
