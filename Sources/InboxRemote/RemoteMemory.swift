/// What a dialect wants to know again after a restart: a text that is kept with the account. It never holds a secret.
public struct RemoteMemory: Sendable {
    public var read: @Sendable () -> String?
    public var write: @Sendable (String) async -> Void

    /// Where the account's secret is kept, apart from the rest; for sign-ins that get new ones.
    public var secret: SecretMemory

    /// The origins that the user has approved besides that of the account's URL, as `https://api.example`.
    public var approved: @Sendable () -> Set<String>

    public init(
        read: @escaping @Sendable () -> String?, write: @escaping @Sendable (String) async -> Void,
        secret: SecretMemory = .none, approved: @escaping @Sendable () -> Set<String> = { [] }
    ) {
        self.read = read
        self.write = write
        self.secret = secret
        self.approved = approved
    }

    public static let none = RemoteMemory(read: { nil }, write: { _ in })
}

/// Where a secret that renews itself is kept.
public struct SecretMemory: Sendable {
    public var read: @Sendable () async -> String?
    /// Returns false when it could not be kept; it is given again then.
    public var write: @Sendable (String) async -> Bool
    /// Keeps other processes from renewing the same secret for as long as what it returns is held.
    public var lock: @Sendable () async -> any Sendable

    public init(
        read: @escaping @Sendable () async -> String?, write: @escaping @Sendable (String) async -> Bool,
        lock: @escaping @Sendable () async -> any Sendable
    ) {
        self.read = read
        self.write = write
        self.lock = lock
    }

    public static let none = SecretMemory(read: { nil }, write: { _ in true }, lock: { true })
}
