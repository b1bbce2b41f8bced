import Foundation
import InboxKit
import InboxUI
import Synchronization

/// What comes in on standard input, to its end.
enum StandardInput {
    /// A letter is to come in: a message, or an answer of the server's. It is read once all else is known to be well, since who writes
    /// it is to be told first what cannot be. A failure before that, of the arguments too, keeps what came by then; so does a signal
    /// that ends the command.
    static func awaitLetter(for home: Home?) {
        current.withLock { $0 = Letter(home: home) }
        Termination.prepare {
            let kept = keepLetter()
            if !kept.isEmpty { Output.error("ended before it was done", below: kept) }
        }
    }

    /// The letter: until `letterIsKept` says that it is a message, whatever ends the command keeps it.
    /// - Throws: a `CommandFailure` where it is closed or breaks off: half a text is never taken for the whole.
    static func letter() throws -> [UInt8] {
        current.withLock {
            $0 = $0 ?? Letter(home: nil)
            $0?.isComing = true
        }
        if isatty(STDIN_FILENO) == 1 { Output.note("Type the text; Ctrl-d in an empty line ends it.") }
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(STDIN_FILENO, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandFailure(message: "standard input can't be read: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { return current.withLock { $0?.bytes } ?? [] }
            let piece = part.prefix(count)
            current.withLock { $0?.bytes += piece }
        }
    }

    static func letterIsKept() { current.withLock { $0 = nil } }

    /// Keeps what no store has.
    /// - Returns: lines that say where it is.
    static func keepLetter() -> [String] {
        // A failure and a signal may come at once: the second waits until it is kept.
        current.withLock { current in
            guard let letter = current.take() else { return [] }
            let bytes = letter.isComing ? letter.bytes : waiting()
            return UnsentText(bytes, from: STDIN_FILENO, folders: letter.folders)?.keep() ?? []
        }
    }

    private struct Letter {
        /// Of whoever writes it; nil where there is none.
        var home: Home?
        /// Whether it is being read, or was.
        var isComing = false
        /// What has come of it.
        var bytes: [UInt8] = []

        init(home: Home?) { self.home = home }

        /// Where it is kept. A folder that somebody else could look into gets no text.
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
            let count = read(STDIN_FILENO, &part, part.count)
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        return bytes
    }

    /// Nobody writes so much: it comes from a program that does not end.
    private static let mostWaiting = 64 << 20
    /// That of this command.
    private static let current = Mutex<Letter?>(nil)
}
