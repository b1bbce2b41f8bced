import Foundation
import InboxModel
import MailContent
import Testing
import TestSupport

@testable import InboxUI

@Suite(
    "Signatures and encrypted mail, with real gpg",
    .enabled(if: TestKeys.isThere, "gpg is not installed here, by which this is proven"), .timeLimit(.minutes(10)))
struct GnuPGTests {
    private let keys: TestKeys
    private let ann = [MailAddress(name: "Ann", email: "ann@example.test")]
    private let part = "Content-Type: text/plain\r\n\r\nHello \r\n"

    init() throws { keys = try TestKeys() }

    private func verdict(
        _ text: String, _ signature: String, from: [MailAddress]? = nil, by gpg: GnuPG? = nil
    ) async -> SignatureVerdict {
        await (gpg ?? keys.gpg).verdict(on: Array(text.utf8), Array(signature.utf8), from: from ?? ann)
    }

    @Test(
        "H-6: a valid signature by the sender's key is good; a changed byte, another sender, no trust or no key is not")
    func signed() async throws {
        try await keys.addKey("Ann Ortiz <ann@example.test>")
        let signature = try await keys.signature(part, by: "ann@example.test")
        guard case .good("Ann Ortiz", "ann@example.test", let key) = await verdict(part, signature) else {
            Issue.record("not good")
            return
        }
        #expect(key.count == 16)
        #expect(await verdict(part + " ", signature) == .bad)
        #expect(await verdict(part, "no signature") == .unreadable)
        let bob = [MailAddress(email: "bob@example.test")]
        #expect(await verdict(part, signature, from: bob) == .otherAddress(["ann@example.test"], key: key))

        let others = try TestKeys()
        #expect(await verdict(part, signature, by: others.gpg) == .noKey(key))
        let exported = String(decoding: try await keys.run("--armor", "--export", "ann@example.test"), as: UTF8.self)
        _ = try await others.run("--import", input: exported)
        #expect(await verdict(part, signature, by: others.gpg) == .untrusted(key: key))
        withExtendedLifetime(others) {}
    }

    @Test("an inline-signed text verifies; a changed word or line makes the signature bad")
    func clear() async throws {
        try await keys.addKey("Ann Ortiz <ann@example.test>")
        let text = try await keys.run("--clearsign", input: "Hello  \n-- \nAnn\n\nFrom here: Grüße\n")
        let mail = "Content-Type: text/plain; charset=utf-8\r\n\r\n" + String(decoding: text, as: UTF8.self)
        func verdict(_ mail: String) async throws -> (SignatureVerdict, String?) {
            guard case .clear(let signed) = try #require(SealedMail(Array(mail.utf8))).seal else {
                return (.unreadable, nil)
            }
            return (await keys.gpg.verdict(on: signed.content, signed.signature, from: ann), signed.body?.plain)
        }
        let (good, words) = try await verdict(mail)
        #expect(good.isGood && words?.hasPrefix("Hello\n--\nAnn\n\nFrom here: Grüße") == true)
        #expect(try await verdict(mail.replacing("Hello", with: "Pay")).0 == .bad)
        #expect(try await verdict(mail.replacing("Ann\n", with: "Ann\n\n")).0 == .bad)
    }

    @Test("an opaque signature does not verify a different text")
    func opaque() async throws {
        try await keys.addKey("Ann Ortiz <ann@example.test>")
        let opaque = String(decoding: try await keys.run("--armor", "--sign", input: part), as: UTF8.self)
        #expect(await verdict("Content-Type: text/plain\r\n\r\nPay\r\n", opaque) == .unreadable)
    }

    private func open(_ text: String, by gpg: GnuPG? = nil) async throws(GnuPG.Failure) -> GnuPG.Opened {
        let sealed = SealedMail(Array("Subject: x\r\n\r\n\(text)".utf8))
        guard let sealed else { throw .stopped }
        return try await (gpg ?? keys.gpg).open(sealed, from: ann)
    }

    @Test("encrypted mail opens, and a signature inside it gets its verdict")
    func encrypted() async throws {
        try await keys.addKey("Ann Ortiz <ann@example.test>")
        let plain = try await open(try await keys.encrypted("Grüße\n", to: "ann@example.test"))
        #expect(plain.mail.body.plain == "Grüße\n" && plain.verdict == nil && plain.isWhole)
        let signed = try await open(try await keys.encrypted("Hello\n", to: "ann@example.test", "--sign"))
        #expect(signed.verdict?.isGood == true)

        let inner =
            "Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; boundary=b\r\n\r\n--b\r\n\(part)\r\n--b\r\n"
            + "Content-Type: application/pgp-signature\r\n\r\n\(try await keys.signature(part, by: "ann@example.test"))\r\n--b--\r\n"
        let data = try await keys.encrypted(inner, to: "ann@example.test")
        let mail =
            "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=e\r\n\r\n--e\r\n"
            + "Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--e\r\nContent-Type: application/octet-stream\r\n\r\n\(data)\r\n--e--\r\n"
        let sealed = try #require(SealedMail(Array(mail.utf8)))
        let both = try await keys.gpg.open(sealed, from: ann)
        #expect(both.verdict?.isGood == true && both.mail.body.plain == "Hello \n" && both.isAllSigned)
    }

    @Test("mail without integrity protection, for another key, or behind a passphrase fails to open with its reason")
    func refused() async throws {
        try await keys.addKey("Ann Ortiz <ann@example.test>")
        let old = try await keys.encrypted("Hello\n", to: "ann@example.test", "--rfc2440", "--disable-mdc")
        await #expect(throws: GnuPG.Failure.refused(.unguarded)) { try await open(old) }
        let others = try TestKeys()
        try await others.addKey("Bob <bob@example.test>", passphrase: "secret")
        let bobs = try await others.encrypted("Hello\n", to: "bob@example.test")
        await #expect(throws: GnuPG.Failure.refused(.noKey)) { try await open(bobs) }
        _ = try await PipedProgramRun.killAgent(others.home)
        await #expect(throws: GnuPG.Failure.refused(.needsPassphrase)) { try await open(bobs, by: others.gpg) }
        withExtendedLifetime(others) {}
    }
}
