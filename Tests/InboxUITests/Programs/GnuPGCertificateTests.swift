import Foundation
import InboxModel
import MailContent
import Testing

@testable import InboxUI

@Suite(
    "Mail signed and encrypted with S/MIME, with real gpgsm",
    .enabled(if: TestCertificates.areThere, "gpgsm or openssl is not installed here, by which this is proven"),
    .timeLimit(.minutes(10)))
struct GnuPGCertificateTests {
    private let made: TestCertificates
    private let ann = [MailAddress(name: "Ann", email: "ann@example.test")]
    private let part = "Content-Type: text/plain\r\n\r\nHello \r\n"

    init() throws { made = try TestCertificates() }

    private func verdict(
        _ text: String, _ signature: [UInt8], from: [MailAddress]? = nil, by gpgsm: GnuPG? = nil
    ) async -> SignatureVerdict {
        await (gpgsm ?? made.gpgsm).verdict(on: Array(text.utf8), signature, from: from ?? ann)
    }

    @Test(
        "a valid signature by the sender's certificate is good; a changed byte, another sender, an unknown or untrusted issuer is not"
    )
    func signed() async throws {
        try await made.addAuthority()
        try await made.add("Ann", "ann@example.test")
        let signature = try await made.signature(part, by: "Ann")
        guard case .good("Ann", "ann@example.test", let key) = await verdict(part, signature) else {
            Issue.record("not good")
            return
        }
        #expect(key.count == 16)
        #expect(await verdict(part + " ", signature) == .bad)
        #expect(await verdict(part, Array("no signature".utf8)) == .unreadable)
        #expect(await verdict(part, Array(signature.prefix(signature.count / 2))) == .unreadable)
        let bob = [MailAddress(email: "bob@example.test")]
        #expect(await verdict(part, signature, from: bob) == .otherAddress(["ann@example.test"], key: key))

        let others = try TestCertificates()
        #expect(await verdict(part, signature, by: others.gpgsm) == .unvouched(.noIssuer, key: key))
        try await made.addAuthority("evil", isTrusted: false)
        try await made.add("Eve", "ann@example.test", by: "evil")
        let forged = await verdict(part, try await made.signature(part, by: "Eve"))
        #expect(!forged.isGood && forged.name == "untrusted")
        withExtendedLifetime(others) {}
    }

    @Test("a certificate that may not sign vouches for nothing")
    func misused() async throws {
        try await made.addAuthority()
        try await made.add("Ann", "ann@example.test", usage: "keyEncipherment")
        let found = await verdict(part, try await made.signature(part, by: "Ann"))
        #expect(found.name == "untrusted" && found.isDoubtful)
    }

    @Test("what a signature encloses is returned as it was checked")
    func opaque() async throws {
        try await made.addAuthority()
        try await made.add("Ann", "ann@example.test")
        let data = try await made.enclosed(part, by: "Ann")
        let (good, content) = await made.gpgsm.read(opaque: data, from: ann)
        #expect(good.isGood && content == Array(part.utf8))
        var changed = data
        let place = try #require(changed.firstRange(of: Array("Hello".utf8)))
        changed[place.lowerBound] = UInt8(ascii: "J")
        #expect(await made.gpgsm.read(opaque: changed, from: ann).verdict == .bad)
        for count in [0, 20, data.count / 2, data.count - 1] {
            let cut = await made.gpgsm.read(opaque: Array(data.prefix(count)), from: ann)
            #expect(cut.verdict == .unreadable, "\(count)")
        }
        // The signature of another text, which it does not enclose.
        let signature = try await made.signature(part, by: "Ann")
        #expect(await made.gpgsm.read(opaque: signature, from: ann).verdict.isGood == false)
    }

    private func file(_ bytes: [UInt8]) -> String {
        "Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n"
            + Data(bytes).base64EncodedString() + "\r\n"
    }

    private func open(_ data: [UInt8], by gpgsm: GnuPG? = nil) async throws(GnuPG.Failure) -> GnuPG.Opened {
        let sealed = SealedMail(Array("Subject: x\r\n\(file(data))".utf8))
        guard let sealed else { throw .refused(.damaged) }
        return try await (gpgsm ?? made.gpgsm).open(sealed, from: ann)
    }

    @Test("encrypted mail opens, and a signature inside it gets its verdict, in either form")
    func encrypted() async throws {
        try await made.addAuthority()
        try await made.add("Ann", "ann@example.test")
        try await made.own("Ann")
        let plain = try await open(try await made.encrypted(part, to: "Ann"))
        #expect(plain.mail.body.plain == "Hello \n" && plain.verdict == nil && plain.isWhole && plain.mayBeChanged)

        let signature = Data(try await made.signature(part, by: "Ann")).base64EncodedString()
        let beside =
            "Content-Type: multipart/signed; protocol=\"application/pkcs7-signature\"; boundary=b\r\n\r\n--b\r\n\(part)\r\n--b\r\n"
            + "Content-Type: application/pkcs7-signature\r\nContent-Transfer-Encoding: base64\r\n\r\n\(signature)\r\n--b--\r\n"
        let around = file(try await made.enclosed(part, by: "Ann"))
        for inner in [beside, around] {
            let opened = try await open(try await made.encrypted(inner, to: "Ann"))
            #expect(opened.mail.body.plain == "Hello \n" && opened.verdict?.isGood == true && opened.isAllSigned)
            #expect(!opened.mayBeChanged)
        }
        let changed = try await open(
            try await made.encrypted(beside.replacing("Hello", with: "Pay"), to: "Ann"))
        #expect(changed.verdict == .bad && changed.mayBeChanged)
    }

    @Test("encrypted mail that is damaged or for others stays closed")
    func refused() async throws {
        try await made.addAuthority()
        try await made.add("Ann", "ann@example.test")
        try await made.add("Bob", "bob@example.test")
        try await made.own("Ann")
        let forBob = try await made.encrypted(part, to: "Bob")
        // Of a certificate that is not here gpgsm says no more than of damage.
        await #expect(throws: GnuPG.Failure.refused(.damaged)) { try await open(forBob) }
        #expect(GnuPG.Failure.refused(.damaged).words(of: .smime).contains("certificates that you don't have"))
        let data = try await made.encrypted(part, to: "Ann")
        await #expect(throws: GnuPG.Failure.refused(.damaged)) { try await open(Array(data.prefix(100))) }
        var changed = data
        // In the block before the last, which makes the padding inconsistent.
        changed[data.count - 17] ^= 1
        // gpgsm doesn't tell this from a passphrase that is missing.
        await #expect(throws: GnuPG.Failure.refused(.needsPassphrase)) { try await open(changed) }
        let none = GnuPG(.smime, program: "/nowhere/gpgsm")
        await #expect(throws: GnuPG.Failure.notInstalled) { try await open(data, by: none) }
        #expect(await verdict(part, data, by: none) == .notInstalled)
        #expect(GnuPG.Failure.notInstalled.words(of: .smime) == "gpgsm, which decrypts, is not installed.")
    }

    @Test("decrypting reports that a passphrase is needed if no prompt is possible")
    func passphrase() async throws {
        try await made.addAuthority()
        try await made.add("Ann", "ann@example.test")
        try await made.own("Ann", passphrase: "secret")
        _ = try await PipedProgramRun.killAgent(made.home)
        let data = try await made.encrypted(part, to: "Ann")
        await #expect(throws: GnuPG.Failure.refused(.needsPassphrase)) { try await open(data) }
    }
}
