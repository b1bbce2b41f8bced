import InboxModel
import Testing

@testable import MailContent

/// The lines are those of gpgsm 2.2.40, but for shorter fingerprints.
@Suite("Certificates that gpgsm lists")
struct CertificateListTests {
    private static func listing(_ all: [(print: String, validity: String, since: String, usage: String, email: String)])
        -> [UInt8]
    {
        let text = all.map { one in
            "crs:\(one.validity):2048:1:E7E7:\(one.since):20350216T153616:0B5F::CN=Root ca::\(one.usage)::::::23:\n"
                + "fpr:::::::::\(one.print):::155A:\nfp2:::::::::E5DC::::\ngrp:::::::::875C:\n"
                + "uid:\(one.validity)::::::::CN=<eve@example.test>::\nuid:\(one.validity)::::::::<\(one.email)>::\n"
        }
        return Array(("/home/ann/.gnupg/pubring.kbx\n---------\n" + text.joined()).utf8)
    }

    private static let all = listing([
        ("A1", "f", "20260101T000000", "esES", "ann@example.test"),
        ("A2", "f", "20260301T000000", "esES", "Ann@Example.test"),
        ("A3", "e", "20260501T000000", "esES", "ann@example.test"),
        ("B1", "f", "20260101T000000", "sS", "bo@example.test"),
        ("C1", "i", "20260101T000000", "esES", "cy@example.test"),
        ("D1", "f", "20260101T000000", "sS", "di@example.test"),
        ("D2", "f", "20260101T000000", "eE", "di@example.test"),
        ("E1", "f", "20260101T000000", "", "el@example.test"),
    ])

    private func best(_ email: String, _ use: KeyPath<GnuPGCertificate, Bool>) -> String {
        switch GnuPGCertificate.best(for: email, use, among: GnuPGCertificate.all(in: Self.all)) {
        case .success(let best): "\(best.fingerprint)\(best.isValid ? "" : " invalid")"
        case .failure(let reason): "\(reason)"
        }
    }

    @Test("the newest valid certificate is used that is made for it, and of exactly the address")
    func choice() {
        #expect(best("ann@example.test", \.signs) == "A2" && best("ANN@example.test", \.encrypts) == "A2")
        #expect(best("bo@example.test", \.signs) == "B1" && best("bo@example.test", \.encrypts) == "misused")
        #expect(best("cy@example.test", \.encrypts) == "C1 invalid")
        #expect(best("di@example.test", \.signs) == "D1" && best("di@example.test", \.encrypts) == "D2")
        #expect(best("el@example.test", \.signs) == "misused")
        // The name of a subject is no address.
        #expect(best("eve@example.test", \.signs) == "missing" && best("n@example.test", \.signs) == "missing")
        #expect(GnuPGCertificate.all(in: []).isEmpty && GnuPGCertificate.all(in: Array("fpr:::\ncrs:f\n".utf8)).isEmpty)
    }

    @Test(
        "a refusal says why",
        arguments: [
            ("INV_SGNR 9 A1", CertificateRefusal.missing), ("INV_RECP 3 A1", .misused), ("INV_RECP 4 A1", .revoked),
            ("INV_SGNR 5 A1", .expired), ("INV_SGNR 8 A1", .policy), ("INV_RECP 10 A1", .untrustedRoot),
            ("INV_RECP 12 A1", .noIssuer), ("INV_RECP 1 A1", .other), ("INV_RECP", .other),
        ])
    func refusals(line: String, reason: CertificateRefusal) {
        let status = GnuPGStatus(Array("[GNUPG:] PROGRESS starting_agent ? 0 0\n[GNUPG:] \(line)\n".utf8), of: .smime)
        #expect(status.refusedCertificate == reason)
        #expect(GnuPGStatus([], of: .smime).refusedCertificate == nil)
    }

    @Test("a passphrase that is missing is asked for, as older versions don't tell that from other failures")
    func passphrase() {
        let old = GnuPGStatus([], of: .smime)
        #expect(old.signingRefusal(hasAsked: false) == .needsPassphrase)
        #expect(old.signingRefusal(hasAsked: true) == .wrongPassphrase)
        let new = GnuPGStatus(Array("[GNUPG:] FAILURE sign 83886179\n".utf8), of: .smime)
        #expect(new.signingRefusal(hasAsked: true) == .cancelled)
    }
}
