import Foundation
import InboxModel
import MailContent
import Programs
import TestSupport
import Testing

@testable import InboxUI

/// Ends a gpg-agent, which would still have a passphrase.
enum PipedProgramRun {
    static func killAgent(_ home: String) async throws -> Int {
        try await PipedProgram.run(["gpgconf", "--homedir", home, "--kill", "gpg-agent"], limit: .seconds(60)).status
    }
}

@Suite("A gpg that is missing, hangs, or prints too much", .timeLimit(.minutes(10)))
struct GnuPGTroubleTests {
    private let folder: TemporaryFolder
    private let sealed = SealedMail(
        Array("Subject: x\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nx\r\n-----END PGP MESSAGE-----\r\n".utf8))

    init() throws { folder = try TemporaryFolder() }

    /// A shell script in place of gpg.
    private func program(_ line: String) throws -> String {
        let path = folder.file("gpg")
        try Data("#!/bin/sh\n\(line)\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    private func verdict(_ gpg: GnuPG) async -> SignatureVerdict {
        await gpg.verdict(on: [1], [2], from: [MailAddress(email: "ann@example.test")])
    }

    @Test("a missing gpg is reported")
    func missing() async throws {
        let gpg = GnuPG(program: folder.file("no-such-program"))
        #expect(await verdict(gpg) == .notInstalled)
        let sealed = try #require(sealed)
        await #expect(throws: GnuPG.Failure.notInstalled) { try await gpg.open(sealed, from: []) }
    }

    @Test("a hanging gpg is stopped")
    func hanging() async throws {
        let gpg = GnuPG(program: try program("exec sleep 600"), limit: .milliseconds(50))
        #expect(await verdict(gpg) == .tookTooLong)
        let sealed = try #require(sealed)
        await #expect(throws: GnuPG.Failure.tookTooLong) { try await gpg.open(sealed, from: []) }
    }

    @Test("P-4: endless gpg output is stopped, and none of it is shown")
    func bomb() async throws {
        let gpg = GnuPG(program: try program("exec head -c 40000000 /dev/zero"))
        let sealed = try #require(sealed)
        await #expect(throws: GnuPG.Failure.tooLarge) { try await gpg.open(sealed, from: []) }
    }

    @Test("W-1: gpg runs without network or prompts and gets the signature beside the text")
    func arguments() async throws {
        let said = folder.file("said")
        let gpg = GnuPG(program: try program("{ echo \"$@\"; cat - <&3; } > '\(said)'"))
        _ = await gpg.verdict(on: Array("text".utf8), Array("proof".utf8), from: [])
        let words = try String(contentsOfFile: said, encoding: .utf8)
        for word in ["--batch", "--no-tty", "--disable-dirmngr", "--no-auto-key-retrieve", "--no-auto-key-locate"] {
            #expect(words.contains(word + " "))
        }
        #expect(words.hasSuffix("--verify -- -&3 -\nproof"))
    }

    @Test("gpg runs are serial, and a cancelled run returns at once")
    func inTurn() async throws {
        let mark = folder.file("mark")
        let line =
            "if ! mkdir '\(mark)'; then echo '[GNUPG:] NEWSIG' >&2; echo '[GNUPG:] BADSIG A x' >&2; fi; rmdir '\(mark)'"
        let gpg = GnuPG(program: try program(line))
        let verdicts = await withTaskGroup(of: SignatureVerdict.self) { group in
            for _ in 0..<8 { group.addTask { await verdict(gpg) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(verdicts == Array(repeating: .unreadable, count: 8))
        let slow = GnuPG(program: try program("exec sleep 600"), limit: .seconds(600))
        let task = Task { await verdict(slow) }
        task.cancel()
        #expect(await task.value.isGood == false)
    }
}
