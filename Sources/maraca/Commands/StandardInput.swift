import Foundation
import InboxKit
import InboxUI
import MailContent
import Synchronization

/// What comes in on standard input, to its end.
enum StandardInput {
    /// - Throws: a `CommandFailure` where it is closed or breaks off: half a text is never taken for the whole.
    static func bytes() throws -> [UInt8] {
        do {
            return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
        } catch {
            throw CommandFailure(message: "standard input can't be read: \(String(cString: strerror(errno)))")
        }
    }

    /// A letter is to come in: a message, or an answer of the server's. It is read once all else is known to be well, since who writes
    /// it is to be told first what cannot be. A failure before that, of the arguments too, keeps what came by then.
    static func awaitLetter(for home: Home?) {
        awaited.withLock { $0 = Keeping(home: home) }
    }

    /// The letter: until `letterIsKept` says that it is a message, a failure of the command keeps it.
    static func letter() throws -> [UInt8] {
        let keeping = awaited.withLock { $0.take() }
        let bytes = try bytes()
        let text = keeping.flatMap { UnsentText(bytes, from: STDIN_FILENO, folders: $0.folders) }
        read.withLock { $0 = text }
        return bytes
    }

    static func letterIsKept() { read.withLock { $0 = nil } }

    /// Keeps what no store has.
    /// - Returns: lines that say where it is.
    static func keepLetter() -> [String] {
        let early = awaited.withLock { $0.take() }
            .flatMap { UnsentText(waiting(), from: STDIN_FILENO, folders: $0.folders) }
        let text = early ?? read.withLock { $0.take() }
        return text.map { [$0.keep()] } ?? []
    }

    /// Where a letter is kept. A folder that somebody else could look into gets no text.
    private struct Keeping {
        /// Nil where there is none.
        var home: Home?

        var folders: [String] {
            let isOurs = (try? home?.prepare()) != nil
            return (isOurs ? [home?.data].compactMap(\.self) : []) + [NSTemporaryDirectory()]
        }
    }

    /// What a pipe holds, without waiting for whoever has not written yet.
    private static func waiting() -> [UInt8] {
        guard isatty(STDIN_FILENO) == 0 else { return [] }
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while bytes.count < mostWaiting, poll(&input, 1, 100) > 0 {
            let count = Foundation.read(STDIN_FILENO, &part, part.count)
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        return bytes
    }

    /// Nobody writes so much: it comes from a program that does not end.
    private static let mostWaiting = 64 << 20
    /// Where a letter goes that is not read yet.
    private static let awaited = Mutex<Keeping?>(nil)
    /// One that was read, and is no message yet.
    private static let read = Mutex<UnsentText?>(nil)
}
