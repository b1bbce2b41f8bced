import Foundation
import Programs

/// A GnuPG home for a test. It is deleted, and its agent ended, with this object.
final class TestHome: Sendable {
    /// Short, because the agent's socket is in it, whose path can have about a hundred bytes.
    let path: String

    init() throws {
        path = "/tmp/maraca-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        do throws(ProgramError) {
            let end = try ChildProgram(["gpgconf", "--homedir", path, "--kill", "all"])
            while try end.ending() == nil { usleep(5_000) }
        } catch {
            // If this fails, the agent ends by itself once its socket is gone.
        }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Whether a program is where tests look for it.
    static func has(_ program: String) -> Bool {
        ["/usr/bin", "/usr/local/bin", "/bin", "/opt/homebrew/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    /// Runs a program in this home, and returns its output.
    func run(_ arguments: [String], input: [UInt8] = []) async throws -> [UInt8] {
        let result = try await PipedProgram.run(
            arguments, input: input, environment: ["GNUPGHOME": path], limit: .seconds(120))
        guard result.status == 0 else {
            throw ProgramError(program: String(decoding: result.errors, as: UTF8.self), code: 1)
        }
        return result.output
    }
}
