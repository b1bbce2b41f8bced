import Foundation
import Glibc
import Synchronization

/// A tiny HTTP server on a free port of 127.0.0.1. Each connection is handled on its own thread by a
/// script that may misbehave in any way.
final class LoopbackServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let accepted = Atomic(0)

    /// - Parameter script: receives each connection, which is closed when the script returns.
    init(_ script: @escaping @Sendable (LoopbackConnection) -> Void) throws {
        (listener, port) = try Self.boundSocket()
        guard listen(listener, 64) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        Thread.detachNewThread { [self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { break }
                // Otherwise a program started by another test would keep the connection open.
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                accepted.add(1, ordering: .relaxed)
                let connection = LoopbackConnection(descriptor: descriptor)
                Thread.detachNewThread {
                    script(connection)
                    close(descriptor)
                }
            }
            close(listener)
        }
    }

    /// A socket on a free port of 127.0.0.1, which no program that a test starts inherits.
    fileprivate static func boundSocket() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// The number of connections so far.
    var connectionCount: Int { accepted.load(ordering: .relaxed) }

    func url(_ path: String = "/") -> String {
        "http://127.0.0.1:\(port)\(path)"
    }
}

/// A port of 127.0.0.1 that refuses every connection. It is held, for one that a server just left may be given to another test's.
final class ClosedPort: Sendable {
    let number: UInt16
    private let descriptor: Int32

    init() throws {
        (descriptor, number) = try LoopbackServer.boundSocket()
    }

    deinit { close(descriptor) }
}

/// A connection as seen by the server's script.
struct LoopbackConnection: Sendable {
    let descriptor: Int32

    /// Returns the head and body of the next request; nil if the client has gone.
    func readRequest() -> String? {
        var received: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while received.suffix(4) != end[...] {
            guard let byte = read(1).first else { return nil }
            received.append(byte)
        }
        let head = String(decoding: received, as: UTF8.self)
        let length = head.lowercased().split(separator: "content-length: ").dropFirst().first
            .flatMap { Int($0.prefix { $0.isWholeNumber }) }
        return head + String(decoding: read(length ?? 0), as: UTF8.self)
    }

    /// Reads exactly that many bytes; fewer if the client has gone.
    func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress?.advanced(by: filled), count - filled, 0)
            }
            if got <= 0 { break }
            filled += got
        }
        return Array(bytes.prefix(filled))
    }

    /// Returns false if the client has gone.
    @discardableResult
    func write(_ text: String) -> Bool {
        write(Array(text.utf8))
    }

    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func answer(_ body: String, status: String = "200 OK", headers: [String] = []) -> Bool {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
        return write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Returns once the client has closed its end.
    func waitForTheEnd() {
        while !read(1).isEmpty {}
    }

    /// Ends the connection by a reset instead of an orderly close.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

/// Messages from a server's thread to a test.
final class Signal: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func send(_ text: String = "") {
        continuation.yield(text)
    }

    /// Returns the next message; each is delivered once.
    func next() async -> String? {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }
}

/// A signal from a test to a server's thread.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }
    func pass() { semaphore.wait() }
}
