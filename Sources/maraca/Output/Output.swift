import Foundation
import MailContent
import Synchronization

/// Writes results to standard output and everything else to standard error. No text can control the terminal, and a single line stays one,
/// so that no server or mail can add lines. Only `bytes` writes raw data, and never to a terminal (T-2).
enum Output {
    static func line(_ text: String) { write(clean(text) + "\n", to: STDOUT_FILENO) }

    /// Writes one line of parts separated by tabs; the parts contain none.
    static func columns(_ parts: [String]) {
        write(parts.map(clean).joined(separator: "\t") + "\n", to: STDOUT_FILENO)
    }

    /// Writes several lines that contain no foreign line breaks: help, or text made of cleaned lines.
    static func lines(_ text: String) { write(CleanText.output(text) + "\n", to: STDOUT_FILENO) }

    /// Writes the text of a mail.
    static func text(_ text: String) { write(CleanText.body(text) + "\n", to: STDOUT_FILENO) }

    /// - Parameter lines: further lines below the error.
    static func error(_ text: String, below lines: [String] = []) {
        write((["maraca: " + text] + lines).map { clean($0) + "\n" }.joined(), to: STDERR_FILENO)
    }

    static func note(_ text: String) { write(clean(text) + "\n", to: STDERR_FILENO) }

    /// Writes raw bytes to a file or a program, never to a terminal.
    static func bytes(_ bytes: [UInt8]) throws {
        try refuseTerminal()
        write(bytes, to: STDOUT_FILENO)
    }

    /// - Throws: if the output is a terminal, which would obey control sequences in mail.
    static func refuseTerminal() throws {
        guard isTerminal else { return }
        throw CommandFailure(
            message: "a terminal would obey what the mail may contain: send it into a file with > FILE, or through "
                + "a pipe, such as | less", status: 2)
    }

    /// The terminal for questions, such as for a passphrase; nil if there is none.
    static var terminal: String? {
        [STDIN_FILENO, STDERR_FILENO].lazy.compactMap { ttyname($0) }.first.map { String(cString: $0) }
    }

    /// Asks on the terminal. Without one, the answer is no.
    static func confirms(_ notes: [String], _ question: String) -> Bool {
        guard isatty(STDIN_FILENO) != 0, isatty(STDERR_FILENO) != 0 else { return false }
        for note in notes { self.note(note) }
        write("\(question) [y/N] ", to: STDERR_FILENO)
        return ["y", "yes"].contains(readLine(strippingNewline: true)?.lowercased() ?? "")
    }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        write(CleanText.json(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n", to: STDOUT_FILENO)
    }

    /// Writes a line of JSON to standard error, for programs.
    static func noteJSON(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        write(CleanText.json(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n", to: STDERR_FILENO)
    }

    /// Returns mail text for a terminal: one line, without control sequences.
    static func clean(_ text: String) -> String { CleanText.line(text) }

    /// Replaces the progress line, on a terminal only.
    static func progress(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        write("\r\u{1B}[K" + clean(text), to: STDERR_FILENO)
    }

    /// Sets whether the output is the only effect of the command (``TellingCommand``).
    static func setIsTelling(_ isTelling: Bool) { results.withLock { $0.isTelling = isTelling } }

    /// Why results could not be written, and whether that fails the command: actions are done in any case.
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
        // The reader has read enough, like `head`.
        if isOver { exit(1) }
    }

    /// Waits until a file can be read or written that is non-blocking, because a program that shares it made it so.
    static func wait(for event: Int32, of file: Int32) {
        var waiting = pollfd(fd: file, events: Int16(event), revents: 0)
        _ = poll(&waiting, 1, -1)
    }

    private static func write(_ text: String, to file: Int32) { write(Array(text.utf8), to: file) }

    private static func write(_ bytes: [UInt8], to file: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                wait(for: POLLOUT, of: file)
                continue
            }
            guard count > 0 else { return fail(count < 0 ? errno : EIO, file) }
            rest = rest.dropFirst(count)
        }
    }
}
