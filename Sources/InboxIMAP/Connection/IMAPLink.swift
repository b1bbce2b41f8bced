import InboxModel
import InboxRemote
import Synchronization

/// Both directions of a connection. A task reads what comes, at any time; one command at a time takes the responses.
final class IMAPLink: Sendable {
    /// How long the server may be silent during a command.
    static let patience: Duration = .seconds(60)

    struct End: Sendable {
        static let silent = End(reason: .unreachable(detail: "the server does not answer"), finding: .silent)

        var reason: RemoteError.Reason
        var finding: RemoteError.Finding?
    }

    fileprivate struct State {
        var frames = FrameReader()
        var send: (@Sendable ([UInt8]) -> Void)?
        var reader: Task<Void, Never>?
        var arrived: [IMAPResponse] = []
        /// Whether a command takes responses.
        var isTaken = false
        var waiter: CheckedContinuation<Void, Never>?
        var isInterrupted = false
        var end: End?
        var lastByte: Duration = .zero
        /// How many bytes came since the command began.
        var received = 0
        var tags = 0
        var exists: UInt64 = 0
        var hasNews = false
    }

    let clock: any Clock<Duration>
    private let alerts: AlertBoard
    private let longestAnswer: Int
    private let timeline: Timeline
    private let state = Mutex(State())

    init(
        _ stream: ByteStream, clock: any Clock<Duration>, alerts: AlertBoard, longestAnswer: Int = ResponseLimits.answer
    ) {
        (self.clock, self.alerts, self.longestAnswer) = (clock, alerts, longestAnswer)
        timeline = Timeline(clock)
        let incoming = stream.incoming
        state.withLock { state in
            state.send = stream.send
            state.reader = Task { [weak self] in
                var end = End(reason: .unreachable(detail: "the server hung up"))
                do {
                    for try await bytes in incoming {
                        guard let self, self.receive(bytes) else { return }
                    }
                } catch {
                    end = Self.end(error)
                }
                self?.finish(end)
            }
        }
    }

    deinit { state.withLock { $0.reader }?.cancel() }

    var isOpen: Bool { state.withLock { $0.end == nil } }

    /// The number of messages in the opened folder.
    var exists: UInt64 { state.withLock { $0.exists } }

    /// Whether messages came, changed or went in the opened folder since `takeNews`.
    var hasNews: Bool { state.withLock { $0.hasNews } }

    func takeNews() -> Bool {
        state.withLock { state in
            defer { state.hasNews = false }
            return state.hasNews
        }
    }

    /// Ends the connection. What runs fails for this reason.
    func finish(_ end: End) {
        let (waiter, reader) = state.withLock { state in
            if state.end == nil { state.end = end }
            state.send = nil
            defer { (state.waiter, state.reader) = (nil, nil) }
            return (state.waiter, state.reader)
        }
        waiter?.resume()
        reader?.cancel()
    }

    /// Ends a wait for responses that may be interrupted, also the next one.
    func interrupt() {
        let waiter = state.withLock { state in
            state.isInterrupted = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}

// What commands use.
extension IMAPLink {
    /// Begins a command: from now on responses are kept for it.
    /// - Returns: tags for so many commands.
    func begin(_ count: Int, call: String) throws(RemoteError) -> [String] {
        if Task.isCancelled { throw RemoteError(.cancelled, call: call) }
        let now = timeline.now
        return try state.withLock { state throws(RemoteError) in
            if let end = state.end { throw Self.error(end, call: call, isLater: true) }
            (state.arrived, state.isTaken, state.lastByte, state.received) = ([], true, now, 0)
            state.tags += count
            return (state.tags - count + 1...state.tags).map { "A\($0)" }
        }
    }

    func end() { state.withLock { ($0.arrived, $0.isTaken) = ([], false) } }

    func send(_ bytes: [UInt8]) { state.withLock { $0.send }?(bytes) }

    /// Waits for responses. Cancelling the task ends the connection.
    /// - Returns: empty if it was interrupted, perhaps otherwise too.
    func next(call: String, untilInterrupted: Bool = false) async throws(RemoteError) -> [IMAPResponse] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if !state.arrived.isEmpty || state.end != nil || untilInterrupted && state.isInterrupted {
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            finish(End(reason: .cancelled))
        }
        return try state.withLock { state throws(RemoteError) in
            if state.arrived.isEmpty {
                if let end = state.end { throw Self.error(end, call: call, isLater: false) }
                if untilInterrupted { state.isInterrupted = false }
            }
            defer { state.arrived = [] }
            return state.arrived
        }
    }

    /// Ends the connection when nothing comes for so long. The task must be cancelled at the end of the command.
    func watch(_ patience: Duration) -> Task<Void, Never> {
        state.withLock { [now = timeline.now] in $0.lastByte = now }
        return Task { [weak self, clock, timeline] in
            while !Task.isCancelled {
                guard let last = self?.state.withLock({ $0.lastByte }) else { return }
                let left = patience - (timeline.now - last)
                guard left > .zero else {
                    self?.finish(.silent)
                    return
                }
                try? await clock.wait(left)
            }
        }
    }
}

private extension IMAPLink {
    /// - Returns: whether more may come.
    func receive(_ bytes: [UInt8]) -> Bool {
        let now = timeline.now
        var end: End?
        let waiter = state.withLock { state in
            state.lastByte = now
            state.received += bytes.count
            do throws(MalformedAnswer) {
                if state.isTaken, state.received > longestAnswer {
                    throw MalformedAnswer(detail: "the answer does not end")
                }
                for frame in try state.frames.feed(bytes) {
                    let response = try IMAPResponse(frame)
                    state.note(response)
                    if let alert = response.alert { alerts.add(alert) }
                    if case .condition(let condition) = response, condition.kind == .bye {
                        end = End(reason: .unreachable(detail: RefusalJudge.message(condition)))
                        break
                    }
                    if state.isTaken { state.arrived.append(response) }
                }
            } catch {
                end = End(reason: .unreadableAnswer(detail: error.detail))
            }
            guard !state.arrived.isEmpty else { return nil as CheckedContinuation<Void, Never>? }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
        if let end { finish(end) }
        return end == nil
    }

    static func end(_ error: any Error) -> End {
        guard let error = error as? TransportError else { return End(reason: .unreachable(detail: "\(error)")) }
        return End(reason: RefusalJudge.reason(error), finding: error == .timedOut ? .silent : nil)
    }

    /// - Parameter isLater: whether the connection ended before this call. Another caller's cancellation is not this one's.
    static func error(_ end: End, call: String, isLater: Bool) -> RemoteError {
        if end.reason == .cancelled, isLater || !Task.isCancelled {
            return RemoteError(.unreachable(detail: "the connection was closed"), call: call)
        }
        return RemoteError(end.reason, call: call, finding: end.finding)
    }
}

extension IMAPLink.State {
    fileprivate mutating func note(_ response: IMAPResponse) {
        switch response {
        case .exists(let count):
            if count != exists { hasNews = true }
            exists = count
        case .expunge:
            if exists > 0 { exists -= 1 }
            hasNews = true
        case .fetch, .vanished: hasNews = true
        default: break
        }
    }
}
