import Synchronization

/// One request, or one conversation with a mail server, in progress: the engine's thread adds what arrives, and the caller waits for it.
final class Exchange: Sendable {
    enum Kind: Sendable {
        /// A request whose answer is collected or, if it is streamed, read piece by piece.
        case request(HTTPRequest, isStreaming: Bool)
        /// A request after which another protocol's bytes go both ways if the server agrees. The exchange handles the HTTP heads itself.
        case upgrade(HTTPRequest)
        /// A dialogue with a mail server, after which bytes may go both ways.
        case mail(url: String, MailPlace.Security)
    }

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

    struct State {
        var head = HeadReader()
        /// The dialogue with a mail server; nil for HTTP.
        var talk: MailTalk?
        var body: [UInt8] = []
        var received = 0
        var lastByte: ContinuousClock.Instant?
        var isPaused = false
        /// The bytes to send over a line: the head of a request or a mail server's dialogue, then the owner's bytes.
        var outgoing = ByteQueue()
        var outcome: Result<Void, TransportError>?
        fileprivate var waiters: [(need: Need, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// How many bytes of a streamed body are buffered for a slow reader.
    private static let streamBuffer = 256 << 10

    let kind: Kind
    let target: RequestTarget
    private let state: Mutex<State>

    init(_ request: HTTPRequest, to target: RequestTarget, isStreaming: Bool) {
        kind = .request(request, isStreaming: isStreaming)
        self.target = target
        state = Mutex(State())
    }

    init(upgrading request: HTTPRequest, to target: RequestTarget) {
        kind = .upgrade(request)
        self.target = target
        state = Mutex(State())
        post(UpgradeRequest(request, target).bytes)
    }

    init(_ dialogue: some MailDialogue, with target: RequestTarget, _ security: MailPlace.Security) {
        kind = .mail(url: dialogue.url(of: target, security), security)
        self.target = target
        state = Mutex(State(talk: MailTalk(dialogue)))
    }
}

extension Exchange {
    var url: String {
        switch kind {
        case .request(let request, _), .upgrade(let request): request.url
        case .mail(let url, _): url
        }
    }

    /// Nil for a mail server.
    var request: HTTPRequest? {
        switch kind {
        case .request(let request, _), .upgrade(let request): request
        case .mail: nil
        }
    }

    /// Whether the reader may be slower than the server.
    var isStreaming: Bool {
        if case .request(_, let isStreaming) = kind { isStreaming } else { true }
    }

    /// Whether it may last, and counts against no other request's limit.
    var waitsOnPurpose: Bool { request?.waitsOnPurpose ?? true }

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
            guard state.talk?.overhear(line) ?? state.head.read(line) else {
                state.outcome = .failure(.tooLarge)
                return .stop
            }
            return .taken
        }
    }

    /// Over a line, the head of the answer or the dialogue arrives as ordinary bytes before the body.
    func receiveBody(_ bytes: some Collection<UInt8>) -> Verdict {
        change { state in
            guard state.outcome == nil else { return .stop }
            state.lastByte = .now
            guard !state.isOpen(kind) else { return keep(bytes, in: &state) }
            switch state.open(kind, with: bytes) {
            case .goesOn: return .taken
            case .ended: return .stop
            case .over(let rest): return rest.isEmpty ? .taken : keep(rest, in: &state)
            }
        }
    }

    private func keep(_ bytes: some Collection<UInt8>, in state: inout State) -> Verdict {
        if isStreaming, state.body.count >= Exchange.streamBuffer {
            state.isPaused = true
            return .pause
        }
        guard bytes.count <= (request?.maxResponseBytes ?? .max) - state.received else {
            state.outcome = .failure(.tooLarge)
            return .stop
        }
        state.received += bytes.count
        state.body.append(contentsOf: bytes)
        request?.meter?.received(state.received)
        return .taken
    }
}

extension Exchange {
    /// Ends the exchange if the server reads nothing: one that goes on asking for answers would fill the memory with them.
    func post(_ bytes: [UInt8]) {
        change { state in
            guard state.outcome == nil else { return }
            guard state.outgoing.count <= kind.longestOutgoing else {
                state.outgoing.removeAll()
                state.outcome = .failure(.unreachable(detail: "the server takes nothing"))
                return
            }
            state.outgoing.append(bytes)
        }
    }

    /// - Returns: the number of bytes written.
    func give(_ room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        change { $0.give(room) }
    }

    /// What a dialogue with a mail server led to. Call after the wait for its end or, for an open connection, for the head.
    func mailEnd() -> MailDialogueEnd {
        state.withLock { $0.mailEnd }
    }

    /// Nil once there is no dialogue, or for HTTP.
    var pace: MailDialoguePace? { state.withLock { $0.pace } }

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

extension Exchange.Kind {
    /// How many bytes may wait for a server to take them when there is more to send. A mail server is sent whole messages.
    fileprivate var longestOutgoing: Int {
        if case .mail = self { 128 << 20 } else { 8 << 20 }
    }
}

extension Exchange.State {
    fileprivate func meets(_ need: Exchange.Need) -> Bool {
        if outcome != nil { return true }
        return switch need {
        case .head: head.isComplete || talk?.isSignedIn ?? false
        case .piece: !body.isEmpty
        case .end: false
        }
    }
}
