/// A row that a provider can hold.
public protocol ProviderRow: Identifiable, Hashable, Sendable where ID: Hashable & Sendable {
    /// What selects rows of this kind.
    associatedtype Filter: Hashable & Sendable
    /// What orders them.
    associatedtype Sort: Hashable & Sendable
}

/// What a provider shows.
struct ListConfiguration<Row: ProviderRow>: Hashable, Sendable {
    var filter: Row.Filter
    var sort: Row.Sort
    /// Positions in the whole result. A window at the top grows upwards: it includes new rows.
    var window: Range<Int> = 0..<200
    /// Rows that stay if being read is all that would remove them.
    var lingering: Set<Row.ID> = []
}
