public import InboxModel
public import InboxStore

/// Why a session could not do what it was asked to do.
public enum SessionError: Error, Hashable, Sendable {
    case home(HomeError)
    case store(StoreError)
    case secret(SecretError)
    case remote(RemoteError)
    /// What was asked for is not possible; nothing has changed.
    case action(ActionError)
    /// An account with that address exists already.
    case accountExists
    /// What was named is gone or was never there: an account, a message, a draft, or the rest of a file.
    case notFound

    /// Whether another program has locked the store, so that waiting helps.
    public var isLocked: Bool { self == .store(.locked) }
}
