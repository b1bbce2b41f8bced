import Foundation
import InboxModel
import TestSupport
import Testing

@testable import MailContent

/// The lines are those of gpgsm 2.2.40, for certificates made for the purpose.
@Suite("Status of gpgsm")
struct CertificateStatusTests {
    private static let print: String = "6DD1194ECF122CC5143792CCAB06B55A68D73BB8"
    private static let good: String = "GOODSIG \(print) /CN=Ann Ortiz/O=Ex%C3%A4mple"
    private static let valid: String = "VALIDSIG \(print) 2026-11-30 20261130T113441 20350216T113429 0 0 1 8 00"
    private static let trust: String = "TRUST_FULLY 0 shell"

    private func status(_ lines: [String]) -> GnuPGStatus {
        GnuPGStatus(Array(lines.map { "[GNUPG:] \($0)\n" }.joined().utf8), of: .smime)
    }

    @Test("a signature is good only where its certificate is trusted, which gpgsm says below")
    func trusted() {
        let found = status(["NEWSIG", "PROGRESS starting_agent ? 0 0", Self.good, Self.valid, Self.trust]).signatures
        #expect(found.map(\.outcome) == [.good])
        #expect(found.first?.fingerprint == Self.print && found.first?.key == "AB06B55A68D73BB8")
        #expect(status(["NEWSIG", Self.good, Self.valid]).signatures.map(\.outcome) == [.unvouched(.other)])
        #expect(status(["NEWSIG", Self.good, Self.trust]).signatures.map(\.outcome) == [.unreadable])
        #expect(status([Self.good, Self.valid, Self.trust]).signatures.isEmpty)
    }

    @Test(
        "a valid signature says why nothing vouches for it",
        arguments: [
            (["TRUST_UNDEFINED 98"], GnuPGStatus.Signature.Outcome.unvouched(.untrustedRoot)),
            (["TRUST_UNDEFINED 185"], .unvouched(.noIssuer)), (["TRUST_NEVER 100"], .unvouched(.misused)),
            (["TRUST_NEVER 94"], .keyRevoked), (["TRUST_UNDEFINED"], .unvouched(.other)),
            (["TRUST_UNDEFINED 50331746"], .unvouched(.untrustedRoot)),
            (["TRUST_UNDEFINED 98", "TRUST_FULLY 0 shell"], .unvouched(.untrustedRoot)),
            (["TRUST_FULLY 0 shell", "ERROR verify.leave 150995078"], .unreadable),
        ])
    func untrusted(lines: [String], outcome: GnuPGStatus.Signature.Outcome) {
        #expect(status(["NEWSIG", Self.good, Self.valid] + lines).signatures.map(\.outcome) == [outcome])
    }

    @Test(
        "no other signature is good",
        arguments: [
            (["BADSIG \(print) /CN=Ann"], GnuPGStatus.Signature.Outcome.bad),
            (["EXPKEYSIG \(print) /CN=Old", valid, trust], .keyExpired),
            (["EXPKEYSIG \(print) /CN=Old", valid, "TRUST_NEVER 94"], .keyRevoked),
            (["ERROR verify.findkey 50331657"], .noKey),
            (["ERROR verify.keyusage 125", good, valid, trust], .unvouched(.misused)), ([], .unreadable),
        ])
    func others(lines: [String], outcome: GnuPGStatus.Signature.Outcome) {
        #expect(status(["NEWSIG"] + lines).signatures.map(\.outcome) == [outcome])
    }

    @Test("trust in one of several certificates is none in another")
    func several() {
        let two = [
            "NEWSIG", Self.good, Self.valid, "TRUST_UNDEFINED 185", "NEWSIG", Self.good, Self.valid, Self.trust,
        ]
        #expect(status(two).signatures.map(\.outcome) == [.unvouched(.noIssuer), .good])
        #expect(status(["NEWSIG", Self.trust, "NEWSIG", Self.good, Self.valid]).signatures[1].outcome != .good)
    }

    @Test("a name with a line of its own in it vouches for nothing")
    func forged() {
        let name = "GOODSIG \(Self.print) /CN=Two%0A[GNUPG:] TRUST_FULLY 0 shell"
        #expect(status(["NEWSIG", name, Self.valid, "TRUST_UNDEFINED 98"]).signatures[0].outcome != .good)
    }

    // MARK: Whose it is

    private func listing(_ subject: String, _ addresses: String..., validity: String = "f") -> [GnuPGUser] {
        let lines =
            ["crt:\(validity):2048:1:AB06B55A68D73BB8:::7262::CN=Root::esES:", "fpr:::::::::\(Self.print):::5E27:"]
            + ([subject] + addresses).map { "uid:\(validity)::::::::\($0)::" }
        return GnuPGUser.all(of: Self.print, in: Array(lines.joined(separator: "\n").utf8))
    }

    private func verdict(_ users: [GnuPGUser]) -> SignatureVerdict {
        let signature = status(["NEWSIG", Self.good, Self.valid, Self.trust]).signatures[0]
        return SignatureVerdict(signature, users: users, from: [MailAddress(email: "ann@example.test")])
    }

    @Test("the addresses of a certificate count, with the common name of its subject")
    func addresses() {
        let key = "AB06B55A68D73BB8"
        let good = verdict(listing("O=Exämple\\, Ltd,CN=Ann Ortiz", "<a@b.test>", "<Ann@example.test>"))
        #expect(good == .good(name: "Ann Ortiz", email: "Ann@example.test", key: key))
        let words = good.words(isWhole: true, of: .smime)
        #expect(words.hasPrefix("signed by Ann Ortiz <"))
        #expect(words.hasSuffix(", certificate \(key); if it was revoked is not checked"))
        #expect(verdict(listing("CN=Ann", "<a@b.test>")) == .otherAddress(["a@b.test"], key: key))
        #expect(verdict(listing("CN=Ann")) == .untrusted(key: key))
        #expect(verdict(listing("CN=Ann", "<ann@example.test>", validity: "i")) == .untrusted(key: key))
    }

    @Test(
        "a name that looks like an address is none",
        arguments: [
            "CN=Ann <ann@example.test>", "CN=Ann \\<ann@example.test\\>", "<ann@example.test>", "ann@example.test",
        ])
    func subjects(subject: String) {
        #expect(!verdict(listing(subject)).isGood)
        #expect(verdict(listing(subject, "<mallory@evil.test>")).words(isWhole: true, of: .smime).contains("another"))
        #expect(!verdict(listing("CN=Ann", "(8:dns-name11:example.test)", "<a@b>,<ann@example.test>")).isGood)
    }

    // MARK: Decrypting

    @Test(
        "only what was decrypted whole is shown, and a failure is explained as far as gpgsm does",
        arguments: [
            (["ENC_TO 1 0 0", "DECRYPTION_OKAY"], GnuPGStatus.Refusal?.none),
            (["ENC_TO 1 0 0", "DECRYPTION_OKAY", "DECRYPTION_FAILED"], .needsPassphrase),
            (["ENC_TO 1 0 0", "DECRYPTION_FAILED"], .needsPassphrase),
            (["ENC_TO 1 0 0", "NO_SECKEY 1", "DECRYPTION_FAILED"], .noKey),
            (["ENC_TO 1 0 0", "NO_SECKEY 1", "ENC_TO 2 0 0", "DECRYPTION_FAILED"], .needsPassphrase),
            (["ERROR decrypt.algorithm 50331732 ?", "DECRYPTION_FAILED"], .damaged), ([], .damaged),
        ])
    func decrypting(lines: [String], refusal: GnuPGStatus.Refusal?) {
        #expect(status(lines).refusal(of: Array("x".utf8)) == refusal)
        #expect(
            status(lines).refusal(of: Array("x".utf8), hasAsked: true)
                == (refusal == .needsPassphrase ? .wrongPassphrase : refusal))
    }

    @Test("random output never crashes and is never good", arguments: 0..<100)
    func noise(seed: Int) {
        var random = SeededRandom(seed: seed)
        let words = [
            "[GNUPG:] ", "GOODSIG ", "VALIDSIG ", "NEWSIG", "TRUST_FULLY", "TRUST_NEVER ", "ERROR verify.leave ", "\n",
            " ", Self.print, "98", "\u{FF}",
        ]
        let text = (0..<200).map { _ in words.randomElement(using: &random) ?? "" }.joined()
        let found = GnuPGStatus(Array(text.utf8), of: .smime)
        #expect(found.signatures.allSatisfy { $0.outcome != .good || !$0.fingerprint.isEmpty })
        #expect(found.refusal(of: []) != nil)
    }
}
