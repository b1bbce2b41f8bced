/// Carries requests to servers. Services build requests and judge answers; a transport does neither.
///
/// Cancelling the calling task ends the exchange at once. Redirects are not followed: a 3xx is an answer like any other.
public protocol Transport: Sendable {
    /// Sends a request and waits for the whole answer, of whatever status.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Sends a request and answers as soon as the head is there; the body follows piece by piece.
    ///
    /// The body fails with a `TransportError`. It is read only as fast as it is consumed, and dropping it ends the exchange.
    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
}
