/// The transport over libcurl. It loads the library and starts its one thread at the first request.
public final class CurlTransport: Transport {
    private let engine: CurlEngine

    /// - Parameters:
    ///   - certificateFile: a PEM file of authorities to trust besides the system's.
    ///   - connectTimeout: for name, connection and TLS together.
    ///   - idleTimeout: the longest silence in the middle of an answer.
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

    /// Ends every exchange and the thread; requests made later fail as cancelled.
    public func close() {
        engine.stop()
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let exchange = try start(request, isStreaming: false)
        await withTaskCancellationHandler {
            await exchange.wait(for: .end)
        } onCancel: {
            engine.cancel(exchange)
        }
        return try exchange.response().get()
    }

    public func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        let exchange = try start(request, isStreaming: true)
        await withTaskCancellationHandler {
            await exchange.wait(for: .head)
        } onCancel: {
            engine.cancel(exchange)
        }
        let head = try exchange.head().get()
        let pieces = BodyPieces(exchange: exchange, engine: engine)
        return (head, AsyncThrowingStream { try await pieces.next() })
    }

    public func upgrade(_ request: HTTPRequest) async throws(TransportError) -> UpgradedConnection {
        let exchange = try start(request, isStreaming: true, isDuplex: true)
        await withTaskCancellationHandler {
            await exchange.wait(for: .head)
        } onCancel: {
            engine.cancel(exchange)
        }
        let head = try exchange.head().get()
        let pieces = BodyPieces(exchange: exchange, engine: engine)
        return UpgradedConnection(head: head, incoming: AsyncThrowingStream { try await pieces.next() }) {
            [engine] bytes in
            exchange.post(bytes)
            engine.resume(exchange)
        }
    }
}

private extension CurlTransport {
    func start(_ request: HTTPRequest, isStreaming: Bool, isDuplex: Bool = false) throws(TransportError) -> Exchange {
        guard let target = RequestTarget(url: request.url), request.headers.fields.allSatisfy(\.isSendable) else {
            throw .badURL
        }
        guard !target.isPlain || target.isLoopback else {
            throw .insecure(detail: "plain HTTP is for this machine only")
        }
        let exchange = Exchange(request: request, target: target, isStreaming: isStreaming, isDuplex: isDuplex)
        engine.start(exchange)
        return exchange
    }
}

/// Gives the pieces of a streamed body, and ends the exchange when nobody holds it any more.
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
        await withTaskCancellationHandler {
            await exchange.wait(for: .piece)
        } onCancel: {
            engine.cancel(exchange)
        }
        let (piece, wasPaused) = try exchange.takePiece()
        if wasPaused { engine.resume(exchange) }
        return piece
    }
}

extension HTTPHeaders.Field {
    /// Names are tokens, values hold no controls (RFC 9110 §5.1 and §5.5), so that no field can smuggle in another.
    fileprivate var isSendable: Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
