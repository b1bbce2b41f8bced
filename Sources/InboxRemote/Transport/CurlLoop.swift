import CCurl

/// What the engine's thread does, turn after turn. Belongs to that thread alone.
struct CurlLoop {
    static let connectionsPerHost = 5
    /// Requests that wait on purpose (long polls, event streams) leave one connection to a host to the others.
    private static let patientPerHost = 4
    /// From this timeout on a request counts as waiting on purpose.
    private static let patience: Duration = .seconds(60)
    /// The longest sleep: there is nothing to do then, but clocks may be wrong.
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

    init(multi: OpaquePointer, settings: CurlEngine.Settings) {
        self.multi = multi
        self.settings = settings
    }

    /// Carries out orders, moves every transfer on, and sleeps until there is more to do.
    mutating func turn(_ orders: [CurlEngine.Order]) {
        for order in orders {
            switch order {
            case .start(let exchange): waiting.append(exchange)
            case .drop(let exchange): drop(exchange)
            case .resume(let exchange):
                if let running = running[ObjectIdentifier(exchange)] { ccurl_transfer_resume(running.transfer) }
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
        let sameHost = running.values.filter { $0.exchange.target == exchange.target }
        guard sameHost.count < CurlLoop.connectionsPerHost else { return false }
        return !isPatient(exchange) || sameHost.count(where: { isPatient($0.exchange) }) < CurlLoop.patientPerHost
    }

    func isPatient(_ exchange: Exchange) -> Bool {
        exchange.isStreaming || exchange.request.timeout > CurlLoop.patience
    }

    mutating func start(_ exchange: Exchange) {
        guard let transfer = makeTransfer(exchange) else {
            return exchange.finish(.failure(.unreachable(detail: "libcurl takes no request")))
        }
        let now = ContinuousClock.now
        running[ObjectIdentifier(exchange)] = Running(
            exchange: exchange, transfer: transfer, startedAt: now, lastUpload: now)
    }

    func makeTransfer(_ exchange: Exchange) -> OpaquePointer? {
        let request = exchange.request
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        guard
            let transfer = ccurl_transfer_create(
                request.url, exchange.target.isPlain, request.allowsPlain, context, receiveHeader, receiveBody)
        else { return nil }
        ccurl_transfer_set_connect_timeout(transfer, Int(clamping: settings.connectTimeout.milliseconds))
        if !request.isRepeatable { ccurl_transfer_set_fresh_connection(transfer) }
        let isReady =
            exchange.isLine
            ? ccurl_transfer_set_line(transfer, giveBytes)
            : setHeaders(of: request, on: transfer) && setBody(of: request, on: transfer)
        guard isReady,
            !request.isPublicOnly || ccurl_transfer_set_public_only(transfer),
            settings.certificateFile.map({ ccurl_transfer_set_certificates(transfer, $0) }) ?? true,
            ccurl_multi_add(multi, transfer)
        else {
            ccurl_transfer_destroy(transfer)
            return nil
        }
        return transfer
    }

    func setHeaders(of request: HTTPRequest, on transfer: OpaquePointer) -> Bool {
        var lines = request.headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        if request.headers["User-Agent"] == nil { lines.append("User-Agent: Maraca") }
        // libcurl would make a form of a body without a type, and wait a second for leave to send a long one.
        if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
        lines.append("Expect:")
        return lines.allSatisfy { ccurl_transfer_add_header(transfer, $0) }
    }

    func setBody(of request: HTTPRequest, on transfer: OpaquePointer) -> Bool {
        let needsBody = request.method == .post || request.method == .put || request.method == .patch
        if let body = request.body ?? (needsBody ? [] : nil),
            !body.withUnsafeBufferPointer({ ccurl_transfer_set_body(transfer, $0.baseAddress, $0.count) })
        {
            return false
        }
        return ccurl_transfer_set_method(transfer, request.method.rawValue)
    }
}

private extension CurlLoop {
    mutating func drop(_ exchange: Exchange) {
        waiting.removeAll { $0 === exchange }
        if let entry = running.removeValue(forKey: ObjectIdentifier(exchange)) { remove(entry) }
    }

    func noteUploads() {
        for entry in running.values {
            guard let meter = entry.exchange.request.meter, meter.direction == .upload else { continue }
            meter.sent(Int(ccurl_transfer_uploaded(entry.transfer)))
        }
    }

    mutating func collectFinished() {
        var outcome = CCURL_DONE
        while let context = ccurl_multi_next_finished(multi, &outcome) {
            let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
            guard let entry = running.removeValue(forKey: ObjectIdentifier(exchange)) else { continue }
            let result = result(of: outcome, transfer: entry.transfer)
            remove(entry)
            exchange.finish(result)
        }
    }

    func result(of outcome: ccurl_outcome, transfer: OpaquePointer) -> Result<Void, TransportError> {
        let words = ccurl_transfer_message(transfer).map { String(cString: $0) } ?? ""
        return switch outcome {
        case CCURL_DONE: .success(())
        case CCURL_TIMED_OUT: .failure(.timedOut)
        case CCURL_INSECURE: .failure(.insecure(detail: words))
        case CCURL_BAD_URL: .failure(.badURL)
        // The exchange has said why already; this is for none.
        case CCURL_STOPPED: .failure(.cancelled)
        default: .failure(.unreachable(detail: words))
        }
    }

    func remove(_ entry: Running) {
        ccurl_multi_remove(multi, entry.transfer)
        ccurl_transfer_destroy(entry.transfer)
    }

    /// Ends what has been silent for too long, and tells how long nothing else can become so.
    mutating func expire() -> Duration {
        let now = ContinuousClock.now
        var next = now + CurlLoop.longestSleep
        for (key, entry) in running {
            guard let deadline = deadline(of: entry) else { continue }
            if deadline > now {
                next = min(next, deadline)
                continue
            }
            let uploaded = ccurl_transfer_uploaded(entry.transfer)
            if uploaded > entry.uploaded, now < entry.startedAt + entry.exchange.request.totalTimeout {
                running[key]?.uploaded = uploaded
                running[key]?.lastUpload = now
                next = min(next, now + .seconds(1))
                continue
            }
            running[key] = nil
            remove(entry)
            entry.exchange.finish(.failure(.timedOut))
            next = now
        }
        return next - now
    }

    /// Nil for a transfer that waits for its own reader.
    private func deadline(of entry: Running) -> ContinuousClock.Instant? {
        let progress = entry.exchange.progress
        let request = entry.exchange.request
        if progress.isPaused { return nil }
        let lastByte = max(progress.lastByte ?? entry.startedAt, entry.lastUpload)
        // A stream's reader says itself how much silence is usual there.
        let idleTimeout = entry.exchange.isStreaming ? max(settings.idleTimeout, request.timeout) : settings.idleTimeout
        let silence = lastByte + (progress.hasHead ? idleTimeout : request.timeout)
        return entry.exchange.isStreaming ? silence : min(silence, entry.startedAt + request.totalTimeout)
    }
}

private func receiveHeader(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ length: Int
) -> ccurl_verdict {
    guard let context, let bytes else { return CCURL_STOP }
    let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    return exchange.receiveHeader(UnsafeBufferPointer(start: bytes, count: length)).forCurl
}

private func receiveBody(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ length: Int
) -> ccurl_verdict {
    guard let context, let bytes else { return CCURL_STOP }
    let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    return exchange.receiveBody(UnsafeBufferPointer(start: bytes, count: length)).forCurl
}

private func giveBytes(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ room: Int) -> Int {
    guard let context, let bytes else { return 0 }
    let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    return exchange.give(UnsafeMutableBufferPointer(start: bytes, count: room))
}

extension Exchange.Verdict {
    fileprivate var forCurl: ccurl_verdict {
        switch self {
        case .taken: CCURL_TAKEN
        case .pause: CCURL_PAUSE
        case .stop: CCURL_STOP
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds.multipliedReportingOverflow(by: 1000).partialValue
            + components.attoseconds / 1_000_000_000_000_000
    }
}
