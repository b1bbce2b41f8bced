import Foundation
import MailContent

/// Results go to standard output, everything else to standard error.
enum Output {
    static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func error(_ text: String) { write("maraca: " + text + "\n", to: STDERR_FILENO) }

    static func note(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    static func bytes(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        line(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Mail text for a terminal: one line, nothing that a terminal obeys.
    static func clean(_ text: String) -> String { CleanText.line(text) }

    /// A progress line that is written over, on a terminal only.
    static func progress(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        write("\r\u{1B}[K" + text, to: STDERR_FILENO)
    }

    private static func write(_ text: String, to file: Int32) { write(Array(text.utf8), to: file) }

    private static func write(_ bytes: [UInt8], to file: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
