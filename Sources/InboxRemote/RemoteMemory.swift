/// What a dialect wants to know again after a restart: a text that is kept with the account. It never holds a secret.
public struct RemoteMemory: Sendable {
    public var read: @Sendable () -> String?
    public var write: @Sendable (String) async -> Void

    public init(read: @escaping @Sendable () -> String?, write: @escaping @Sendable (String) async -> Void) {
        self.read = read
        self.write = write
    }

    public static let none = RemoteMemory(read: { nil }, write: { _ in })
}
