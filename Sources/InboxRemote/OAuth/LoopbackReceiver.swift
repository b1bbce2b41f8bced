import Foundation
import InboxModel
import Synchronization

/// Receives the answer of a browser sign-in on a free port of this machine (RFC 8252 §7.3).
final class LoopbackReceiver: Sendable {
    private let listener: Int32
    private let port: UInt16
    private let patience: Duration
    private let isOver = Atomic(false)

    private static let page = """
        <!doctype html><meta charset="utf-8"><title>Maraca</title>\
        <p style="font: 1.2em sans-serif; margin: 3em">You can close this page and go back to Maraca.</p>
        """

    /// - Parameter patience: how long to listen for an answer.
    /// - Throws: `unreachable` if no port is free.
    init(patience: Duration = .seconds(120)) throws(RemoteError) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard listener >= 0, isBound else {
            if listener >= 0 { close(listener) }
            throw RemoteError(.unreachable(detail: "no port is free on this machine"), call: OAuthDiscovery.call)
        }
        self.listener = listener
        self.patience = patience
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(listener) }

    var redirectURL: String { "http://127.0.0.1:\(port)/" }

    /// Returns the parameters of the first request with the given state. Any program on this machine can send requests; others are
    /// rejected.
    /// - Throws: `refused` if no answer came in time, `cancelled`.
    func answer(to state: String) async throws(RemoteError) -> [String: String] {
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Waiting blocks in system calls, so it gets its own thread.
                Thread.detachNewThread { continuation.resume(returning: self.wait(for: state)) }
            }
        } onCancel: {
            isOver.store(true, ordering: .relaxed)
        }
        if let answer { return answer }
        if isOver.load(ordering: .relaxed) { throw RemoteError(.cancelled, call: OAuthDiscovery.call) }
        let detail = "you did not sign in in the browser in time; try again"
        throw RemoteError(.refused(status: 0, message: detail), call: OAuthDiscovery.call)
    }

    /// A connection whose request has not been read yet.
    private struct Visitor {
        var connection: Int32
        var head: [UInt8] = []
        /// A slow client is not the browser.
        let end = ContinuousClock.now + .seconds(2)

        var firstLine: String { String(decoding: head.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self) }
    }

    /// Reads all connections side by side: browsers open some in advance, and send nothing over them.
    private func wait(for state: String) -> [String: String]? {
        let end = ContinuousClock.now + patience
        var visitors: [Visitor] = []
        defer { for visitor in visitors { close(visitor.connection) } }
        while !isOver.load(ordering: .relaxed), ContinuousClock.now < end {
            // A negative number is passed over.
            let open = visitors.count < Self.mostVisitors ? listener : -1
            var waiting = ([open] + visitors.map(\.connection)).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&waiting, nfds_t(waiting.count), 100) >= 0 else { continue }
            for place in visitors.indices.reversed() {
                let isOpen = waiting[place + 1].revents == 0 || Self.readMore(&visitors[place])
                if isOpen, ContinuousClock.now < visitors[place].end { continue }
                let visitor = visitors.remove(at: place)
                defer { close(visitor.connection) }
                let fields = Self.fields(visitor.firstLine)
                let isOurs = fields?["state"] == state
                Self.reply(visitor.connection, isOurs)
                if isOurs { return fields }
            }
            if waiting[0].revents != 0 {
                let connection = accept(listener, nil, nil)
                if connection >= 0 { visitors.append(Visitor(connection: connection)) }
            }
        }
        return nil
    }

    /// Reads what has come of `GET /?code=… HTTP/1.1` and all headers behind it: closing a connection with unread bytes resets it, and
    /// the browser may show an error instead of the page.
    /// - Returns: whether more is to come.
    private static func readMore(_ visitor: inout Visitor) -> Bool {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = recv(visitor.connection, &piece, piece.count, 0)
        guard count > 0 else { return false }
        visitor.head += piece.prefix(count)
        return visitor.head.count < longestHead && !isWhole(visitor.head)
    }

    private static let mostVisitors = 32

    /// In bytes. Browsers send the cookies of every other server on this machine, too.
    private static let longestHead = 64 << 10

    /// Whether a request's head has ended, by an empty line; a `GET` has nothing behind it.
    private static func isWhole(_ head: [UInt8]) -> Bool {
        head.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A] || head.suffix(2) == [0x0A, 0x0A]
    }

    static func fields(_ line: String) -> [String: String]? {
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/?") else { return nil }
        let pairs = words[1].dropFirst(2).split(separator: "&").compactMap { pair -> (String, String)? in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
            }
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
        // A duplicate parameter makes the answer invalid (RFC 6749 §3.1).
        return Set(pairs.map(\.0)).count == pairs.count ? Dictionary(uniqueKeysWithValues: pairs) : nil
    }

    private static func reply(_ connection: Int32, _ isOurs: Bool) {
        let text = isOurs ? page : "not found"
        let head =
            "HTTP/1.1 \(isOurs ? "200 OK" : "404 Not Found")\r\nContent-Type: text/html; charset=utf-8\r\n"
            + "Content-Length: \(text.utf8.count)\r\nConnection: close\r\nReferrer-Policy: no-referrer\r\n\r\n"
        let bytes = Array((head + text).utf8)
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
    }
}
