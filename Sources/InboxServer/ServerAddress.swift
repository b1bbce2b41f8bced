/// Where a running server is found and who may sign in: the line that `maraca serve` prints.
public struct ServerAddress: Codable, Hashable, Sendable {
    /// Without a slash at the end.
    public var url: String
    public var token: String
    /// The address to sign in with.
    public var account: String
    public var pid: Int32

    public init(url: String, token: String, account: String, pid: Int32) {
        self.url = url
        self.token = token
        self.account = account
        self.pid = pid
    }
}
