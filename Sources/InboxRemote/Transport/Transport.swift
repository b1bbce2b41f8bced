/// Sends requests to servers. Services build requests and interpret answers; a transport does neither.
///
/// Cancelling the calling task ends the exchange at once. Redirects are not followed: a 3xx is an answer like any other.
public protocol Transport: Sendable {
    /// Sends a request and returns the complete answer, with any status.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Sends a request and returns once the head has arrived; the body follows piece by piece.
    ///
    /// The body fails with a `TransportError`. It is read only as fast as it is consumed, and dropping it ends the exchange.
    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)

    /// Sends a request for another protocol (RFC 9110 §7.8), and returns once the head has arrived.
    func upgrade(_ request: HTTPRequest) async throws(TransportError) -> UpgradedConnection

    /// Makes later requests use new connections. Those that are open may be dead without having said so, as after a sleep of the machine
    /// or on another network, and a request on each would wait a minute for nothing.
    func doubtConnections()
}

/// The answer to a request for another protocol. After status 101 bytes go both ways; else there is nothing to read.
public struct UpgradedConnection: Sendable {
    public var head: HTTPResponseHead
    /// Fails with a `TransportError`; dropping it ends the connection.
    public var incoming: AsyncThrowingStream<[UInt8], any Error>
    /// Returns at once. Bytes that can no longer be sent are dropped, and `incoming` then ends.
    public var send: @Sendable ([UInt8]) -> Void

    public init(
        head: HTTPResponseHead, incoming: AsyncThrowingStream<[UInt8], any Error>,
        send: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.head = head
        self.incoming = incoming
        self.send = send
    }
}

extension Transport {
    public func upgrade(_ request: HTTPRequest) async throws(TransportError) -> UpgradedConnection {
        throw .unreachable(detail: "this transport knows no other protocol")
    }

    public func doubtConnections() {}
}
