import Foundation
import InboxRemote

/// The beginning of conversations with an IMAP server.
enum IMAPServer {
    /// A server with these capabilities that answers the sign-in with a status, or not at all, and then leaves the connection to the test.
    static func start(
        capabilities: String = "SASL-IR AUTH=PLAIN", greeting: String = "* OK hello",
        status: String? = "OK done", then: @escaping @Sendable (LoopbackConnection) -> Void = { _ in }
    ) throws -> LineServer {
        try LineServer(greeting) { line, connection in
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count > 1 else { return "" }
            switch words[1] {
            case "CAPABILITY":
                return "* CAPABILITY IMAP4rev1 \(capabilities)\r\n\(words[0]) OK these\r\n"
            case "AUTHENTICATE" where words.count == 4, "LOGIN":
                if let status { connection.write("\(words[0]) \(status)\r\n") }
                then(connection)
                return nil
            default: return "\(words[0]) BAD what?\r\n"
            }
        }
    }

    static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}

func all(_ incoming: AsyncThrowingStream<[UInt8], any Error>) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in incoming { bytes += piece }
    return bytes
}
