/// A request as a service makes it.
public struct HTTPRequest: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    public var method: Method
    /// http or https, percent-encoded.
    public var url: String
    public var headers: HTTPHeaders
    public var body: [UInt8]?
    /// How long the server may take from the last byte of the request to the first of the answer. In a streamed answer, also
    /// the longest silence, where that is longer than the transport's own.
    public var timeout: Duration
    /// How long the whole exchange may take; streamed answers have no such limit.
    public var totalTimeout: Duration
    /// The largest answer that is taken, in decompressed bytes; for a streamed answer, all of its pieces together.
    public var maxResponseBytes: Int
    /// False when sending it twice would do something twice: then it goes over a new connection, because a transport
    /// may repeat by itself what got no answer on one that was used before.
    public var isRepeatable: Bool
    /// Whether only addresses of the public internet may be connected to, whatever the host's name leads to.
    public var isPublicOnly: Bool
    /// Whether it may leave this machine without encryption: only what carries no secret, and was asked about.
    public var allowsPlain: Bool
    /// Whether its answer comes when something happens (long polls, event streams): such requests take no other's place.
    public var waitsOnPurpose: Bool
    /// Told how far the body is, the request's or the answer's; only of an answer that is taken as a whole.
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

/// Requests hold secrets, so printing one tells next to nothing.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(method.rawValue) request" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
