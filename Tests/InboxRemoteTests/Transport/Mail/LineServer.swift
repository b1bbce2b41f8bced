import InboxRemote
import Synchronization

/// A mail server on a free port of 127.0.0.1 that says what a test wants, and remembers what it is told.
final class LineServer: Sendable {
    private let server: LoopbackServer
    private let heard: Heard

    private final class Heard: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// - Parameters:
    ///   - greeting: the first line, without its end.
    ///   - answer: returns what is sent in answer to a line, with its ends; nil to say nothing more and hang up.
    init(_ greeting: String, _ answer: @escaping @Sendable (String, LoopbackConnection) -> String?) throws {
        let heard = Heard()
        self.heard = heard
        server = try LoopbackServer { connection in
            connection.write(greeting + "\r\n")
            while let line = connection.readLine() {
                heard.lines.withLock { $0.append(line) }
                guard let text = answer(line, connection) else { return }
                connection.write(text)
            }
        }
    }

    var lines: [String] { heard.lines.withLock { $0 } }
    var connectionCount: Int { server.connectionCount }
    func stop() { server.stop() }

    func place(_ security: MailPlace.Security = .plain) -> MailPlace {
        MailPlace(host: "127.0.0.1", port: Int(server.port), security: security)
    }
}

extension LoopbackConnection {
    /// Returns the next line without its end; nil if the client has gone.
    func readLine() -> String? {
        var line: [UInt8] = []
        while let byte = read(1).first {
            if byte == 0x0A { return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}

extension MailCredential {
    static let anna = MailCredential(userName: "anna", secret: "pass word")
    static let token = MailCredential(userName: "anna@example.org", secret: "tok.en", isToken: true)
}
