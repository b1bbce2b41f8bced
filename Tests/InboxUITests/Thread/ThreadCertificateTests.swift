import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

@UI
@Suite("Mail signed and encrypted with S/MIME in its thread", .timeLimit(.minutes(10)))
struct ThreadCertificateTests {
    private nonisolated static let print = "6DD1194ECF122CC5143792CCAB06B55A68D73BB8"
    private nonisolated static let good = [
        "NEWSIG", "GOODSIG \(print) /CN=Lars",
        "VALIDSIG \(print) 2026-11-30 20261130T113441 20350216T113429 0 0 1 8 00",
        "TRUST_FULLY 0 shell",
    ]
    private static let decrypted = ["ENC_TO AB06B55A68D73BB8 0 0", "DECRYPTION_OKAY"]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A gpgsm that always gives the same answer: the lines of its status, the address in the certificate, and what it takes out.
    private func memory(
        _ status: [String], address: String = "lars@example.test", text: String = "", kinds: Set<SealKind> = [.smime]
    ) throws -> SealMemory {
        let listing = "crt:f::::::::::\nfpr:::::::::\(Self.print):\nuid:f::::::::CN=Lars:\nuid:f::::::::<\(address)>:\n"
        for (name, content) in [
            ("keys", listing), ("text", text), ("status", status.map { "[GNUPG:] \($0)\n" }.joined()),
        ] { try Data(content.utf8).write(to: URL(fileURLWithPath: folder.file(name))) }
        func show(_ name: String) -> String { "cat '\(folder.file(name))'" }
        let script =
            "#!/bin/sh\ncat > /dev/null\ncase \"$*\" in *--list-keys*) \(show("keys"));;"
            + " *--decrypt*|*--output*) \(show("text")); \(show("status")) >&2;; *) \(show("status"));; esac\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: folder.file("gpgsm")))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.file("gpgsm"))
        return SealMemory(gpgsm: GnuPG(.smime, program: folder.file("gpgsm")), kinds: kinds)
    }

    /// A message whose server returns no text, as for a file of S/MIME.
    private func world(
        _ memory: SealMemory?, source: String, type: String, name: String? = nil, beside: String? = nil,
        dialect: Account.Dialect = .inbox
    ) throws -> FakeSurroundings {
        let name = name ?? (type.hasSuffix("signature") ? "smime.p7s" : "smime.p7m")
        return try .sealed(
            memory, source: source, file: (name, type), text: "", beside: beside, dialect: dialect)
    }

    private static let part = "Content-Type: text/plain\r\n\r\nWhat was signed\r\n"
    private static let detached =
        "Content-Type: multipart/signed; protocol=\"application/pkcs7-signature\"; boundary=b\r\n\r\n--b\r\n\(part)\r\n"
        + "--b\r\nContent-Type: application/pkcs7-signature; name=smime.p7s\r\n\r\nPROOF\r\n--b--\r\n"

    /// - Parameter kind: the last arc of the content's type: 2 for signed, 3 for enveloped.
    private static func file(_ kind: UInt8) -> String {
        let bytes: [UInt8] = [0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, kind, 0xA0]
        return "Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n"
            + Data(bytes).base64EncodedString() + "\r\n"
    }

    private func text(_ world: FakeSurroundings, _ screen: ThreadScreen) -> String {
        world.text(screen, 110, 40).joined(separator: "\n")
    }

    private func shown(_ world: FakeSurroundings) async throws -> ThreadScreen {
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(text(world, screen).contains("checking the signature"))
        await world.until { !text(world, screen).contains("checking the signature") }
        return screen
    }

    private let verdict =
        " ✓ signed by Lars <lars@example.test>, certificate AB06B55A68D73BB8; if it was revoked is not checked"

    @Test("a good signature is shown in a column no mail can write to, above the signed text")
    func good() async throws {
        let world = try world(try memory(Self.good), source: Self.detached, type: "application/pkcs7-signature")
        let screen = try await shown(world)
        #expect(world.text(screen, 110, 40).contains { $0.hasPrefix(verdict) })
        await world.until { text(world, screen).contains("What was signed") }
    }

    @Test(
        "no bad signature looks good",
        arguments: [
            (["NEWSIG", "BADSIG \(print) /CN=Lars"], "lars@example.test", " ⚠ BAD signature: the text was changed"),
            (good, "mallory@evil.test", " ⚠ good signature, but of another address: mallory@evil.test"),
            (
                Array(good.dropLast()) + ["TRUST_UNDEFINED 98"], "lars@example.test",
                "good signature of a certificate whose root is not trusted: AB06B55A68D73BB8"
            ),
            (["ERROR verify.leave 1"], "lars@example.test", "signed in a way that can't be read"),
        ])
    func others(status: [String], address: String, words: String) async throws {
        let world = try world(
            try memory(status, address: address), source: Self.detached, type: "application/pkcs7-signature")
        let screen = try await shown(world)
        #expect(text(world, screen).contains(words) && !text(world, screen).contains("✓"))
    }

    @Test("text within its signature is shown as it was checked, with its files, and quoted by a reply")
    func opaque() async throws {
        let inner =
            "Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\(Self.part)\r\n--i\r\nContent-Type: text/x-patch\r\n"
            + "Content-Disposition: attachment; filename=way.diff\r\n\r\n+north\r\n--i--\r\n"
        let world = try world(try memory(Self.good, text: inner), source: Self.file(2), type: "application/pkcs7-mime")
        let screen = try await shown(world)
        await world.until { text(world, screen).contains("What was signed") }
        #expect(world.text(screen, 110, 40).contains { $0.hasPrefix(verdict) })
        #expect(text(world, screen).contains("in it: way.diff"))
        for words in ["decrypted", "Signed with S/MIME", "another program"] {
            #expect(!text(world, screen).contains(words))
        }
        _ = screen.perform(.reply)
        let composer = try #require(world.pushed.last as? ComposeScreen)
        #expect(world.text(composer, 80, 24).joined().contains("> What was signed"))
        _ = screen.perform(.forward)
        await world.settle()
        let forward = try #require(world.pushed.last as? ComposeScreen)
        #expect(forward.form.body.text.contains("What was signed"))
        #expect(forward.form.files.map(\.fileName) == ["way.diff"])
    }

    @Test("a file that a server lists beside what is signed makes the signature partial")
    func besides() async throws {
        let world = try world(
            try memory(Self.good, text: Self.part), source: Self.file(2), type: "application/pkcs7-mime",
            beside: "image/png")
        let screen = try await shown(world)
        #expect(text(world, screen).contains("only a part of this is signed") && !text(world, screen).contains("✓"))
    }

    @Test(
        "encrypted mail is found by its bytes, and decrypted by a key; without a signature it is told that it may be another"
    )
    func decrypts() async throws {
        let memory = try memory(
            Self.decrypted, text: "Subject: The plan\r\nContent-Type: text/plain\r\n\r\nMeet at nine\r\n")
        let world = try world(memory, source: Self.file(3), type: "application/pkcs7-mime", dialect: .jmap)
        let screen = try await shown(world)
        #expect(text(world, screen).contains("encrypted · gx decrypt"))
        #expect(!text(world, screen).contains("another program"))
        _ = screen.perform(.decrypt)
        await world.settle()
        for words in [
            "decrypted", "not signed: anybody may have written it", " ⚠ S/MIME can't tell if it was changed on its way",
            "subject: The plan", "Meet at nine",
        ] { #expect(text(world, screen).contains(words), "\(words)") }
        _ = screen.perform(.reply)
        // Its sender need not have a key of OpenPGP.
        let choice = try #require(world.pushed.last as? ChoiceScreen)
        choice.chosen("Encrypt the reply, and quote")
        let composer = try #require(world.pushed.last as? ComposeScreen)
        #expect(composer.form.seal == DraftSeal(.smime, encrypts: true))
        #expect(world.text(composer, 80, 24).contains { $0.contains("S/MIME   signed and encrypted") })
    }

    @Test("a missing gpgsm is told, and a text within its signature is shown all the same")
    func missing() async throws {
        let none = SealMemory(gpgsm: GnuPG(.smime, program: folder.file("none")))
        let world = try world(none, source: Self.detached, type: "application/pkcs7-signature")
        let screen = try await shown(world)
        #expect(text(world, screen).contains("signed, but gpgsm is not installed to check that"))
        await world.until { text(world, screen).contains("What was signed") }
    }

    @Test("with S/MIME off nothing is checked, and a document that somebody signed is a file like others")
    func off() async throws {
        let off = try world(
            try memory(Self.good, kinds: [.openpgp]), source: Self.detached, type: "application/pkcs7-signature")
        let screen = ThreadScreen(thread: try off.thread("t"), around: off)
        #expect(!text(off, screen).contains("sign") && off.server.calls("rawMessage").isEmpty)
        let invoice = try world(
            try memory(Self.good), source: "Content-Type: text/plain\r\n\r\nHere\r\n", type: "application/pkcs7-mime",
            name: "invoice.pdf.p7m", beside: "image/png")
        let other = ThreadScreen(thread: try invoice.thread("t"), around: invoice)
        #expect(!text(invoice, other).contains("checking") && invoice.server.calls("rawMessage").isEmpty)
    }
}
