import CCurl

/// Translates a request for libcurl. Only the engine's thread may use it.
enum CurlTransfer {
    /// For how long libcurl keeps a connection that nobody uses.
    private static let longestIdle = Duration.seconds(118)

    /// Returns nil if libcurl rejects the request.
    /// - Parameter doubt: how long ago the connections of that time were doubted; nil if they were not.
    static func start(
        _ exchange: Exchange, in multi: OpaquePointer, _ settings: CurlEngine.Settings, doubtedFor doubt: Duration?
    ) -> OpaquePointer? {
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        guard
            let transfer = ccurl_transfer_create(
                exchange.url, exchange.target.isPlain, exchange.request?.allowsPlain ?? false, context, receiveHeader,
                receiveBody)
        else { return nil }
        ccurl_transfer_set_connect_timeout(transfer, Int(clamping: settings.connectTimeout.milliseconds))
        guard prepare(transfer, for: exchange, doubtedFor: doubt),
            settings.certificateFile.map({ ccurl_transfer_set_certificates(transfer, $0) }) ?? true,
            ccurl_multi_add(multi, transfer)
        else {
            ccurl_transfer_destroy(transfer)
            return nil
        }
        return transfer
    }

    private static func prepare(_ transfer: OpaquePointer, for exchange: Exchange, doubtedFor doubt: Duration?) -> Bool
    {
        switch exchange.kind {
        case .request(let request, _):
            choose(connection: transfer, for: request, doubtedFor: doubt)
            return setHeaders(of: request, on: transfer) && setBody(of: request, on: transfer)
                && (!request.isPublicOnly || ccurl_transfer_set_public_only(transfer))
        case .upgrade(let request):
            return ccurl_transfer_set_line(transfer, giveBytes)
                && (!request.isPublicOnly || ccurl_transfer_set_public_only(transfer))
        case .mail(_, let security):
            return ccurl_transfer_set_line(transfer, giveBytes)
                && (security != .startTLS || ccurl_transfer_set_tls_upgrade(transfer))
        }
    }

    private static func choose(
        connection transfer: OpaquePointer, for request: HTTPRequest, doubtedFor doubt: Duration?
    ) {
        // libcurl counts in whole seconds.
        if !request.isRepeatable || doubt.map({ $0 < .seconds(2) }) ?? false {
            ccurl_transfer_set_fresh_connection(transfer)
        } else if let doubt, doubt < longestIdle {
            ccurl_transfer_set_longest_idle(transfer, Int(doubt.components.seconds) - 1)
        }
    }

    private static func setHeaders(of request: HTTPRequest, on transfer: OpaquePointer) -> Bool {
        var lines = request.headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        if request.headers["User-Agent"] == nil { lines.append("User-Agent: Maraca") }
        // libcurl would declare a body without a type as a form, and wait a second for permission to send a long one.
        if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
        lines.append("Expect:")
        return lines.allSatisfy { ccurl_transfer_add_header(transfer, $0) }
    }

    private static func setBody(of request: HTTPRequest, on transfer: OpaquePointer) -> Bool {
        let needsBody = request.method == .post || request.method == .put || request.method == .patch
        if let body = request.body ?? (needsBody ? [] : nil),
            !body.withUnsafeBufferPointer({ ccurl_transfer_set_body(transfer, $0.baseAddress, $0.count) })
        {
            return false
        }
        return ccurl_transfer_set_method(transfer, request.method.rawValue)
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
