public import InboxModel

/// What a provider tells, to its delegate and through its sequence alike.
public enum ProviderEvent: Hashable, Sendable {
    /// The rows are others altogether: filter or sort were changed.
    case reset
    /// The rows changed so. An empty change set means that only the counts did.
    case changed(ChangeSet)
    /// What `refresh()` asked for, or the store itself, did not answer; the rows stay.
    case fetchFailed(FetchFailure)
    /// What `refresh()` asked for is here.
    case fetchCompleted
    /// `fetchState` is another.
    case fetchStateChanged(FetchState)
}

/// Hears what a provider tells, on the actor that made the provider.
public protocol ModelProviderDelegate<Row>: AnyObject {
    associatedtype Row: ProviderRow
    func provider(_ provider: ModelProvider<Row>, did event: ProviderEvent)
}
