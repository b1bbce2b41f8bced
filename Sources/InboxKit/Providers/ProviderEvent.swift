public import InboxModel

/// An event of a provider, for its delegate and its sequence alike.
public enum ProviderEvent: Hashable, Sendable {
    /// All rows are different: the first ones are there, filter or sort were changed, or the store can be read again after a failure.
    case reset
    /// How the rows changed. An empty change set means that only the counts did.
    case changed(ChangeSet)
    /// `refresh()` or reading the store failed; the rows stay.
    case fetchFailed(FetchFailure)
    /// `refresh()` is done.
    case fetchCompleted
    /// `fetchState` has changed.
    case fetchStateChanged(FetchState)
}

/// Receives a provider's events, on the actor that made the provider.
public protocol ModelProviderDelegate<Row>: AnyObject {
    associatedtype Row: ProviderRow
    func provider(_ provider: ModelProvider<Row>, did event: ProviderEvent)
}
