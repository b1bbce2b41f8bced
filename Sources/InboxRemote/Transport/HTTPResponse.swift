/// The status and headers of an answer.
public struct HTTPResponseHead: Hashable, Sendable {
    public var status: Int
    public var headers: HTTPHeaders

    public init(status: Int, headers: HTTPHeaders = [:]) {
        self.status = status
        self.headers = headers
    }
}

/// A complete answer.
public struct HTTPResponse: Hashable, Sendable {
    public var head: HTTPResponseHead
    /// Decompressed.
    public var body: [UInt8]

    public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.init(head: HTTPResponseHead(status: status, headers: headers), body: body)
    }

    public init(head: HTTPResponseHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }

    public var status: Int { head.status }
    public var headers: HTTPHeaders { head.headers }
}
