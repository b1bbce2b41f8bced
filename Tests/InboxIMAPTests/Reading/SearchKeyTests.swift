import Foundation
import InboxModel
import Testing

@testable import InboxIMAP

@Suite("Queries as keys of a search")
struct SearchKeyTests {
    private static let account = AccountID(1)

    private func key(_ predicate: MailPredicate, mailboxes: [Mailbox] = []) -> SearchKey? {
        RemoteQuestion(predicate, account: Self.account, mailboxes: mailboxes).flatMap { SearchKey($0) }
    }

    private func words(_ text: String, _ field: MailPredicate.Field = .anywhere) -> MailPredicate {
        .words(field, WordSequence(text))
    }

    @Test("words are looked for one by one")
    func wordKeys() {
        #expect(key(words("Harbour"))?.text == "(TEXT \"harbour\")")
        #expect(key(words("old harbour", .subject))?.text == "(SUBJECT \"old\" SUBJECT \"harbour\")")
        #expect(key(words("ada", .from))?.text == "(FROM \"ada\")")
        #expect(key(words("ada", .cc))?.text == "((OR CC \"ada\" BCC \"ada\"))")
        #expect(
            key(words("a", .people))?.text == "((OR FROM \"a\" (OR TO \"a\" (OR CC \"a\" BCC \"a\"))))")
    }

    @Test("words that ASCII does not have are not looked for", arguments: ["Käse", "漢字", "naïve text"])
    func otherWords(text: String) {
        #expect(key(words(text)) == nil)
        #expect(key(words(text) && .starred) == nil, "the newest starred mail would be found instead")
        #expect(key(words(text) || words("cheese")) == nil)
    }

    @Test("marks, sizes and days")
    func marks() {
        #expect(key(.starred && words("a"))?.text == "FLAGGED (TEXT \"a\")")
        #expect(key(.unread)?.text == "NOT SEEN NOT DRAFT")
        #expect(key(.keyword(Keyword("todo")))?.text == "KEYWORD todo")
        #expect(key(.larger(than: 5) && .smaller(than: 9))?.text == "LARGER 5 SMALLER 9")
        #expect(key(.size(in: 5...9))?.text == "NOT SMALLER 5 NOT LARGER 9")
        let date = Date(timeIntervalSince1970: 1_772_323_200)
        #expect(key(.receivedSince(date))?.text == "SINCE 27-Feb-2026")
        #expect(key(.receivedBefore(date))?.text == "BEFORE 3-Mar-2026")
        #expect(key(.messageID("a@b"))?.text == "HEADER Message-ID \"<a@b>\"")
        #expect(key(.address(.from, pattern: "ada@a.example"))?.text == "FROM \"ada@a.example\"")
    }

    @Test("what one part of OR or NOT can't say, the whole does not")
    func parts() {
        #expect(key(.starred || .hasFile) == nil)
        #expect(key(.not(.hasFile)) == nil)
        #expect(key(.not(words("a"))) == nil)
        #expect(key(.starred && .hasFile)?.text == "FLAGGED")
        #expect(key(.starred || .unread)?.text == "(OR FLAGGED (NOT SEEN NOT DRAFT))")
        #expect(key(.keyword(.new)) == nil)
    }

    @Test("nothing in a query breaks out of its key")
    func hostile() {
        #expect(key(.messageID("a\"b\r\nc")) == nil)
        #expect(key(.address(.from, pattern: "a\r\nb DELETE x")) == nil)
        #expect(key(.keyword(Keyword("a b"))) == nil)
        #expect(key(.address(.to, pattern: #"a"b"#))?.text == #"TO "a\"b""#)
    }

    @Test("a key is not too long")
    func long() {
        let many = MailPredicate.any((0..<1_000).map { .address(.from, pattern: "a\($0)@a.example") })
        #expect(key(many) == nil)
    }
}
