import Foundation
import Synchronization

@testable import InboxRemote

/// A WebSocket for one test: it sends what the test says, and records what it receives.
final class ScriptedSocket: Sendable {
    private struct State {
        var sent: [UInt8] = []
        var waiters: [(count: Int, CheckedContinuation<Void, Never>)] = []
    }

    private let status: Int
    private let isHonest: Bool
    private let stream: AsyncThrowingStream<[UInt8], any Error>
    private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let state = Mutex(State())

    init(status: Int, isHonest: Bool) {
        self.status = status
        self.isHonest = isHonest
        (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    }

    func connection(for request: HTTPRequest) -> UpgradedConnection {
        let handshake = SocketHandshake(key: request.headers["Sec-WebSocket-Key"] ?? "")
        let head = HTTPResponseHead(
            status: status,
            headers: [
                "Upgrade": "websocket", "Sec-WebSocket-Accept": isHonest ? handshake.accepted : "none",
                "Sec-WebSocket-Protocol": "jmap",
            ])
        return UpgradedConnection(head: head, incoming: stream) { [weak self] in self?.take($0) }
    }

    // MARK: What the server does

    func say(_ text: String) { continuation.yield(Self.frame(0x81, Array(text.utf8))) }
    func ping(_ content: [UInt8]) { continuation.yield(Self.frame(0x89, content)) }
    func close(_ content: [UInt8]) { continuation.yield(Self.frame(0x88, content)) }
    func end() { continuation.finish() }

    static func frame(_ first: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length: [UInt8] =
            switch content.count {
            case ..<126: [UInt8(content.count)]
            case ..<65536: [126, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
            default: [127] + (0..<8).map { UInt8(truncatingIfNeeded: content.count >> (56 - 8 * $0)) }
            }
        return [first] + length + content
    }

    // MARK: What the client said

    /// The opcode and content of each frame.
    var frames: [(UInt8, String)] { raw.map { ($0.0, String(decoding: $0.1, as: UTF8.self)) } }
    var raw: [(UInt8, [UInt8])] { state.withLock { Self.frames($0.sent) } }

    func untilFrames(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if Self.frames(state.sent).count >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func take(_ bytes: [UInt8]) {
        let waiters = state.withLock { state in
            state.sent += bytes
            let count = Self.frames(state.sent).count
            let waiters = state.waiters.filter { $0.count <= count }
            state.waiters.removeAll { $0.count <= count }
            return waiters.map(\.1)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Parses a client's frames, which are masked (RFC 6455 §5.3) and short here.
    private static func frames(_ bytes: [UInt8]) -> [(UInt8, [UInt8])] {
        var rest = bytes[...]
        var frames: [(UInt8, [UInt8])] = []
        while rest.count >= 6, let opcode = rest.popFirst(), let second = rest.popFirst(), second & 0x80 != 0 {
            var length = Int(second & 0x7F)
            if length == 126, let high = rest.popFirst(), let low = rest.popFirst() {
                length = Int(high) << 8 | Int(low)
            }
            let mask = Array(rest.prefix(4))
            rest = rest.dropFirst(4)
            guard rest.count >= length else { break }
            let content = rest.prefix(length).enumerated().map { $0.element ^ mask[$0.offset % 4] }
            rest = rest.dropFirst(length)
            frames.append((opcode & 0x0F, content))
        }
        return frames
    }
}
