import Foundation
import Testing

@testable import InboxRemote

@Suite("The answer of a browser sign-in", .timeLimit(.minutes(10)))
struct LoopbackReceiverTests {
    /// A browser's connection to the receiver.
    private final class Browser {
        private let connection: LoopbackConnection

        init(_ url: String) throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            connection = LoopbackConnection(descriptor: descriptor)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            address.sin_port = UInt16(try #require(URLComponents(string: url)?.port)).bigEndian
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            try #require(isConnected)
        }

        deinit { close(connection.descriptor) }

        func send(_ text: String) { connection.write(text) }

        /// All that the receiver sent. Only for after it has closed the connection.
        func page() -> String { String(decoding: connection.read(1 << 16), as: UTF8.self) }

        /// Whether the receiver reset the connection.
        func wasReset() -> Bool {
            var error: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(connection.descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
            return error != 0
        }
    }

    @Test(
        "a request is read to its end before the page is sent: closing with unread bytes would reset the connection",
        arguments: [0, 20_000])
    func longRequest(cookies: Int) async throws {
        let receiver = try LoopbackReceiver()
        let browser = try Browser(receiver.redirectURL)
        let cookie = "Cookie: " + String(repeating: "x", count: cookies)
        browser.send("GET /?code=a&state=ours HTTP/1.1\r\nHost: 127.0.0.1\r\n\(cookie)\r\n\r\n")
        #expect(try await receiver.answer(to: "ours") == ["code": "a", "state": "ours"])
        let page = browser.page()
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.contains("go back to Maraca"))
        #expect(!browser.wasReset())
    }

    @Test("a request may come in pieces")
    func pieces() async throws {
        let receiver = try LoopbackReceiver()
        let browser = try Browser(receiver.redirectURL)
        async let answer = receiver.answer(to: "ours")
        for piece in ["GET /?code=a&sta", "te=ours HTTP/1.1\r\n", "Host: 127.0.0.1\r", "\n\r\n"] { browser.send(piece) }
        #expect(try await answer["code"] == "a")
        #expect(browser.page().hasPrefix("HTTP/1.1 200 OK\r\n") && !browser.wasReset())
    }

    @Test("connections that send nothing, as browsers open them in advance, hold up no answer")
    func silentConnections() async throws {
        // Less than a silent connection is given.
        let receiver = try LoopbackReceiver(patience: .milliseconds(1_500))
        let silent = try (0..<3).map { _ in try Browser(receiver.redirectURL) }
        let browser = try Browser(receiver.redirectURL)
        browser.send("GET /?code=a&state=ours HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(try await receiver.answer(to: "ours")["code"] == "a")
        #expect(browser.page().hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(silent.count == 3)
    }
}
