import InboxModel
import MailContent
import Testing

@Suite("Ways to unsubscribe")
struct UnsubscriptionTests {
    private static let word = "List-Unsubscribe=One-Click"

    @Test(
        "one-click needs https and the sender's List-Unsubscribe-Post (RFC 8058)",
        arguments: [
            ("<https://a.test/leave?u=1>", [word], "https://a.test/leave?u=1"),
            ("<mailto:leave@a.test>, <https://a.test/x>", [" list-unsubscribe=one-click "], "https://a.test/x"),
            ("<https://a.test/lo\r\n ng>", [word], "https://a.test/long"),
            ("(by web) <http://a.test/x>, <https://b.test/y> (by mail)", [word], "https://b.test/y"),
            ("<https://a.test/x>", [], nil), ("<https://a.test/x>", ["yes"], nil),
            ("<https://a.test/x>", [word, word], nil), ("<http://a.test/x>", [word], nil),
            ("<mailto:leave@a.test>", [word], nil),
        ] as [(String, [String], String?)])
    func request(way: String, posts: [String], target: String?) throws {
        #expect(try #require(Unsubscription(ways: [way], posts: posts)).oneClick == target)
    }

    @Test("a mailto link has recipient and subject, and an https page comes before http")
    func others() throws {
        let way = try #require(
            Unsubscription(
                ways: ["<http://a.test/x>, <mailto:leave@a.test?subject=off%20now>, <https://a.test/y>"], posts: []))
        #expect(way.mail?.to.map(\.email) == ["leave@a.test"] && way.mail?.subject == "off now")
        #expect(way.page == "https://a.test/y")
        #expect(Unsubscription(ways: ["<http://a.test/x>"], posts: [])?.page == "http://a.test/x")
    }

    @Test(
        "unsafe and malformed ways are ignored",
        arguments: [
            "", "leave@a.test", "<>", "<javascript:alert(1)>", "<file:///etc/passwd>", "<mailto:>", "<https://>",
            "<https://a.test", "https://a.test/x>", "NO",
        ])
    func nothing(way: String) {
        #expect(Unsubscription(ways: [way], posts: [Self.word]) == nil)
        #expect(Unsubscription(ways: [], posts: [Self.word]) == nil)
    }

    @Test("the topmost of two headers counts")
    func topmost() {
        #expect(Unsubscription(ways: ["<https://a.test/>", "<https://b.test/>"], posts: [])?.page == "https://a.test/")
    }
}
