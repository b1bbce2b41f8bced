/// The transport over libcurl. It loads the library and starts its only thread with the first request.
public final class CurlTransport: Transport {
    private let engine: CurlEngine

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
        let exchange = try start(request, isStreaming: false)
        await engine.wait(for: .end, of: exchange)
        return try exchange.response().get()
    }

    public func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        let exchange = try start(request, isStreaming: true)
        return try await open(exchange)
    }

    public func upgrade(_ request: HTTPRequest) async throws(TransportError) -> UpgradedConnection {
        let exchange = try start(request, isStreaming: true, isLine: true)
        let (head, incoming) = try await open(exchange)
        return UpgradedConnection(head: head, incoming: incoming) { [engine] bytes in
            exchange.post(bytes)
            engine.resume(exchange)
        }
    }

    public func doubtConnections() { engine.doubtConnections() }
}

private extension CurlTransport {
    func start(_ request: HTTPRequest, isStreaming: Bool, isLine: Bool = false) throws(TransportError) -> Exchange {
        guard let target = RequestTarget(url: request.url), request.headers.fields.allSatisfy(\.isSendable) else {
            throw .badURL
        }
        guard !target.isPlain || target.isLoopback || request.allowsPlain else {
            throw .insecure(detail: "plain HTTP is for this machine only; use https://")
        }
        let exchange = Exchange(request: request, target: target, isStreaming: isStreaming, isLine: isLine)
        engine.start(exchange)
        return exchange
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

/// The pieces of a streamed body. Deallocating it ends the exchange.
private final class BodyPieces: Sendable {
    private let exchange: Exchange
    private let engine: CurlEngine

    init(exchange: Exchange, engine: CurlEngine) {
        self.exchange = exchange
        self.engine = engine
    }

    deinit {
        engine.cancel(exchange)
    }

    func next() async throws(TransportError) -> [UInt8]? {
        await engine.wait(for: .piece, of: exchange)
        let (piece, wasPaused) = try exchange.takePiece()
        if wasPaused { engine.resume(exchange) }
        return piece
    }
}

extension HTTPHeaders.Field {
    /// Whether the name is a token and the value has no controls (RFC 9110 §5.1 and §5.5), so that no field can inject another.
    fileprivate var isSendable: Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
