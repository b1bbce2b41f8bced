import InboxModel
import TestSupport
import Testing

@Suite("Text patterns")
struct TextPatternTests {
    @Test(
        "a star matches anything, and case is ignored",
        arguments: [
            ("*@shop.test", "Ann@Shop.Test", true), ("ann@*", "ann@shop.test", true), ("*", "", true), ("", "", true),
            ("", "a", false),
            ("a*b*c", "aXXbYYc", true), ("a*b*c", "aXXbYY", false), ("**", "x", true),
            ("ann@shop.test", "joann@shop.test", false),
            ("*ann*", "joann@shop.test", true), ("ann", "ann@shop.test", false),
        ])
    func matches(pattern: String, address: String, isMatch: Bool) {
        #expect(TextPattern(pattern, blindToCase: true).matches(address) == isMatch)
    }

    @Test("fast and plain matching agree", arguments: 0..<300)
    func agrees(seed: Int) {
        var random = SeededRandom(seed: seed)
        let pattern = (0..<random.int(0..<7)).map { _ in random.pick(["a", "b", "*"]) }.joined()
        let text = (0..<random.int(0..<8)).map { _ in random.pick(["a", "b"]) }.joined()
        #expect(TextPattern(pattern).matches(text) == Self.plain(Substring(pattern), Substring(text)))
    }

    private static func plain(_ pattern: Substring, _ text: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return plain(pattern.dropFirst(), text) || (!text.isEmpty && plain(pattern, text.dropFirst()))
        }
        return text.first == first && plain(pattern.dropFirst(), text.dropFirst())
    }

    @Test(
        "a whole text is compared exactly",
        arguments: [
            ("Lunch", "Lunch", true), ("Lunch", "lunch", false), ("e\u{301}", "é", false), ("L*", "Lunch", true),
            ("*unch", "Lunch", true), ("*nc*", "Lunch", true), ("L*h", "L", false), ("a*a", "a", false),
            ("\\*", "*", true), ("\\*", "x", false), ("\\\\", "\\", true), ("a\\*b", "a*b", true),
        ])
    func compares(pattern: String, text: String, isMatch: Bool) {
        #expect(TextPattern(pattern).matches(text) == isMatch)
    }

    @Test("a literal text with stars can be matched", arguments: ["", "*", "a*", "\\", "\\*", "***SPAM***", "a\\b"])
    func whole(text: String) {
        let pattern = TextPattern(TextPattern.whole(text))
        #expect(pattern.matches(text))
        #expect(pattern.wholeText == text)
        #expect(!pattern.matches(text + "x"))
    }

    @Test("a list matches by its id or the first labels of it")
    func lists() {
        func matches(_ name: String, _ listID: String?, _ recipient: String = "x@y.test") -> Bool {
            ListPattern(name).matches(listID: listID, recipients: [MailAddress(email: recipient)])
        }
        #expect(matches("notmuch", "notmuch.notmuchmail.org"))
        #expect(matches("notmuch@notmuchmail.org", "NotMuch.notmuchmail.org"))
        #expect(matches("notmuch.notmuchmail", "notmuch.notmuchmail.org"))
        #expect(matches("*.notmuchmail.org", "notmuch.notmuchmail.org"))
        #expect(!matches("much", "notmuch.notmuchmail.org"))
        #expect(!matches("notmuchmail.org", "notmuch.notmuchmail.org"))
        #expect(!matches("notmuch", "", "notmuch@notmuchmail.org"), "it is known to have come through no list")
        #expect(matches("*", "notmuch.notmuchmail.org") && !matches("*", ""))
        #expect(!matches("*", nil), "any address would stand for a list")
        #expect(matches("notmuch", nil, "notmuch@notmuchmail.org"), "the address stands for a List-Id not told")
    }

    @Test("many stars take at most quadratic time")
    func isNotExponential() {
        let pattern = String(repeating: "a*", count: 2_000) + "b"
        let started = ContinuousClock.now
        #expect(!TextPattern(pattern).matches(String(repeating: "a", count: 4_000)))
        #expect(ContinuousClock.now - started < .seconds(5))
    }
}
