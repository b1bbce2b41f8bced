import Foundation
import MailContent

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

    /// What a person wrote, as `PipedText` reads it.
    static func text() throws -> String { PipedText.read(try bytes()) }
}
