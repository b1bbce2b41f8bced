import Glibc
import Programs

/// A shell line from the user's own configuration that prints a secret.
package struct SecretCommand: Sendable {
    private let command: String
    private let limit: Duration

    /// - Parameter limit: the time after which the command is ended, with everything that it started; long enough for a user who is
    ///   asked for a passphrase.
    package init(command: String, limit: Duration = .seconds(120)) {
        self.command = command
        self.limit = limit
    }

    package func run() async throws(SecretError) -> String {
        let result: PipedProgram.Result
        do throws(ProgramError) {
            result = try await PipedProgram.run(["/bin/sh", "-c", command], limit: limit)
        } catch {
            throw .commandFailed(status: 127, output: error.words)
        }
        switch result.ending {
        case .byItself: break
        case .tookTooLong: throw .commandFailed(status: 128 + SIGKILL, output: "it took longer than \(limit)")
        case .printedTooMuch: throw .commandFailed(status: 128 + SIGKILL, output: "it printed too much")
        case .cancelled: throw .commandFailed(status: 128 + SIGTERM, output: "it was stopped")
        }
        guard result.status == 0 else {
            let words = String(decoding: result.errors.prefix(500), as: UTF8.self)
            throw .commandFailed(status: Int32(result.status), output: words)
        }
        // By bytes: for Swift, CR LF is one `Character`, which is not a line feed.
        let lines = result.output.split(maxSplits: 1) { $0 == 0x0A || $0 == 0x0D }
        guard let line = lines.first else { throw .commandPrintedNothing }
        return String(decoding: line, as: UTF8.self)
    }
}
