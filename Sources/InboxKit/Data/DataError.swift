public import InboxStore

/// Why data could not be changed, shared or read. A call that throws has changed nothing, except as its documentation says.
public enum DataError: Error, Hashable, Sendable {
    /// Two models of incompatible types have the same identifier.
    case wrongType(ModelID, expected: String, found: String)
    /// The cache key belongs to a collection of another type.
    case keyOfOtherType(key: String, expected: String, found: String)
    /// There is no such row: the rows are `0..<count`, and for inserting also `count`.
    case outOfRange(index: Int, count: Int)
    /// The row was deleted elsewhere, and its owner has not been told yet.
    case rowGone(index: Int)
    /// The provider is paused, so rows can't be named; `setData` works.
    case paused
    /// The provider has a model already, and follows that one.
    case hasData(ModelID?)
    /// Only the batch listener of the provider may pause it.
    case pausedByBatch
    /// A provider has one batch listener at most.
    case secondBatch
    /// A model can't be encoded as JSON, and so can't be stored.
    case unwritable(key: String, type: String)
    case store(StoreError)
}
