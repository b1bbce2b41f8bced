import Foundation

@testable import InboxServer

/// A plain HTTP client on its own socket and thread, because waiting threads of a shared pool would starve the server. It sends valid or
/// invalid bytes, and returns the answer byte by byte.
struct LoopbackClient: Sendable {
    struct Answer: Sendable {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONValue { JSONValue(reading: body) ?? .null }
    }

    struct ConnectionCut: Error {}
    struct CannotConnect: Error {}

    let port: Int
    var token: String?

    func get(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await call("GET", path, headers: headers)
    }

    func call(_ method: String, _ path: String, _ json: JSONValue) async throws -> Answer {
        try await call(method, path, body: json.bytes())
    }

    func call(_ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8]? = nil) async throws
        -> Answer
    {
        var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
        if let token { all["Authorization"] = "Bearer \(token)" }
        if let body { all["Content-Length"] = String(body.count) }
        all.merge(headers) { $1 }
        let lines = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.sorted()
        let head = "\(method) \(path) HTTP/1.1\r\n" + lines.joined() + "\r\n"
        return try await raw(Array(head.utf8) + (body ?? []))
    }

    /// Sends these bytes and reads until the server closes the connection.
    func raw(_ bytes: [UInt8]) async throws -> Answer {
        let port = port
        return try await Self.onThread {
            let socket = try Self.connect(port)
            defer { close(socket) }
            try Self.write(bytes, to: socket)
            return try Self.answer(Self.readAll(socket))
        }
    }

    /// Reads lines of a streamed body until `isEnough` or the end of the connection.
    func stream(
        _ path: String, until isEnough: @escaping @Sendable ([String]) -> Bool, then: (@Sendable () -> Void)? = nil
    ) async throws -> [String] {
        let head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token ?? "")\r\n\r\n"
        let port = port
        return try await Self.onThread {
            let socket = try Self.connect(port)
            defer { close(socket) }
            try Self.write(Array(head.utf8), to: socket)
            var bytes: [UInt8] = []
            var told = false
            while let more = Self.read(socket) {
                bytes += more
                let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
                guard let start = text.range(of: "\n\n") else { continue }
                if !told {
                    told = true
                    then?()
                }
                let lines = text[start.upperBound...].split(separator: "\n").map(String.init)
                if isEnough(lines) { return lines }
            }
            return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").split(separator: "\n")
                .map(String.init)
        }
    }

    /// Posts and reads at least `wanted` bytes, then hangs up. Returns the number of bytes read.
    func flood(_ path: String, body: [UInt8], atLeast wanted: Int) async throws -> Int {
        let head =
            "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token ?? "")\r\n"
            + "Content-Length: \(body.count)\r\n\r\n"
        let port = port
        return try await Self.onThread {
            let socket = try Self.connect(port)
            defer { close(socket) }
            try Self.write(Array(head.utf8) + body, to: socket)
            var count = 0
            while count < wanted, let more = Self.read(socket) { count += more.count }
            return count
        }
    }

    /// Connects, sends a request and hangs up without reading.
    func hangUp(after path: String) throws {
        let socket = try Self.connect(port)
        let head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token ?? "")\r\n\r\n"
        try Self.write(Array(head.utf8), to: socket)
        close(socket)
    }

    /// Runs blocking work on its own thread, not on one of the shared pool.
    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
        }
    }

    private static func connect(_ port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw CannotConnect()
        }
        return descriptor
    }

    private static func write(_ bytes: [UInt8], to socket: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // A server that refuses early may close before it has read everything.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func read(_ socket: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    private static func readAll(_ socket: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = read(socket) { bytes += more }
        return bytes
    }

    private static func answer(_ bytes: [UInt8]) throws -> Answer {
        let end = Array("\r\n\r\n".utf8)
        guard let split = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { throw ConnectionCut() }
        let lines = String(decoding: bytes[..<split], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
        }
        let status = Int(lines[0].split(separator: " ")[1]) ?? 0
        return Answer(status: status, headers: headers, body: Array(bytes[(split + 4)...]))
    }
}
