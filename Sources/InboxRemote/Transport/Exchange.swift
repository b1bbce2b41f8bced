import Synchronization

/// One request in progress: the engine's thread adds what arrives, and the caller waits for it.
final class Exchange: Sendable {
    enum Need {
        case head, piece, end
    }

    enum Verdict {
        case taken, pause, stop
    }

    /// The state by which the engine detects that a server has fallen silent.
    struct Progress {
        var lastByte: ContinuousClock.Instant?
        var hasHead: Bool
        var isPaused: Bool
    }

    fileprivate struct State {
        var head = HeadReader()
        var body: [UInt8] = []
        var received = 0
        var lastByte: ContinuousClock.Instant?
        var isPaused = false
        /// The bytes to send over an upgraded connection: the head of the request, then the other protocol.
        var outgoing: [UInt8] = []
        var outcome: Result<Void, TransportError>?
        var waiters: [(need: Need, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// How many bytes of a streamed body are buffered for a slow reader.
    private static let streamBuffer = 256 << 10
    /// How many bytes may wait for a server to take them when there is more to send.
    private static let longestOutgoing = 8 << 20

    let request: HTTPRequest
    let target: RequestTarget
    let isStreaming: Bool
    /// Whether another protocol's bytes go both ways once the server agrees. The exchange then handles the HTTP heads itself.
    let isLine: Bool
    private let state = Mutex(State())

    init(request: HTTPRequest, target: RequestTarget, isStreaming: Bool, isLine: Bool) {
        self.request = request
        self.target = target
        self.isStreaming = isStreaming
        self.isLine = isLine
        if isLine { post(UpgradeRequest(request, target).bytes) }
    }
}

extension Exchange {
    func wait(for need: Need) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if state.meets(need) { return true }
                state.waiters.append((need, continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }

    /// Call after the wait for the end.
    func response() -> Result<HTTPResponse, TransportError> {
        state.withLock { state in
            switch state.outcome {
            case .failure(let error): .failure(error)
            case .success, nil:
                state.head.value.map { .success(HTTPResponse(head: $0, body: state.body)) }
                    ?? .failure(.unreachable(detail: "the answer has no status line"))
            }
        }
    }

    /// Call after the wait for the head.
    func head() -> Result<HTTPResponseHead, TransportError> {
        state.withLock { state in
            if case .failure(let error) = state.outcome { return .failure(error) }
            return state.head.value.map { .success($0) }
                ?? .failure(.unreachable(detail: "the answer has no status line"))
        }
    }

    /// Returns the received bytes, nil at the end, and whether to resume the transfer. Call after the wait for a piece.
    func takePiece() throws(TransportError) -> (piece: [UInt8]?, wasPaused: Bool) {
        let taken: Result<(piece: [UInt8]?, wasPaused: Bool), TransportError> = state.withLock { state in
            if case .failure(.cancelled) = state.outcome { return .failure(.cancelled) }
            guard !state.body.isEmpty else {
                return state.outcome.map { $0.map { (nil, false) } } ?? .success(([], false))
            }
            defer {
                state.body = []
                state.isPaused = false
            }
            // A pause of the reader does not count as silence of the server.
            if state.isPaused { state.lastByte = .now }
            return .success((state.body, state.isPaused))
        }
        return try taken.get()
    }
}

extension Exchange {
    var isFinished: Bool {
        state.withLock { $0.outcome != nil }
    }

    var progress: Progress {
        state.withLock { Progress(lastByte: $0.lastByte, hasHead: $0.head.isComplete, isPaused: $0.isPaused) }
    }

    /// Sets the outcome, unless there is one.
    func finish(_ outcome: Result<Void, TransportError>) {
        change { state in
            if state.outcome == nil { state.outcome = outcome }
        }
    }

    func receiveHeader(_ line: some Collection<UInt8>) -> Verdict {
        change { state in
            guard state.outcome == nil else { return .stop }
            state.lastByte = .now
            guard state.head.read(line) else {
                state.outcome = .failure(.tooLarge)
                return .stop
            }
            return .taken
        }
    }

    /// In an upgrade, the head of the answer arrives as ordinary bytes before the body.
    func receiveBody(_ bytes: some Collection<UInt8>) -> Verdict {
        change { state in
            guard state.outcome == nil else { return .stop }
            state.lastByte = .now
            if !isLine || state.head.isComplete { return keep(bytes, in: &state) }
            guard let rest = state.head.read(pieces: bytes) else {
                state.outcome = .failure(.tooLarge)
                return .stop
            }
            guard let head = state.head.value else { return .taken }
            guard head.status == 101 else {
                // Nothing more is requested over this connection.
                state.outcome = .success(())
                return .stop
            }
            return rest.isEmpty ? .taken : keep(rest, in: &state)
        }
    }

    private func keep(_ bytes: some Collection<UInt8>, in state: inout State) -> Verdict {
        if isStreaming, state.body.count >= Exchange.streamBuffer {
            state.isPaused = true
            return .pause
        }
        guard bytes.count <= request.maxResponseBytes - state.received else {
            state.outcome = .failure(.tooLarge)
            return .stop
        }
        state.received += bytes.count
        state.body.append(contentsOf: bytes)
        request.meter?.received(state.received)
        return .taken
    }

    /// Ends the exchange if the server reads nothing: one that goes on asking for answers would fill the memory with them.
    func post(_ bytes: [UInt8]) {
        change { state in
            guard state.outcome == nil else { return }
            guard state.outgoing.count <= Exchange.longestOutgoing else {
                state.outgoing = []
                state.outcome = .failure(.unreachable(detail: "the server takes nothing"))
                return
            }
            state.outgoing += bytes
        }
    }

    /// - Returns: the number of bytes written.
    func give(_ room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        state.withLock { state in
            let count = min(room.count, state.outgoing.count)
            _ = room.update(fromContentsOf: state.outgoing[..<count])
            state.outgoing.removeFirst(count)
            return count
        }
    }

    private func change<T: Sendable>(_ body: (inout State) -> T) -> T {
        let (result, met) = state.withLock { state in
            let result = body(&state)
            let met = state.waiters.filter { state.meets($0.need) }.map(\.continuation)
            if !met.isEmpty {
                let still = state.waiters.filter { !state.meets($0.need) }
                state.waiters = still
            }
            return (result, met)
        }
        for continuation in met { continuation.resume() }
        return result
    }
}

extension Exchange.State {
    fileprivate func meets(_ need: Exchange.Need) -> Bool {
        if outcome != nil { return true }
        return switch need {
        case .head: head.isComplete
        case .piece: !body.isEmpty
        case .end: false
        }
    }
}
