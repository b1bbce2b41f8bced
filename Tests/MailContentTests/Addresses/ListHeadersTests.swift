import InboxModel
import MailContent
import Testing

@Suite("Headers of mailing lists")
struct ListHeadersTests {
    @Test(
        "List-Post has the address for posts, or says that nobody may post (RFC 2369 §3.4)",
        arguments: [
            ("<mailto:dev@a.test>", "dev@a.test"), ("(Postings) <mailto:dev@a.test?subject=x>", "dev@a.test"),
            ("<https://a.test/post>, <mailto:dev@a.test>", "dev@a.test"), ("NO", ""),
            (" no (posting not allowed on this list)", ""), ("nobody", nil), ("<https://a.test/post>", nil),
        ] as [(String, String?)])
    func post(value: String, email: String?) {
        #expect(ListHeaders.post([value])?.email == email)
        #expect(ListHeaders.post([]) == nil)
    }

    @Test("Mail-Followup-To is split before it is decoded (H-3); the topmost counts")
    func followUpTo() {
        let value = "=?utf-8?q?eve=40evil.test=2C?= <ann@a.test>, undisclosed:;, bo@b.test"
        #expect(ListHeaders.followUpTo([value, "eve@evil.test"]).map(\.email) == ["ann@a.test", "bo@b.test"])
        #expect(ListHeaders.followUpTo([]).isEmpty && ListHeaders.followUpTo(["nobody"]).isEmpty)
    }
}
