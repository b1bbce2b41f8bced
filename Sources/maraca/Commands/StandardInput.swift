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

    /// What is to be a message, or an answer of the server's: until `letterIsKept` says that it is one, a failure of the command
    /// keeps it.
    static func letter(_ options: GlobalOptions) throws -> [UInt8] {
        if let known = piped.withLock({ $0 }) { return known }
        let bytes = try bytes()
        piped.withLock { $0 = bytes }
        // A folder that somebody else could look into gets no text.
        let home = try? options.makeHome()
        let isOurs = (try? home?.prepare()) != nil
        let folders = (isOurs ? [home?.data].compactMap(\.self) : []) + [NSTemporaryDirectory()]
        let text = UnsentText(bytes, from: STDIN_FILENO, folders: folders)
        letter.withLock { $0 = text }
        return bytes
    }

    /// Reads what a pipe has before anything else is asked, so that a failure keeps it. Who types is told first what cannot be.
    static func takePipe(_ options: GlobalOptions) throws {
        if isatty(STDIN_FILENO) == 0 { _ = try letter(options) }
    }

    static func letterIsKept() { letter.withLock { $0 = nil } }

    /// Keeps what no store has.
    /// - Returns: lines that say where it is.
    static func keepLetter() -> [String] { letter.withLock { $0.take() }.map { [$0.keep()] } ?? [] }

    private static let piped = Mutex<[UInt8]?>(nil)
    private static let letter = Mutex<UnsentText?>(nil)
}
