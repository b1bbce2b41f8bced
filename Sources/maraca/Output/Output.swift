import Foundation
import MailContent
import Synchronization

/// Results go to standard output, everything else to standard error. Whatever the words are, nothing in them is obeyed by a
/// terminal, and what is one line stays one, so that no server or mail adds lines of its own; only `bytes` gives out what is
/// asked for as it is, and to no terminal (T-2).
enum Output {
    static func line(_ text: String) { write(clean(text) + "\n", to: STDOUT_FILENO) }

    /// One line, with tabs between its parts and in none of them.
    static func columns(_ parts: [String]) {
        write(parts.map(clean).joined(separator: "\t") + "\n", to: STDOUT_FILENO)
    }

    /// Several lines of which nobody else wrote one: help, or what has been made of clean lines.
    static func lines(_ text: String) { write(CleanText.output(text) + "\n", to: STDOUT_FILENO) }

    /// The text of a mail.
    static func text(_ text: String) { write(CleanText.body(text) + "\n", to: STDOUT_FILENO) }

    /// - Parameter lines: what stands below it.
    static func error(_ text: String, below lines: [String] = []) {
        write((["maraca: " + text] + lines).map { clean($0) + "\n" }.joined(), to: STDERR_FILENO)
    }

    static func note(_ text: String) { write(clean(text) + "\n", to: STDERR_FILENO) }

    /// What no one has made harmless: for a file or a program, and never for a terminal.
    static func bytes(_ bytes: [UInt8]) throws {
        try refuseTerminal()
        write(bytes, to: STDOUT_FILENO)
    }

    /// - Throws: where bytes would come to a terminal, which obeys what a mail may hold.
    static func refuseTerminal() throws {
        guard isTerminal else { return }
        throw CommandFailure(
            message: "a terminal would obey what may stand in the mail: send it into a file with > FILE, or through "
                + "a pipe, such as | less", status: 2)
    }

    /// Where a question can be asked, such as for a passphrase; nil for nowhere.
    static var terminal: String? {
        [STDIN_FILENO, STDERR_FILENO].lazy.compactMap { ttyname($0) }.first.map { String(cString: $0) }
    }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        write(CleanText.json(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n", to: STDOUT_FILENO)
    }

    /// A line of JSON for whoever reads what is said besides the results.
    static func noteJSON(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        write(CleanText.json(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n", to: STDERR_FILENO)
    }

    /// Mail text for a terminal: one line, nothing that a terminal obeys.
    static func clean(_ text: String) -> String { CleanText.line(text) }

    /// A progress line that is written over, on a terminal only.
    static func progress(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        write("\r\u{1B}[K" + clean(text), to: STDERR_FILENO)
    }

    /// Whether what is written is all that was asked for (``TellingCommand``).
    static func setIsTelling(_ isTelling: Bool) { results.withLock { $0.isTelling = isTelling } }

    /// Why results could not be written, and whether that is a failure: what was done is done, told or not.
    static var failure: (words: String, isTelling: Bool)? {
        results.withLock { results in
            guard let code = results.failure, code != EPIPE || results.isTelling else { return nil }
            return ("the output could not be written: \(String(cString: strerror(code)))", results.isTelling)
        }
    }

    private struct Results {
        var isTelling = false
        var failure: Int32?
    }

    private static let results = Mutex(Results())

    private static func fail(_ code: Int32, _ file: Int32) {
        guard file == STDOUT_FILENO else { return }
        let isOver = results.withLock { results in
            results.failure = results.failure ?? code
            return results.isTelling && code == EPIPE
        }
        // Whoever reads has read enough, as `head` does.
        if isOver { exit(1) }
    }

    private static func write(_ text: String, to file: Int32) { write(Array(text.utf8), to: file) }

    private static func write(_ bytes: [UInt8], to file: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return fail(count < 0 ? errno : EIO, file) }
            rest = rest.dropFirst(count)
        }
    }
}
