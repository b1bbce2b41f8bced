/// Sends requests over another transport, and reports each.
package struct NotedTransport: Transport {
    private let transport: any Transport
    private let tell: @Sendable (ExchangeNote) -> Void

    package init(_ transport: any Transport, tell: @escaping @Sendable (ExchangeNote) -> Void) {
        self.transport = transport
        self.tell = tell
    }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let begin = ContinuousClock.now
        do throws(TransportError) {
            let response = try await transport.send(request)
            note(request, begin, status: response.status, bytes: response.body.count)
            return response
        } catch {
            note(request, begin, failure: error)
            throw error
        }
    }

    package func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        let begin = ContinuousClock.now
        do throws(TransportError) {
            let response = try await transport.stream(request)
            note(request, begin, status: response.0.status)
            return response
        } catch {
            note(request, begin, failure: error)
            throw error
        }
    }

    package func upgrade(_ request: HTTPRequest) async throws(TransportError) -> UpgradedConnection {
        let begin = ContinuousClock.now
        do throws(TransportError) {
            let connection = try await transport.upgrade(request)
            note(request, begin, status: connection.head.status)
            return connection
        } catch {
            note(request, begin, failure: error)
            throw error
        }
    }

    package func doubtConnections() { transport.doubtConnections() }

    private func note(
        _ request: HTTPRequest, _ begin: ContinuousClock.Instant, status: Int? = nil, bytes: Int = 0,
        failure: TransportError? = nil
    ) {
        let duration = ContinuousClock.now - begin
        tell(ExchangeNote(request, status: status, failure: failure, duration: duration, bytes: bytes))
    }
}
