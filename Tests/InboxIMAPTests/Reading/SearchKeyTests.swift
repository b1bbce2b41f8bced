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
        #expect(key(words("Harbour"))?.text == "(TEXT \"Harbour\")")
        #expect(key(words("old harbour", .subject))?.text == "(SUBJECT \"old\" SUBJECT \"harbour\")")
        #expect(key(words("ada", .from))?.text == "(FROM \"ada\")")
        #expect(key(words("ada", .cc))?.text == "((OR CC \"ada\" BCC \"ada\"))")
        #expect(
            key(words("a", .people))?.text == "((OR FROM \"a\" (OR TO \"a\" (OR CC \"a\" BCC \"a\"))))")
    }

    @Test("words that ASCII does not have are looked for as they were typed")
    func otherWords() {
        #expect(key(words("Käse-Brot"))?.text == "(TEXT \"Käse\" TEXT \"Brot\")")
        #expect(key(words("漢字", .subject))?.text == "(SUBJECT \"漢字\")")
        // Composed, as mail programs write it.
        #expect(key(words("na\u{69}\u{308}ve"))?.text.unicodeScalars.contains("\u{EF}") == true)
    }

    @Test("a server that knows only ASCII is asked for the words that have it", arguments: ["Käse", "漢字", "漢字 naïve"])
    func onlyASCII(text: String) throws {
        func ascii(_ predicate: MailPredicate) throws -> SearchKey? {
            let question = try #require(RemoteQuestion(predicate, account: Self.account, mailboxes: []))
            return try #require(SearchKey(question)).inASCII(question)
        }
        #expect(try ascii(words(text)) == nil)
        #expect(try ascii(words(text) && .starred) == nil, "the newest starred mail would be found instead")
        #expect(try ascii(words(text) || words("cheese")) == nil)
        let some = words(text + " cheese")
        #expect(try ascii(some)?.text == "(TEXT \"cheese\")")
        #expect(try ascii(some)?.remainder == some, "a file need not have all of it")
    }

    @Test("Gmail is asked in its own language")
    func gmail() throws {
        func asked(_ predicate: MailPredicate) throws -> SearchKey {
            let question = try #require(RemoteQuestion(predicate, account: Self.account, mailboxes: []))
            return try #require(SearchKey(question, .init(isGmail: true)))
        }
        #expect(try asked(words("old Käse")).text == #"X-GM-RAW "\"old Käse\"""#)
        #expect(try asked(words("ada", .cc)).text == #"X-GM-RAW "{cc:\"ada\" bcc:\"ada\"}""#)
        #expect(try asked(words("a", .file)).text == #"X-GM-RAW "filename:\"a\"""#)
        #expect(try asked(words("ada", .subject)).remainder == .everything)
        #expect(try asked(words("ada", .body)).remainder == (words("ada", .body) || .hasFile).normalForm)
    }

    @Test("what the server may have found in a file counts, what it found within a word does not")
    func remainder() {
        #expect(key(words("art"))?.remainder == (words("art") || .hasFile).normalForm)
        #expect(key(words("art") && .starred)?.remainder == ((words("art") || .hasFile) && .starred).normalForm)
        #expect(key(.mailbox(.role(.inbox)))?.remainder == .everything)
        #expect(key(.starred && .hasFile)?.remainder == (.starred && .hasFile).normalForm)
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
        #expect(key(.messageID("a\u{85}b")) == nil)
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
