import Foundation
import InboxModel
import Programs

@testable import InboxUI

/// A GnuPG home for a test, and the program that creates keys.
final class TestKeys: Sendable {
    private let folder: TestHome
    var home: String { folder.path }
    var gpg: GnuPG { GnuPG(environment: ["GNUPGHOME": home]) }

    static let isThere = TestHome.has("gpg")

    init() throws { folder = try TestHome() }

    func run(_ arguments: String..., input: String = "") async throws -> [UInt8] {
        let always = ["gpg", "--batch", "--quiet", "--yes", "--pinentry-mode", "loopback"]
        return try await folder.run(always + arguments, input: Array(input.utf8))
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
