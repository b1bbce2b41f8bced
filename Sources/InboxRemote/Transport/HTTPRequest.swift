/// An HTTP request.
public struct HTTPRequest: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    public var method: Method
    /// An http or https URL, percent-encoded.
    public var url: String
    public var headers: HTTPHeaders
    public var body: [UInt8]?
    /// How long the server may take from the last byte of the request to the first of the answer. For a streamed answer, also the longest
    /// silence, if that is longer than the transport's own limit.
    public var timeout: Duration
    /// How long the whole exchange may take. Streamed answers have no such limit.
    public var totalTimeout: Duration
    /// The maximum size of the answer in decompressed bytes; for a streamed answer, of all its pieces together.
    public var maxResponseBytes: Int
    /// False if sending it twice would perform an action twice. It then uses a new connection, because a transport may repeat a request
    /// that got no answer on a reused one.
    public var isRepeatable: Bool
    /// Whether to connect only to addresses of the public internet, whatever the host name resolves to.
    public var isPublicOnly: Bool
    /// Whether it may leave this machine unencrypted. Only for requests without a secret, with the user's consent.
    public var allowsPlain: Bool
    /// Whether the answer comes only when something happens (long polls, event streams). They do not count against others' limit.
    public var waitsOnPurpose: Bool
    /// Receives the progress of the body, of the request or the answer. Only for answers that are not streamed.
    public var meter: TransferMeter?

    public init(
        _ method: Method = .get, url: String, headers: HTTPHeaders = [:], body: [UInt8]? = nil,
        timeout: Duration = .seconds(30), totalTimeout: Duration = .seconds(600),
        maxResponseBytes: Int = 32 << 20, isRepeatable: Bool = true, isPublicOnly: Bool = false,
        allowsPlain: Bool = false, waitsOnPurpose: Bool = false,
        meter: TransferMeter? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.totalTimeout = totalTimeout
        self.maxResponseBytes = maxResponseBytes
        self.isRepeatable = isRepeatable
        self.isPublicOnly = isPublicOnly
        self.allowsPlain = allowsPlain
        self.waitsOnPurpose = waitsOnPurpose
        self.meter = meter
    }
}

/// Requests contain secrets, so their descriptions reveal almost nothing.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(method.rawValue) request" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
