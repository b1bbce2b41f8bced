import InboxRemote
import TestSupport
import Synchronization

/// A server without news: requests that wait for some are held until the client gives up. Others are answered at once.
final class HeldPoll: Transport {
    private let answer: String
    private let asked = Mutex<[String]>([])
    private let begun = AsyncStream<Void>.makeStream()

    init(answer: String) { self.answer = answer }

    var paths: [String] { asked.withLock(\.self) }

    /// Returns once a request waits.
    func begins() async { for await _ in begun.stream { return } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        asked.withLock { $0.append(request.path) }
        if request.path.hasSuffix("/longpoll") {
            begun.continuation.yield()
            let never = AsyncStream<Void>.makeStream()
            for await _ in never.stream {}
            withExtendedLifetime(never.continuation) {}
            throw .cancelled
        }
        return HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array(answer.utf8))
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        throw .unreachable(detail: "nothing is streamed here")
    }
}
