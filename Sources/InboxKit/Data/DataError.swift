public import InboxStore

/// Why data could not be changed, shared or read. Whatever throws one has changed nothing but what its own text says.
public enum DataError: Error, Hashable, Sendable {
    /// Two models of types that cannot stand for each other have the same identifier.
    case wrongType(ModelID, expected: String, found: String)
    /// A cache key that a collection of another type holds.
    case keyOfOtherType(key: String, expected: String, found: String)
    /// There is no such row: `0..<count`, and `count` itself for inserting.
    case outOfRange(index: Int, count: Int)
    /// The row was deleted elsewhere, and its owner has not heard of it yet.
    case rowGone(index: Int)
    /// Rows cannot be named while the provider does not follow. `setData` works.
    case paused
    /// The provider has a model already; it listens for that one.
    case hasData(ModelID?)
    /// Only the batch listener of the provider may pause it.
    case pausedByBatch
    /// A provider has one batch listener at most.
    case secondBatch
    /// A model cannot be written as JSON, and so cannot be kept.
    case unwritable(key: String, type: String)
    case store(StoreError)
}
