import Foundation
import InboxRemote
import Testing

/// A client that is a person at a terminal.
struct TestDialogue {
    private let stream: ByteStream
    private var incoming: AsyncThrowingStream<[UInt8], any Error>.Iterator
    private var text = ""

    init(_ server: TestMailServer) {
        stream = server.connect()
        incoming = stream.incoming.makeAsyncIterator()
    }

    func type(_ text: String) { stream.send(Array(text.utf8)) }

    /// All that comes until a line begins with a word, such as a tag; without its line ends, and nil if the server hangs up.
    mutating func lines(until word: String) async -> [String]? {
        while true {
            let lines = text.components(separatedBy: "\r\n")
            if let last = lines.dropLast().firstIndex(where: { $0.hasPrefix(word) }) {
                text = lines[(last + 1)...].joined(separator: "\r\n")
                return Array(lines[...last])
            }
            guard let piece = try? await incoming.next() else { return nil }
            text += String(decoding: piece, as: UTF8.self)
        }
    }

    /// The answer to a command with the tag `a`.
    mutating func ask(_ command: String) async -> [String]? {
        type("a \(command)\r\n")
        return await lines(until: "a ")
    }
}
