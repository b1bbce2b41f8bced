public import InboxModel
public import InboxStore

/// Why a session could not do what it was asked for.
public enum SessionError: Error, Hashable, Sendable {
    case home(HomeError)
    case store(StoreError)
    case secret(SecretError)
    case remote(RemoteError)
    case action(ActionError)
    /// There is an account with that address already.
    case accountExists
    case notFound

    /// Whether another program has locked the store, so that waiting helps.
    public var isLocked: Bool { self == .store(.locked) }
}
