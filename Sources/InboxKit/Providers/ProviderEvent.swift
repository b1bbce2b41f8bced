public import InboxModel
public import InboxRemote
public import InboxStore

/// Why a provider could not get what it was asked for.
public enum FetchFailure: Error, Hashable, Sendable {
    case remote(RemoteError)
    case store(StoreError)
}

/// What a provider tells, to its delegate and through its sequence alike.
public enum ProviderEvent: Hashable, Sendable {
    /// The rows are others altogether: filter, sort or window were changed.
    case reset
    /// The rows changed so. An empty change set means that only the counts did.
    case changed(ChangeSet)
    case fetchFailed(FetchFailure)
    case fetchCompleted
}

/// Hears what a provider tells, on the actor that made the provider.
public protocol ModelProviderDelegate<Row>: AnyObject {
    associatedtype Row: ProviderRow
    func provider(_ provider: ModelProvider<Row>, did event: ProviderEvent)
}
