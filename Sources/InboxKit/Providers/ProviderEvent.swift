public import InboxModel

/// What a provider reports, to its delegate and in its sequence alike.
public enum ProviderEvent: Hashable, Sendable {
    /// All rows are different: filter or sort were changed.
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

/// Gets a provider's events, on the actor that made the provider.
public protocol ModelProviderDelegate<Row>: AnyObject {
    associatedtype Row: ProviderRow
    func provider(_ provider: ModelProvider<Row>, did event: ProviderEvent)
}
