public import InboxModel
public import InboxStore

/// Why a session could not do what it was asked to do.
public enum SessionError: Error, Hashable, Sendable {
    case home(HomeError)
    case store(StoreError)
    case secret(SecretError)
    case remote(RemoteError)
    case action(ActionError)
    /// An account with that address exists already.
    case accountExists
    case notFound

    /// Whether another program has locked the store, so that waiting helps.
    public var isLocked: Bool { self == .store(.locked) }
}
