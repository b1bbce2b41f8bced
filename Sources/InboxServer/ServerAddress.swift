/// The address of a running server and the credentials for it: the line that `maraca serve` prints.
package struct ServerAddress: Codable, Hashable, Sendable {
    /// The base URL, without a final slash.
    package var url: String
    /// The URL of the JMAP session (RFC 8620 §2).
    package var jmapURL: String
    package var token: String
    /// The mail address to sign in with.
    package var account: String
    package var pid: Int32

    private enum CodingKeys: String, CodingKey {
        case url, token, account, pid
        case jmapURL = "jmap_url"
    }

    package init(url: String, jmapURL: String, token: String, account: String, pid: Int32) {
        self.url = url
        self.jmapURL = jmapURL
        self.token = token
        self.account = account
        self.pid = pid
    }
}
