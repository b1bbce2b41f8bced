import CCurl

/// The work of the engine's thread, in turns. Only that thread may use it.
struct CurlLoop {
    /// For requests that expect an answer at once: HTTP/1.1 servers handle one per connection.
    private static let requestsPerHost = 5
    /// For streamed files, which may take hours. The other slots remain for requests that somebody waits for.
    private static let filesPerHost = 2
    /// For requests that wait on purpose (long polls, event streams), one or two per account, and mail connections. They block no others.
    private static let listenersPerHost = 32
    static let connectionsPerHost = requestsPerHost + listenersPerHost
    /// The longest sleep. Nothing is due then, but clocks may be wrong.
    private static let longestSleep: Duration = .seconds(600)

    fileprivate struct Running {
        let exchange: Exchange
        let transfer: OpaquePointer
        let startedAt: ContinuousClock.Instant
        var lastUpload: ContinuousClock.Instant
        var uploaded: Int64 = 0
    }

    private let multi: OpaquePointer
    private let settings: CurlEngine.Settings
    private var waiting: [Exchange] = []
    private var running: [ObjectIdentifier: Running] = [:]
    /// Since when no older connection is trusted to be alive.
    private var doubtedAt: ContinuousClock.Instant?

    init(multi: OpaquePointer, settings: CurlEngine.Settings) {
        self.multi = multi
        self.settings = settings
    }

    /// Executes orders, advances every transfer, and sleeps until there is more to do.
    mutating func turn(_ orders: [CurlEngine.Order]) {
        for order in orders {
            switch order {
            case .start(let exchange): waiting.append(exchange)
            case .drop(let exchange): drop(exchange)
            case .resume(let exchange):
                if let running = running[ObjectIdentifier(exchange)] { ccurl_transfer_resume(running.transfer) }
            case .doubtConnections: doubtedAt = .now
            }
        }
        startWaiting()
        ccurl_multi_perform(multi)
        noteUploads()
        collectFinished()
        startWaiting()
        let pause = expire()
        ccurl_multi_poll(multi, Int32(clamping: pause.milliseconds + 1))
    }

    mutating func end() {
        for exchange in waiting { exchange.finish(.failure(.cancelled)) }
        for entry in running.values {
            remove(entry)
            entry.exchange.finish(.failure(.cancelled))
        }
        waiting = []
        running = [:]
    }
}

private extension CurlLoop {
    mutating func startWaiting() {
        guard !waiting.isEmpty else { return }
        var still: [Exchange] = []
        for exchange in waiting where !exchange.isFinished {
            if hasRoom(for: exchange) {
                start(exchange)
            } else {
                still.append(exchange)
            }
        }
        waiting = still
    }

    func hasRoom(for exchange: Exchange) -> Bool {
        let sameHost = running.values.lazy.map(\.exchange).filter { $0.target == exchange.target }
        if exchange.waitsOnPurpose {
            return sameHost.count(where: \.waitsOnPurpose) < CurlLoop.listenersPerHost
        }
        let others = sameHost.filter { !$0.waitsOnPurpose }
        if exchange.isStreaming, others.count(where: \.isStreaming) >= CurlLoop.filesPerHost { return false }
        return others.count(where: { _ in true }) < CurlLoop.requestsPerHost
    }

    mutating func start(_ exchange: Exchange) {
        let now = ContinuousClock.now
        guard let transfer = CurlTransfer.start(exchange, in: multi, settings, doubtedFor: doubtedAt.map { now - $0 })
        else {
            return exchange.finish(.failure(.unreachable(detail: "libcurl takes no request")))
        }
        running[ObjectIdentifier(exchange)] = Running(
            exchange: exchange, transfer: transfer, startedAt: now, lastUpload: now)
    }
}

private extension CurlLoop {
    mutating func drop(_ exchange: Exchange) {
        waiting.removeAll { $0 === exchange }
        if let entry = running.removeValue(forKey: ObjectIdentifier(exchange)) { remove(entry) }
    }

    mutating func noteUploads() {
        for (key, entry) in running {
            let uploaded = ccurl_transfer_uploaded(entry.transfer)
            guard uploaded > entry.uploaded else { continue }
            running[key]?.uploaded = uploaded
            running[key]?.lastUpload = .now
            if let meter = entry.exchange.request?.meter, meter.direction == .upload { meter.sent(Int(uploaded)) }
        }
    }

    mutating func collectFinished() {
        var outcome = CCURL_DONE
        while let context = ccurl_multi_next_finished(multi, &outcome) {
            let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
            guard let entry = running.removeValue(forKey: ObjectIdentifier(exchange)) else { continue }
            let result = result(of: outcome, entry)
            remove(entry)
            exchange.finish(result)
        }
    }

    func result(of outcome: ccurl_outcome, _ entry: Running) -> Result<Void, TransportError> {
        let words = ccurl_transfer_message(entry.transfer).map { String(cString: $0) } ?? ""
        return switch outcome {
        case CCURL_DONE: .success(())
        case CCURL_TIMED_OUT: .failure(.timedOut)
        case CCURL_INSECURE: .failure(.insecure(detail: words))
        case CCURL_BAD_URL: .failure(.badURL)
        // The exchange has already set the actual reason.
        case CCURL_STOPPED: .failure(.cancelled)
        case CCURL_NO_NAME, CCURL_NO_CONNECTION:
            .failure(
                ccurl_transfer_has_sent(entry.transfer)
                    ? .unreachable(detail: words)
                    : .unconnected(detail: Self.why(outcome, entry.exchange.target, words)))
        case CCURL_NOT_HTTP where entry.exchange.request != nil:
            .failure(.unreachable(detail: "the answer is not HTTP"))
        default: .failure(.unreachable(detail: words))
        }
    }

    /// - Parameter words: libcurl's own, which say more if it is a proxy that cannot be reached.
    private static func why(_ outcome: ccurl_outcome, _ target: RequestTarget, _ words: String) -> String {
        guard words.contains(target.host) else { return words }
        return outcome == CCURL_NO_NAME ? "the name \(target.host) is not found" : "no connection to \(target.place)"
    }

    func remove(_ entry: Running) {
        ccurl_multi_remove(multi, entry.transfer)
        ccurl_transfer_destroy(entry.transfer)
    }

    /// Ends transfers that were silent for too long, and returns the time until the next one can be.
    mutating func expire() -> Duration {
        let now = ContinuousClock.now
        var next = now + CurlLoop.longestSleep
        for (key, entry) in running {
            guard let deadline = deadline(of: entry) else { continue }
            if deadline > now {
                next = min(next, deadline)
                continue
            }
            running[key] = nil
            remove(entry)
            entry.exchange.finish(.failure(.timedOut))
            // What ended this one may have ended those that are idle, too.
            doubtedAt = now
            next = now
        }
        return next - now
    }

    /// Returns nil for a transfer that waits for its reader.
    private func deadline(of entry: Running) -> ContinuousClock.Instant? {
        guard let request = entry.exchange.request else { return mailDeadline(of: entry) }
        let progress = entry.exchange.progress
        if progress.isPaused { return nil }
        let lastByte = max(progress.lastByte ?? entry.startedAt, entry.lastUpload)
        // The reader of a stream decides how much silence is normal.
        let idleTimeout = entry.exchange.isStreaming ? max(settings.idleTimeout, request.timeout) : settings.idleTimeout
        let silence = lastByte + (progress.hasHead ? idleTimeout : request.timeout)
        return entry.exchange.isStreaming ? silence : min(silence, entry.startedAt + request.totalTimeout)
    }

    /// Returns nil for an open connection: silence is normal there.
    private func mailDeadline(of entry: Running) -> ContinuousClock.Instant? {
        let lastByte = entry.exchange.progress.lastByte ?? entry.startedAt
        return switch entry.exchange.pace {
        // Some servers delay the refusal of a wrong password for as long as connecting may take.
        case .signingIn: entry.startedAt + settings.connectTimeout * 2
        case .talking: lastByte + settings.idleTimeout
        case .deciding: lastByte + settings.idleTimeout * 10
        case nil: nil
        }
    }
}

extension Duration {
    var milliseconds: Int64 {
        components.seconds.multipliedReportingOverflow(by: 1000).partialValue
            + components.attoseconds / 1_000_000_000_000_000
    }
}
