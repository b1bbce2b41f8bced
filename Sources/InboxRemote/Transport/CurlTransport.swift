/// The transport over libcurl, for HTTP and for mail servers. It loads the library and starts its only thread with the first request.
public final class CurlTransport: Transport {
    let engine: CurlEngine

    /// - Parameters:
    ///   - certificateFile: a PEM file of authorities to trust besides the system's.
    ///   - connectTimeout: for name lookup, connection and TLS together.
    ///   - idleTimeout: the longest silence within an answer.
    public init(
        certificateFile: String? = nil, connectTimeout: Duration = .seconds(15), idleTimeout: Duration = .seconds(60)
    ) {
        engine = CurlEngine(
            settings: CurlEngine.Settings(
                certificateFile: certificateFile, connectTimeout: connectTimeout, idleTimeout: idleTimeout))
    }

    deinit {
        engine.stop()
    }

    /// Ends every exchange and the thread. Later requests fail as cancelled.
    public func close() {
        engine.stop()
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let exchange = Exchange(request, to: try target(of: request), isStreaming: false)
        engine.start(exchange)
        await engine.wait(for: .end, of: exchange)
        return try exchange.response().get()
    }

    public func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        let exchange = Exchange(request, to: try target(of: request), isStreaming: true)
        engine.start(exchange)
        return try await open(exchange)
    }

    public func upgrade(_ request: HTTPRequest) async throws(TransportError) -> UpgradedConnection {
        let exchange = Exchange(upgrading: request, to: try target(of: request))
        engine.start(exchange)
        let (head, incoming) = try await open(exchange)
        return UpgradedConnection(head: head, incoming: incoming) { [engine] bytes in
            exchange.post(bytes)
            engine.resume(exchange)
        }
    }

    public func doubtConnections() { engine.doubtConnections() }
}

private extension CurlTransport {
    func target(of request: HTTPRequest) throws(TransportError) -> RequestTarget {
        guard let target = RequestTarget(url: request.url), request.headers.fields.allSatisfy(\.isSendable) else {
            throw .badURL
        }
        guard !target.isPlain || target.isLoopback || request.allowsPlain else {
            throw .insecure(detail: "plain HTTP is for this machine only; use https://")
        }
        return target
    }

    /// Returns the head once it has arrived, and the following pieces.
    func open(_ exchange: Exchange) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        let pieces = BodyPieces(exchange: exchange, engine: engine)
        await engine.wait(for: .head, of: exchange)
        return (try exchange.head().get(), AsyncThrowingStream { try await pieces.next() })
    }
}

extension HTTPHeaders.Field {
    /// Whether the name is a token and the value has no controls (RFC 9110 §5.1 and §5.5), so that no field can inject another.
    fileprivate var isSendable: Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
