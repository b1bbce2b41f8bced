import Synchronization

/// Listens to the server's WebSocket (RFC 8887) or event stream (RFC 8620 §7.3), from the first wait for changes until it is deallocated.
final class PushListener: Sendable {
    let board: NewsBoard
    private let task = Mutex<Task<Void, Never>?>(nil)
    let connection: PushConnection

    init(caller: JMAPCaller, clock: any Clock<Duration>) {
        board = NewsBoard(clock: clock)
        connection = PushConnection(caller: caller, board: board, clock: clock)
    }

    deinit { task.withLock { $0?.cancel() } }

    func start() {
        task.withLock { task in
            if task == nil { task = Task { [connection] in await connection.run() } }
        }
    }
}

/// Keeps one push connection open, and opens the next one when it ends.
struct PushConnection: Sendable {
    let caller: JMAPCaller
    let board: NewsBoard
    let clock: any Clock<Duration>
    /// Ends the pause between two connections.
    private let pauseEnds = Wake()

    /// Ends the pause before the next connection.
    func tryNow() { pauseEnds.wake() }

    enum End {
        /// `unreached`: there was no connection. `missing`: the session names no URL. `silent`: nothing ever arrived. `dead`: something
        /// arrived, and then nothing more.
        case refused, silent, dead, over, unreached, missing

        var isByWatchdog: Bool { self == .silent || self == .dead }
    }

    /// State shared by the reader and the watchdog of one stream.
    final class Pulse: Sendable {
        private let timeline: Timeline
        private let state: Mutex<(isOpen: Bool, beats: Int, lastAt: Duration, patience: Duration)>

        init(clock: any Clock<Duration>) {
            timeline = Timeline(clock)
            state = Mutex((false, 0, .zero, PushPlan.patience(interval: PushPlan.pingInterval)))
        }

        /// How often data arrived.
        var beats: Int { state.withLock { $0.beats } }

        /// Returns the meaning of a silence that was too long. A proxy that buffers incomplete responses also delays the head of a stream;
        /// a socket that never opened says nothing about its data.
        func end(of way: PushPlan.Way) -> End {
            state.withLock { $0.beats > 0 ? .dead : $0.isOpen || way != .socket ? .silent : .unreached }
        }

        /// The remaining time that silence is tolerated; not positive if it lasted too long.
        var left: Duration {
            let now = timeline.now
            return state.withLock { $0.lastAt + $0.patience - now }
        }

        func open() { state.withLock { $0.isOpen = true } }

        func beat() {
            let now = timeline.now
            state.withLock { state in
                state.beats += 1
                state.lastAt = now
            }
        }

        func setInterval(_ interval: Duration) {
            state.withLock { $0.patience = PushPlan.patience(interval: interval) }
        }
    }

    func run() async {
        while !Task.isCancelled {
            await listenWhileStreamsWork()
            // The server may support streams by now, or a proxy may be gone.
            await pauseEnds.wait(atMost: PushPlan.secondLook, clock: clock)
        }
    }

    /// Returns when only polling is left.
    func listenWhileStreamsWork() async {
        var plan = PushPlan(way: .socket)
        // Socket and stream mark their progress differently.
        var told: [PushPlan.Way: String] = [:]
        var wasLive = false
        while !Task.isCancelled, plan.way != .polling {
            let life = Timeline(clock)
            let way = plan.way
            let end = await listen(way, &told[way == .socket ? .socket : .stream])
            // A stream that breaks may mean that the server is gone, so it is asked. A server that is shutting down may still answer; the
            // next connection finds out.
            let (isLive, hadBeenLive) = (board.isLive, wasLive)
            wasLive = isLive
            board.isLive = false
            if isLive && end.isByWatchdog {
                caller.transport.doubtConnections()
                board.fellSilent()
            } else if isLive || hadBeenLive && end == .unreached {
                board.hint()
            }
            let random = Double.random(in: 0..<1)
            let delay: Duration
            switch end {
            case .missing:
                plan.missing()
                delay = .zero
            case .refused: delay = plan.refused(random: random)
            case .silent, .dead, .over, .unreached:
                delay = plan.ended(
                    wasOpen: end != .unreached, wasSilent: end == .silent, lived: life.now, random: random)
            }
            if delay > .zero { await pauseEnds.wait(atMost: delay, clock: clock) }
        }
    }

    private func listen(_ way: PushPlan.Way, _ lastID: inout String?) async -> End {
        let pulse = Pulse(clock: clock)
        let id = lastID
        let (end, newID) = await withTaskGroup(of: (End, String?).self) { group in
            group.addTask {
                way == .socket
                    ? await readSocket(pushState: id, pulse) : await read(way, lastID: id, pulse)
            }
            group.addTask { (await watch(pulse, way), nil) }
            let first = await group.next() ?? (.over, nil)
            group.cancelAll()
            return first
        }
        lastID = newID ?? lastID
        return end
    }

    /// Returns when nothing arrived for too long.
    private func watch(_ pulse: Pulse, _ way: PushPlan.Way) async -> End {
        while pulse.left > .zero, !Task.isCancelled { try? await clock.wait(pulse.left) }
        return pulse.end(of: way)
    }

    private func read(_ way: PushPlan.Way, lastID: String?, _ pulse: Pulse) async -> (End, String?) {
        guard (try? caller.gate.check("push")) != nil, let signedIn = try? await caller.keeper.current() else {
            return (.unreached, nil)
        }
        guard let request = request(signedIn, way, lastID: lastID) else { return (.missing, nil) }
        guard let (head, pieces) = try? await caller.transport.stream(request) else { return (.unreached, nil) }
        let type = head.headers["Content-Type"]?.lowercased() ?? ""
        guard head.status == 200, type.hasPrefix("text/event-stream") else { return (turnedAway(head), nil) }
        // The stream does not report what happened before it was open.
        pulse.open()
        board.isLive = true
        board.hint()
        var parser = EventStreamParser()
        var id: String?
        do {
            for try await piece in pieces {
                pulse.beat()
                for event in parser.read(piece) {
                    id = event.id ?? id
                    take(event, account: signedIn.session.account, pulse)
                }
            }
        } catch {
            return (.over, id)
        }
        return (.over, id)
    }

    /// Returns how to treat a stream that was not opened. If a new sign-in is required, a hint lets the user know at once, not with the
    /// next poll.
    func turnedAway(_ head: HTTPResponseHead) -> End {
        let isPassing = [401, 408, 429].contains(head.status) || head.status >= 500 && head.status != 501
        guard isPassing else { return .refused }
        _ = try? caller.judged(HTTPResponse(head: head, body: []), title: "push")
        if head.status == 401 { board.hint() }
        return .unreached
    }

    private func take(_ event: EventStreamParser.Event, account: String, _ pulse: Pulse) {
        switch event.name {
        case "ping": if let interval = Ping.interval(event.data) { pulse.setInterval(interval) }
        case "state":
            if let change = StateChange(event.data) { board.take(change, account: account) }
        default: break
        }
    }

    /// The types whose changes each sync reads, or looks for (what the server holds for later, and the identities). Data that is read
    /// when it is shown (quota, vacation reply) needs no push.
    static func types(_ session: Session) -> [String] {
        ["Mailbox", "Email"] + (session.capabilities.contains(.submission) ? ["EmailSubmission", "Identity"] : [])
            + (session.capabilities.contains(.contacts) ? ["ContactCard"] : [])
    }

    private func request(_ signedIn: SessionKeeper.SignedIn, _ way: PushPlan.Way, lastID: String?)
        -> HTTPRequest?
    {
        guard let template = signedIn.session.eventSourceURL else { return nil }
        let types = Self.types(signedIn.session).joined(separator: ",")
        let url = template.filled([
            "types": types, "closeafter": way == .stream ? "no" : "state",
            "ping": String(PushPlan.pingInterval.components.seconds),
        ])
        guard caller.isApproved(url) else { return nil }
        var headers: HTTPHeaders = [
            "Authorization": signedIn.credential.authorization, "Accept": "text/event-stream",
            "Cache-Control": "no-cache", "Accept-Encoding": "identity",
        ]
        if let lastID { headers["Last-Event-ID"] = lastID }
        // The watchdog knows better how much silence is normal.
        return HTTPRequest(
            url: url, headers: headers, timeout: .seconds(3600), maxResponseBytes: .max, waitsOnPurpose: true)
    }
}
