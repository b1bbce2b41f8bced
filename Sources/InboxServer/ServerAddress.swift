/// The address of a running server and the credentials for it: the line that `maraca serve` prints.
public struct ServerAddress: Codable, Hashable, Sendable {
    /// The base URL, without a final slash.
    public var url: String
    /// The URL of the JMAP session (RFC 8620 §2).
    public var jmapURL: String
    public var token: String
    /// The mail address to sign in with.
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
