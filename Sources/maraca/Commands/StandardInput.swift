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
    /// it is to be told first what cannot be. A failure before that keeps what came by then.
    static func awaitLetter(_ options: GlobalOptions) {
        let folders = folders(options)
        awaited.withLock { $0 = folders }
    }

    /// The letter: until `letterIsKept` says that it is a message, a failure of the command keeps it.
    static func letter(_ options: GlobalOptions) throws -> [UInt8] {
        awaited.withLock { $0 = nil }
        let bytes = try bytes()
        let text = UnsentText(bytes, from: STDIN_FILENO, folders: folders(options))
        letter.withLock { $0 = text }
        return bytes
    }

    static func letterIsKept() { letter.withLock { $0 = nil } }

    /// Keeps what no store has.
    /// - Returns: lines that say where it is.
    static func keepLetter() -> [String] {
        let early = awaited.withLock { $0.take() }.flatMap { UnsentText(waiting(), from: STDIN_FILENO, folders: $0) }
        let text = early ?? letter.withLock { $0.take() }
        return text.map { [$0.keep()] } ?? []
    }

    /// Where a letter is kept. A folder that somebody else could look into gets no text.
    private static func folders(_ options: GlobalOptions) -> [String] {
        let home = try? options.makeHome()
        let isOurs = (try? home?.prepare()) != nil
        return (isOurs ? [home?.data].compactMap(\.self) : []) + [NSTemporaryDirectory()]
    }

    /// What a pipe holds, without waiting for whoever has not written yet.
    private static func waiting() -> [UInt8] {
        guard isatty(STDIN_FILENO) == 0 else { return [] }
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while bytes.count < mostWaiting, poll(&input, 1, 100) > 0 {
            let count = read(STDIN_FILENO, &part, part.count)
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        return bytes
    }

    /// Nobody writes so much: it comes from a program that does not end.
    private static let mostWaiting = 64 << 20
    /// The folders for a letter that is not read yet.
    private static let awaited = Mutex<[String]?>(nil)
    private static let letter = Mutex<UnsentText?>(nil)
}
