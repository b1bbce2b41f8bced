/// The pieces of a streamed body, or what arrives over a line. Deallocating it ends the exchange.
final class BodyPieces: Sendable {
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
