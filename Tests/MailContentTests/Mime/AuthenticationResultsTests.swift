import InboxModel
import Testing

@testable import MailContent

@Suite("H-6: sender checks by the user's server")
struct AuthenticationResultsTests {
    private static let own = "mx.example.test"

    private func verdict(_ headers: [String], from: String = "ann@shop.test") -> AuthenticationResults.Verdict? {
        AuthenticationResults.trusted(headers, server: Self.own)?.verdict(from: from)
    }

    @Test(
        "a check counts only for the domain of the From address",
        arguments: [
            ("dmarc=pass header.from=shop.test", .verified), ("dmarc=fail (p=reject) header.from=shop.test", .failed),
            ("dmarc=pass header.from=other.test", .notVerified), ("dkim=pass header.d=shop.test", .verified),
            ("dkim=pass header.i=@mail.shop.test", .verified), ("dkim=pass header.d=other.test", .notVerified),
            ("spf=pass smtp.mailfrom=bounce@mail.shop.test", .verified),
            ("spf=pass smtp.mailfrom=other.test", .notVerified),
            ("dkim=fail header.d=shop.test", .failed), ("dkim=fail header.d=other.test", .notVerified),
            ("spf=hardfail smtp.mailfrom=shop.test", .failed), ("dkim=permerror header.d=shop.test", .failed),
            ("dkim=policy header.d=shop.test", .failed), ("dkim=temperror header.d=shop.test", .notVerified),
            ("spf=softfail smtp.mailfrom=shop.test", .notVerified), ("none", .notVerified), ("", .notVerified),
            ("dmarc=fail header.from=shop.test; dkim=pass header.d=shop.test", .failed),
            ("dkim=pass header.b=a=== header.d=shop.test", .verified),
            ("dkim/1 = pass reason=\"good; dkim=fail\" header.d = shop.test", .verified),
            ("dkim=(pass) fail header.d=shop.test", .failed),
            ("dkim=pass (header.d=shop.test) header.d=evil.test", .notVerified),
            ("spf=neutral; dkim=pass header.d=\"shop.test\"", .verified), ("DKIM=PASS HEADER.D=SHOP.TEST", .verified),
            // What senders choose stays quoted, even if its letters join the quotes.
            (
                "spf=pass smtp.mailfrom=\"\u{301};dmarc=pass header.from=shop.test;\u{D4E}\"@evil.test; "
                    + "dmarc=fail header.from=shop.test", .failed
            ), ("spf=none (\u{301};dmarc=pass;\u{D4E}) smtp.mailfrom=evil.test", .notVerified),
        ] as [(String, AuthenticationResults.Verdict)])
    func checks(results: String, expected: AuthenticationResults.Verdict) {
        #expect(verdict(["\(Self.own); \(results)"]) == expected)
        #expect(verdict(["\(Self.own) 1;\r\n\t\(results)"]) == expected)
    }

    @Test(
        "only the topmost header of the user's own server counts, and forged ones below it or of other servers do not"
    )
    func forged() {
        let (pass, fail) = ("dmarc=pass header.from=shop.test", "dmarc=fail header.from=shop.test")
        #expect(verdict(["\(Self.own); \(fail)", "\(Self.own); \(pass)"]) == .failed)
        #expect(verdict(["mx.evil.test; \(pass)"]) == nil)
        #expect(verdict(["mx.evil.test; \(pass)", "\(Self.own); \(fail)"]) == .failed)
        #expect(verdict(["\(Self.own).evil.test; \(pass)", "(\(Self.own)) evil.test; \(pass)"]) == nil)
        #expect(verdict(["", ";", "= pass", "\"", "((((", "\(Self.own.uppercased()); \(pass)"]) == .verified)
        #expect(verdict([]) == nil)
    }

    @Test("mail with no sender or several is not verified, whatever the checks say of them")
    func severalSenders() {
        let (ann, bob) = (MailAddress(email: "ann@shop.test"), MailAddress(email: "bob@shop.test"))
        let pass = ["\(Self.own); dmarc=pass header.from=shop.test"]
        for (from, expected) in [([ann], .verified), ([ann, bob], .notVerified), ([], .notVerified)]
            as [([MailAddress], AuthenticationResults.Verdict)]
        {
            #expect(AuthenticationResults.verdict(pass, server: Self.own, from: from) == expected)
        }
    }

    @Test("the headers page begins with the verdict, or says why there is none")
    func headers() {
        let mail = Array(
            """
            Authentication-Results: mx.example.test;
             dkim=pass header.d=shop.test; spf=fail smtp.mailfrom=x@\u{1B}evil.test
            From: Ann <ann@shop.test>
            Subject: Hello

            Text
            """.utf8)
        func lines(_ server: String?) -> [String] { FileText.headers(of: mail, trusting: server).lines.map(\.text) }
        #expect(
            Array(lines(Self.own).prefix(3)) == [
                "mx.example.test: verified", "dkim pass shop.test", "spf fail \u{FFFD}evil.test",
            ])
        #expect(lines("mx.other.test").first == "Not checked by mx.other.test")
        #expect(lines(nil)[1].contains("mx.example.test") && lines(nil)[1].contains("authenticationServers"))
        #expect(ParsedMessage.headers(named: "authentication-results", of: mail).count == 1)
    }

    @Test("the sender of an attached message is checked, too")
    func attached() throws {
        let mail = Array("From: \"boss@bank.test\" <eve@pаypal.test>\nSubject: Hi\n\nText".utf8)
        let text = try #require(FileText.read(mail, type: "message/rfc822", name: ""))
        #expect(text.lines.count { $0.marker?.hasPrefix("Careful") == true } == 2)
        #expect(text.lines[0].text.contains("eve@xn--"))
    }
}
