/// The data that a service stores with the account across restarts, as text. It never contains a secret.
public struct RemoteMemory: Sendable {
    public var read: @Sendable () -> String?
    public var write: @Sendable (String) async -> Void

    /// The separate storage of the account's secret, for sign-ins that renew it.
    public var secret: SecretMemory

    /// The origins that the user approved besides that of the account's URL, as `https://api.example`.
    public var approved: @Sendable () -> Set<String>

    /// A path for a file of the service's own, for what is too much for a text; nil where nothing is kept. The folder is there.
    public var filePath: String?

    public init(
        read: @escaping @Sendable () -> String?, write: @escaping @Sendable (String) async -> Void,
        secret: SecretMemory = .none, approved: @escaping @Sendable () -> Set<String> = { [] }, filePath: String? = nil
    ) {
        self.read = read
        self.write = write
        self.secret = secret
        self.approved = approved
        self.filePath = filePath
    }

    public static let none = RemoteMemory(read: { nil }, write: { _ in })
}

/// The storage of a secret that is renewed.
public struct SecretMemory: Sendable {
    public var read: @Sendable () async -> String?
    /// Returns false if the secret was not stored; it is then written again.
    public var write: @Sendable (String) async -> Bool
    /// Keeps other processes from renewing the same secret while the returned value is held. Returns nil if another one keeps it for too
    /// long; the secret is then not renewed.
    public var lock: @Sendable () async -> (any Sendable)?

    public init(
        read: @escaping @Sendable () async -> String?, write: @escaping @Sendable (String) async -> Bool,
        lock: @escaping @Sendable () async -> (any Sendable)?
    ) {
        self.read = read
        self.write = write
        self.lock = lock
    }

    public static let none = SecretMemory(read: { nil }, write: { _ in true }, lock: { true })
}
