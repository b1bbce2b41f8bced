import InboxModel
import TestSupport
import Testing

@Suite("Address patterns")
struct AddressPatternTests {
    @Test(
        "a star stands for anything, and case does not matter",
        arguments: [
            ("*@shop.test", "Ann@Shop.Test", true), ("ann@*", "ann@shop.test", true), ("*", "", true), ("", "", true),
            ("", "a", false),
            ("a*b*c", "aXXbYYc", true), ("a*b*c", "aXXbYY", false), ("**", "x", true),
            ("ann@shop.test", "joann@shop.test", false),
            ("*ann*", "joann@shop.test", true), ("ann", "ann@shop.test", false),
        ])
    func matches(pattern: String, address: String, isMatch: Bool) {
        #expect(pattern.matchesAddress(address) == isMatch)
    }

    @Test("the quick way agrees with the plain one", arguments: 0..<300)
    func agrees(seed: Int) {
        var random = SeededRandom(seed: seed)
        let pattern = (0..<random.int(0..<7)).map { _ in random.pick(["a", "b", "*"]) }.joined()
        let text = (0..<random.int(0..<8)).map { _ in random.pick(["a", "b"]) }.joined()
        #expect(pattern.matchesAddress(text) == Self.plain(Substring(pattern), Substring(text)))
    }

    private static func plain(_ pattern: Substring, _ text: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return plain(pattern.dropFirst(), text) || (!text.isEmpty && plain(pattern, text.dropFirst()))
        }
        return text.first == first && plain(pattern.dropFirst(), text.dropFirst())
    }

    @Test("many stars cost no more than the lengths multiplied")
    func isNotExponential() {
        let pattern = String(repeating: "a*", count: 2_000) + "b"
        let started = ContinuousClock.now
        #expect(!pattern.matchesAddress(String(repeating: "a", count: 4_000)))
        #expect(ContinuousClock.now - started < .seconds(5))
    }
}
