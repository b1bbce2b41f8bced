import Foundation
import MailContent

/// Results go to standard output, everything else to standard error. Whatever the words are, nothing in them is obeyed by a
/// terminal; only `bytes` gives out what is asked for as it is (T-2).
enum Output {
    static func line(_ text: String) { write(CleanText.output(text) + "\n", to: STDOUT_FILENO) }

    /// The text of a mail.
    static func text(_ text: String) { write(CleanText.body(text) + "\n", to: STDOUT_FILENO) }

    static func error(_ text: String) { write("maraca: " + CleanText.output(text) + "\n", to: STDERR_FILENO) }

    static func note(_ text: String) { write(CleanText.output(text) + "\n", to: STDERR_FILENO) }

    static func bytes(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        write(CleanText.json(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n", to: STDOUT_FILENO)
    }

    /// Mail text for a terminal: one line, nothing that a terminal obeys.
    static func clean(_ text: String) -> String { CleanText.line(text) }

    /// A progress line that is written over, on a terminal only.
    static func progress(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        write("\r\u{1B}[K" + clean(text), to: STDERR_FILENO)
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
