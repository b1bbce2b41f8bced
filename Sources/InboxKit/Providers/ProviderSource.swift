import InboxModel
import InboxStore

/// The rows of a provider, with what is known of the rest.
struct ProviderSnapshot<Row: ProviderRow>: Sendable {
    var rows: [Row] = []
    var above = 0
    /// The number of rows; until they are counted, as many as are known so far.
    var total = 0
    var unread = 0
    var isCounted = false

    /// Whether everything besides the rows is the same.
    func counts(as other: ProviderSnapshot) -> Bool {
        above == other.above && total == other.total && unread == other.unread && isCounted == other.isCounted
    }
}

/// Where to look for the nearest unread row.
struct UnreadStart<Row: ProviderRow>: Sendable {
    /// A row as it was shown; it need not be in the list any more.
    var row: Row
    var isBackwards: Bool
}

/// The unread row that was found, and the window that was moved to it.
struct UnreadAnswer<Row: ProviderRow>: Sendable {
    var row: Row.ID
    var window: Range<Int>
}

/// The source of a provider's rows: reads the store, and knows what a commit does to the rows.
protocol ProviderSource<Row>: Sendable {
    associatedtype Row: ProviderRow
    var needsWords: Bool { get }
    var snapshot: ProviderSnapshot<Row> { get }
    /// Whether no row has been found yet, although there may be some.
    var isLooking: Bool { get }
    /// Whether `count` has something left to do.
    var isWalking: Bool { get }
    /// How often to call `tick`, because time alone changes the rows; nil if it does not.
    var pulse: Duration? { get }
    /// Reads everything again. Rows whose counting takes time are left uncounted.
    mutating func load() throws(StoreError)
    /// Continues finding and counting what `load` left, for some milliseconds; called repeatedly until everything is counted.
    /// - Returns: nil if there is nothing to report; what changed in the rows if they had to be read again.
    mutating func count() throws(StoreError) -> ChangeSet?
    /// - Returns: nil if the commit changed nothing that the provider shows.
    mutating func apply(_ commit: Commit) throws(StoreError) -> ChangeSet?
    /// Updates the rows because time has passed.
    /// - Returns: nil if that changed nothing that the provider shows.
    mutating func tick() throws(StoreError) -> ChangeSet?
    /// Moves to another window of the same rows.
    mutating func move(to window: Range<Int>) throws(StoreError) -> ChangeSet
    /// Moves to the window around the nearest unread row, wherever it is.
    /// - Returns: what changed, and the row; nil if there is none, and the window stays.
    mutating func moveToUnread(from start: UnreadStart<Row>) throws(StoreError) -> (ChangeSet, UnreadAnswer<Row>?)
    /// Keeps these rows, and no others, even after they have been read.
    mutating func linger(_ ids: Set<Row.ID>) throws(StoreError) -> ChangeSet
}

extension ProviderSource {
    var isLooking: Bool { false }
    var isWalking: Bool { false }
    var pulse: Duration? { nil }
    mutating func tick() -> ChangeSet? { nil }
    mutating func moveToUnread(from start: UnreadStart<Row>) -> (ChangeSet, UnreadAnswer<Row>?) { (ChangeSet(), nil) }
    mutating func linger(_ ids: Set<Row.ID>) -> ChangeSet { ChangeSet() }
}
