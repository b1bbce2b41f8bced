import InboxModel
import MailContent
import TestSupport
import Testing

@Suite("GnuPG status output")
struct GnuPGStatusTests {
    private static let print = "5F38DFD949F7CDA809EFF069E3A233090AF34679"
    private static let valid = "VALIDSIG \(print) 2026-11-25 1795572688 0 4 0 22 8 00 \(print)"
    private static let ann = [MailAddress(name: "Ann", email: "Ann@example.test")]

    private func status(_ lines: String...) -> GnuPGStatus {
        GnuPGStatus(Array(lines.map { "[GNUPG:] \($0)\n" }.joined().utf8))
    }

    private func listing(_ users: [(String, String)], print: String = Self.print) -> [UInt8] {
        let lines =
            ["pub:u:255:22:E3A2:1:::u:::scESC:::::ed25519:::0:", "fpr:::::::::\(print):"]
            + users.map { "uid:\($0.0)::::1::34C5::\($0.1)::::::::::0:" }
        return Array((lines + ["sub:u:255:18:40DC:1::::::e:", "fpr:::::::::FFFF:"]).joined(separator: "\n").utf8)
    }

    private func verdict(_ users: [(String, String)], from: [MailAddress] = ann) throws -> SignatureVerdict {
        let signature = try #require(
            status("NEWSIG", "GOODSIG E3A233090AF34679 Ann <ann@example.test>", Self.valid).signatures.first)
        return SignatureVerdict(signature, users: GnuPGUser.all(of: Self.print, in: listing(users)), from: from)
    }

    @Test("H-6: a signature is good only for a From address that the user's own keys vouch for")
    func trust() throws {
        let good = SignatureVerdict.good(name: "Ann", email: "ann@example.test", key: "E3A233090AF34679")
        #expect(try verdict([("u", "Ann <ann@example.test>")]) == good)
        #expect(try verdict([("-", "Old <old@example.test>"), ("f", "Ann <ann@example.test>")]) == good)
        for validity in ["-", "q", "n", "m", "e", "r", "i", ""] {
            #expect(try verdict([(validity, "Ann <ann@example.test>")]) == .untrusted(key: "E3A233090AF34679"))
        }
        // Anyone can add another person's address to their own key.
        let mallory = try verdict([("f", "Mallory <mallory@evil.test>"), ("-", "Ann <ann@example.test>")])
        #expect(mallory == .otherAddress(["mallory@evil.test"], key: "E3A233090AF34679"))
        #expect(try verdict([("f", "ann@example.test <ann@evil.test>")]).isGood == false)
        #expect(try verdict([("f", "ann@example.test, ann@evil.test")]).isGood == false)
        #expect(try verdict([("f", "A <ann@example.test <x@y>")]).isGood == false)
        #expect(try verdict([("f", "Ann <ann@example.test>")], from: Self.ann + Self.ann).isGood == false)
        #expect(try verdict([("f", "Ann <ann@example.test>")], from: []).isGood == false)
    }

    @Test("the user ids of another key are ignored")
    func others() {
        let users = GnuPGUser.all(of: "FFFF", in: listing([("u", "Ann <ann@example.test>")]))
        #expect(users.isEmpty)
        let odd = GnuPGUser.all(of: Self.print, in: listing([("u", "A\\x3ab \\x1b[31m <a@example.test>")]))
        #expect(odd.map(\.name) == ["A:b \u{1B}[31m"])
    }

    @Test(
        "each kind of bad signature is recognised",
        arguments: [
            (["NEWSIG", "BADSIG E3A233090AF34679 Ann"], GnuPGStatus.Signature.Outcome.bad),
            (["NEWSIG", "EXPKEYSIG E3A233090AF34679 Ann", valid], .keyExpired),
            (["NEWSIG", "REVKEYSIG E3A233090AF34679 Ann", valid], .keyRevoked),
            (["NEWSIG", "EXPSIG E3A233090AF34679 Ann", valid], .signatureExpired),
            (
                ["NEWSIG", "ERRSIG E3A233090AF34679 22 8 00 1795572688 9 \(print)", "NO_PUBKEY E3A233090AF34679"],
                .noKey
            ),
            (["NEWSIG", "ERRSIG E3A233090AF34679 22 8 00 1795572688 4 \(print)"], .unreadable),
            // Without the lines that it depends on, it may be anything.
            (["NEWSIG", "GOODSIG E3A233090AF34679 Ann"], .unreadable),
            (["NEWSIG", "GOODSIG E3A233090AF34679 Ann", "VALIDSIG xyz"], .unreadable),
            (["NEWSIG", valid], .unreadable),
            // The first verdict on a signature counts.
            (["NEWSIG", "BADSIG E3A233090AF34679 Ann", "GOODSIG E3A233090AF34679 Ann", valid], .bad),
        ])
    func outcomes(lines: [String], outcome: GnuPGStatus.Signature.Outcome) {
        let bytes = Array(lines.map { "[GNUPG:] \($0)\n" }.joined().utf8)
        #expect(GnuPGStatus(bytes).signatures.map(\.outcome) == [outcome])
    }

    @Test("output for people is not parsed as status, even if it looks like it")
    func words() {
        let text =
            "gpg: Good signature\n GOODSIG 1 Ann\ngpg: [GNUPG:] GOODSIG 1 Ann\n[GNUPG:]GOODSIG 1\n\u{301}[GNUPG:] NEWSIG\n"
        #expect(GnuPGStatus(Array(text.utf8)).signatures.isEmpty)
        #expect(status("GOODSIG E3A233090AF34679 Ann", Self.valid).signatures.isEmpty)
    }

    @Test("a bad signature makes the whole verdict bad")
    func several() {
        let good = SignatureVerdict.good(name: "", email: "a@b", key: "1")
        #expect(SignatureVerdict.of([good, .bad]) == .bad)
        #expect(SignatureVerdict.of([.noKey("2"), good]) == good)
        #expect(SignatureVerdict.of([]) == .unreadable)
    }

    @Test("T-4: key names and addresses are cleaned, and lookalike letters are shown encoded")
    func cleaned() {
        let verdict = SignatureVerdict.good(name: "A\u{1B}[2J\u{202E}nn", email: "a@p\u{430}ypal.test", key: "1")
        let words = verdict.words(isWhole: true)
        #expect(!words.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" } && words.contains("@xn--"))
        #expect(verdict.words(isWhole: false).hasPrefix("only a part of this is signed"))
    }

    // MARK: Decrypting

    private static let whole = [
        "BEGIN_DECRYPTION", "DECRYPTION_INFO 2 9 0", "PLAINTEXT 62 1795572688 ", "PLAINTEXT_LENGTH 3",
        "DECRYPTION_OKAY",
        "GOODMDC", "END_DECRYPTION",
    ]

    private func refusal(_ lines: [String], _ output: String = "hi\n") -> GnuPGStatus.Refusal? {
        GnuPGStatus(Array(lines.map { "[GNUPG:] \($0)\n" }.joined().utf8)).refusal(of: Array(output.utf8))
    }

    @Test("only text that was decrypted whole and with integrity protection is shown")
    func guarded() {
        #expect(refusal(Self.whole) == nil)
        for index in [0, 4, 5, 6] {
            var lines = Self.whole
            lines.remove(at: index)
            #expect(refusal(lines) != nil, "without \(Self.whole[index])")
        }
        #expect(refusal(Self.whole.filter { $0 != "GOODMDC" }) == .unguarded)
        #expect(refusal(["PLAINTEXT 62 1 "] + Self.whole) != nil, "in front of it stands what was not encrypted")
        #expect(refusal(Self.whole + ["PLAINTEXT 62 1 "]) != nil)
        #expect(refusal(Self.whole + Self.whole) != nil)
        #expect(refusal(Self.whole, "hi") != nil, "cut")
        let lines = Self.whole.map { $0.hasPrefix("PLAINTEXT 62") ? "PLAINTEXT 74 1795572688 " : $0 }
            .map { $0 == "PLAINTEXT_LENGTH 3" ? "PLAINTEXT_LENGTH 4" : $0 }
        #expect(refusal(lines) == nil, "of text the ends of lines are counted as they were sent")
        #expect(refusal(lines, "hi\nmore") != nil)
        #expect(refusal(["PLAINTEXT 62 1 ", "PLAINTEXT_LENGTH 3"]) != nil, "never encrypted")
        #expect(refusal([]) == .damaged)
    }

    @Test(
        "each failed decryption is explained",
        arguments: [
            (["ENC_TO 1 18 0", "ERROR pkdecrypt_failed 67108949"], GnuPGStatus.Refusal.needsPassphrase),
            (["NEED_PASSPHRASE_SYM 9 3 2", "ERROR get_passphrase 85", "CANCELED_BY_USER"], .needsPassphrase),
            (["ERROR pkdecrypt_failed 67108875"], .wrongPassphrase), (["ERROR pkdecrypt_failed 67108963"], .cancelled),
            (["ENC_TO 1 18 0", "NO_SECKEY 1"], .noKey), (["NODATA 1"], .damaged),
            (["BEGIN_DECRYPTION", "PLAINTEXT 62 1 ", "BADMDC", "DECRYPTION_FAILED", "END_DECRYPTION"], .damaged),
            (["BEGIN_DECRYPTION", "PLAINTEXT 62 1 ", "DECRYPTION_FAILED", "END_DECRYPTION"], .unguarded),
        ])
    func refusals(lines: [String], reason: GnuPGStatus.Refusal) {
        #expect(refusal(lines) == reason)
    }

    @Test("random output never crashes and is never good", arguments: 0..<100)
    func noise(seed: Int) {
        var random = SeededRandom(seed: seed)
        let words = [
            "[GNUPG:] ", "GOODSIG ", "VALIDSIG ", "NEWSIG", "\n", " ", "E3A2", ":", "\\x", "uid:u:", "pub",
            "fpr:::::::::", "\u{FF}",
        ]
        let text = (0..<200).map { _ in words.randomElement(using: &random) ?? "" }.joined()
        let status = GnuPGStatus(Array(text.utf8))
        #expect(status.signatures.allSatisfy { $0.outcome != .good } && status.refusal(of: []) != nil)
        #expect(GnuPGUser.all(of: Self.print, in: Array(text.utf8)).isEmpty)
    }
}
