import InboxModel
import InboxStore

/// The rows of a provider with what is known of the rest.
struct ProviderSnapshot<Row: ProviderRow>: Sendable {
    var rows: [Row] = []
    var above = 0
    /// What is known of so far, until the rows are counted.
    var total = 0
    var unread = 0
    var isCounted = false

    /// Whether all that is told beside the rows is the same.
    func counts(as other: ProviderSnapshot) -> Bool {
        above == other.above && total == other.total && unread == other.unread && isCounted == other.isCounted
    }
}

/// Where a provider's rows come from: reads the store, and knows what a commit does to them.
protocol ProviderSource<Row>: Sendable {
    associatedtype Row: ProviderRow
    var needsWords: Bool { get }
    var snapshot: ProviderSnapshot<Row> { get }
    /// Whether no row is found so far, and there may be some.
    var isLooking: Bool { get }
    /// Whether there is something for `count` to go on with.
    var isWalking: Bool { get }
    /// After how long `tick` is wanted, again and again, because time alone changes the rows; nil where it does not.
    var pulse: Duration? { get }
    /// Reads everything anew. Rows whose counting takes time are left uncounted.
    mutating func load() throws(StoreError)
    /// Goes on finding and counting what `load` left, for some milliseconds: again and again until all is counted.
    /// - Returns: nil when there is nothing to tell; what changed in the rows when they had to be read anew.
    mutating func count() throws(StoreError) -> ChangeSet?
    /// - Returns: nil when the commit changed nothing that the provider shows.
    mutating func apply(_ commit: Commit) throws(StoreError) -> ChangeSet?
    /// Time has gone on.
    /// - Returns: nil when that changed nothing that the provider shows.
    mutating func tick() throws(StoreError) -> ChangeSet?
    /// Goes to another window of the same rows.
    mutating func move(to window: Range<Int>) throws(StoreError) -> ChangeSet
    /// Keeps these rows, and no others, also when they have been read.
    mutating func linger(_ ids: Set<Row.ID>) throws(StoreError) -> ChangeSet
}

extension ProviderSource {
    var isLooking: Bool { false }
    var isWalking: Bool { false }
    var pulse: Duration? { nil }
    mutating func tick() -> ChangeSet? { nil }
    mutating func linger(_ ids: Set<Row.ID>) -> ChangeSet { ChangeSet() }
}
