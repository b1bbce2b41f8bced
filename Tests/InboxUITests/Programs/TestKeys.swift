import Foundation
import InboxModel
import Programs

@testable import InboxUI

/// A GnuPG home for a test, and the program that creates keys. It is deleted with this object.
final class TestKeys: Sendable {
    /// Short, because the agent's socket is in it, whose path can have about a hundred bytes.
    let home: String
    var gpg: GnuPG { GnuPG(environment: ["GNUPGHOME": home]) }

    static let isThere = ["/usr/bin", "/usr/local/bin", "/bin", "/opt/homebrew/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/gpg")
    }

    init() throws {
        home = "/tmp/maraca-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        do throws(ProgramError) {
            let end = try ChildProgram(["gpgconf", "--homedir", home, "--kill", "all"])
            while try end.ending() == nil { usleep(5_000) }
        } catch {
            // If this fails, the agent ends by itself once its socket is gone.
        }
        try? FileManager.default.removeItem(atPath: home)
    }

    func run(_ arguments: String..., input: String = "") async throws -> [UInt8] {
        let always = ["gpg", "--homedir", home, "--batch", "--quiet", "--yes", "--pinentry-mode", "loopback"]
        let result = try await PipedProgram.run(always + arguments, input: Array(input.utf8), limit: .seconds(120))
        guard result.status == 0 else {
            throw ProgramError(program: String(decoding: result.errors, as: UTF8.self), code: 1)
        }
        return result.output
    }

    func addKey(_ user: String, passphrase: String = "") async throws {
        _ = try await run("--passphrase", passphrase, "--quick-gen-key", user, "ed25519", "default", "never")
        let listing = String(decoding: try await run("--with-colons", "--list-keys", user), as: UTF8.self)
        let print = listing.split(separator: "\n").first { $0.hasPrefix("fpr:") }?.split(separator: ":").last ?? ""
        _ = try await run("--passphrase", passphrase, "--quick-add-key", String(print), "cv25519", "encr", "never")
    }

    func signature(_ text: String, by user: String) async throws -> String {
        String(decoding: try await run("--armor", "--local-user", user, "--detach-sign", input: text), as: UTF8.self)
    }

    func encrypted(_ text: String, to user: String, _ more: String...) async throws -> String {
        let always = ["gpg", "--homedir", home, "--batch", "--quiet", "--armor", "--trust-model", "always"]
        let result = try await PipedProgram.run(
            always + more + ["--recipient", user, "--encrypt"], input: Array(text.utf8), limit: .seconds(120))
        return String(decoding: result.output, as: UTF8.self)
    }
}
