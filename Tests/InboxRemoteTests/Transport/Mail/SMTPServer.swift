import InboxRemote
import Synchronization

/// A submission server that accepts everything, except where a test says otherwise.
final class SMTPServer: Sendable {
    private let server: LineServer
    private let state = Box()

    private final class Box: Sendable {
        let text = Mutex<[UInt8]?>(nil)
    }

    /// - Parameters:
    ///   - extensions: the keywords in the answer to EHLO.
    ///   - answers: what is said instead to a line that begins with a text, with the code and without the line end; "" to hang up, `.`
    ///     for the end of the text. A text that is sent is kept.
    init(
        extensions: [String] = ["AUTH PLAIN", "SIZE 1000", "8BITMIME"], greeting: String = "220 hello",
        answers: [String: String] = [:]
    )
        throws
    {
        let state = state
        server = try LineServer(greeting) { line, connection in
            let own = answers.first { line.hasPrefix($0.key) && $0.key != "." }?.value
            if own == "" { return nil }
            if let own, !own.hasPrefix("354") { return own + "\r\n" }
            switch line.prefix(4) {
            case "EHLO": return SMTPServer.lines(250, ["me"] + extensions)
            case "AUTH": return "235 2.7.0 welcome\r\n"
            case "DATA":
                connection.write((own ?? "354 go on") + "\r\n")
                guard let text = connection.readText() else { return nil }
                state.text.withLock { $0 = text }
                let end = answers["."] ?? "250 2.0.0 queued"
                return end == "" ? nil : end + "\r\n"
            case "QUIT":
                connection.write("221 bye\r\n")
                return nil
            default: return "250 2.1.0 fine\r\n"
            }
        }
    }

    private static func lines(_ code: Int, _ texts: [String]) -> String {
        texts.enumerated().map { "\(code)\($0 == texts.count - 1 ? " " : "-")\($1)\r\n" }.joined()
    }

    /// The text as sent, without the end.
    var text: [UInt8]? { state.text.withLock { $0 } }
    var commands: [String] { server.lines }
    var place: MailPlace { server.place() }
    var startTLSPlace: MailPlace { server.place(.startTLS) }
    func stop() { server.stop() }
}

extension LoopbackConnection {
    /// Returns all up to the line with a dot; nil if the client has gone before.
    fileprivate func readText() -> [UInt8]? {
        var bytes: [UInt8] = []
        let end = Array("\r\n.\r\n".utf8)
        while bytes.suffix(5) != end[...], bytes != Array(end.dropFirst(2)) {
            guard let byte = read(1).first else { return nil }
            bytes.append(byte)
        }
        return Array(bytes.dropLast(3))
    }
}

extension SMTPSubmission {
    static func text(_ text: String, to recipients: [String] = ["bob@example.org"]) -> SMTPSubmission {
        SMTPSubmission(sender: "anna@example.org", recipients: recipients, bytes: Array(text.utf8))
    }
}
