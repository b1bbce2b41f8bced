public import InboxModel
public import InboxStore

/// Why something that a session was asked for did not happen.
public enum SessionError: Error, Hashable, Sendable {
    case home(HomeError)
    case store(StoreError)
    case secret(SecretError)
    case remote(RemoteError)
    case action(ActionError)
    /// There is an account of that address already.
    case accountExists
    case notFound

    /// Whether another program has the store for itself, so that waiting helps.
    public var isLocked: Bool { self == .store(.locked) }
}
