import Foundation
import InboxKit
import InboxUI
import Synchronization

/// Reads standard input to its end.
enum StandardInput {
    /// Announces that a letter is expected: a message, or an automatic reply. It is read only after all other checks, so that the writer
    /// learns first what is impossible. If the command fails before that, even because of its arguments, or a signal ends it, what has
    /// arrived by then is kept.
    static func awaitLetter(for home: Home?) {
        desk.withLock { $0.letter = Letter(home: home) }
        Termination.prepare {
            let (kept, place) = takeLetter()
            if kept.isEmpty { return }
            // What has begun goes on until the process ends.
            let words = place.map { "ended while it was being done, which may be so all the same: \($0) shows it" }
            Output.error(words ?? "ended before it was done", below: kept)
        }
    }

    /// Reads the letter. Until `handOver` succeeds, it is kept if the command ends.
    /// - Throws: a `CommandFailure` if the input breaks off: a partial text must never pass for the whole.
    static func letter() throws -> [UInt8] {
        desk.withLock {
            $0.letter = $0.letter ?? Letter(home: nil)
            $0.letter?.isComing = true
        }
        if isatty(STDIN_FILENO) == 1 { Output.note("Type the text; Ctrl-d in an empty line ends it.") }
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(STDIN_FILENO, &part, part.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                Output.wait(for: POLLIN, of: STDIN_FILENO)
                continue
            }
            guard count >= 0 else {
                throw CommandFailure(message: "standard input can't be read: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { return desk.withLock { $0.letter?.bytes } ?? [] }
            let piece = part.prefix(count)
            desk.withLock { $0.letter?.bytes += piece }
        }
    }

    /// Does what keeps the letter elsewhere, such as in the outbox.
    /// - Parameter place: the command that shows whether it is there, for whoever ends this one meanwhile.
    static func handOver<Result>(to place: String, _ work: () async throws -> Result) async throws -> Result {
        let isEnding = desk.withLock { desk in
            desk.letter?.place = place
            return desk.isTaken
        }
        // A signal is just ending the command, and says that nothing is done.
        while isEnding { try await Task.sleep(for: .seconds(60)) }
        do {
            let result = try await work()
            desk.withLock { $0.letter = nil }
            return result
        } catch {
            desk.withLock { $0.letter?.place = nil }
            throw error
        }
    }

    /// Saves a letter that no store has.
    /// - Returns: lines that say where it is.
    static func keepLetter() -> [String] { takeLetter().kept }

    private static func takeLetter() -> (kept: [String], place: String?) {
        // A failure and a signal may coincide: the second waits for the first.
        desk.withLock { desk in
            guard let letter = desk.letter.take() else { return ([], nil) }
            desk.isTaken = true
            let bytes = letter.isComing ? letter.bytes : waiting()
            let text = UnsentText(bytes, from: STDIN_FILENO, folders: letter.folders)
            return (text?.keep() ?? [], letter.place)
        }
    }

    private struct Desk {
        /// The letter of this command, until it is elsewhere.
        var letter: Letter?
        /// Whether it was saved because the command ends.
        var isTaken = false
    }

    private struct Letter {
        /// The home of the command; nil if there is none.
        var home: Home?
        /// Whether it is being read, or was.
        var isComing = false
        /// The bytes that have arrived.
        var bytes: [UInt8] = []
        /// The command that shows whether it is kept, while that is being done.
        var place: String?

        init(home: Home?) { self.home = home }

        /// The folders for saving it. No text goes into a folder that others can read.
        var folders: [String] {
            let isOurs = (try? home?.prepare()) != nil
            return (isOurs ? [home?.data].compactMap(\.self) : []) + [NSTemporaryDirectory()]
        }
    }

    /// Returns what a pipe holds, without waiting for more to be written.
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

    /// More comes only from a program that does not end.
    private static let mostWaiting = 64 << 20
    private static let desk = Mutex(Desk())
}
