/// Where a running server is found and who may sign in: the line that `maraca serve` prints.
public struct ServerAddress: Codable, Hashable, Sendable {
    /// Without a slash at the end.
    public var url: String
    /// The address of the JMAP session (RFC 8620 §2).
    public var jmapURL: String
    public var token: String
    /// The address to sign in with.
    public var account: String
    public var pid: Int32

    private enum CodingKeys: String, CodingKey {
        case url, token, account, pid
        case jmapURL = "jmap_url"
    }

    public init(url: String, jmapURL: String, token: String, account: String, pid: Int32) {
        self.url = url
        self.jmapURL = jmapURL
        self.token = token
        self.account = account
        self.pid = pid
    }
}
