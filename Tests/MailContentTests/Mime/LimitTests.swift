import InboxModel
import MailContent
import Testing

@Suite("P-1: limits")
struct LimitTests {
    private static func nested(_ depth: Int) -> String {
        (0..<depth).map { "Content-Type: multipart/mixed; boundary=b\($0)x\n\n--b\($0)x\n" }.joined() + "\ninnermost\n"
    }

    private static func parts(_ count: Int) -> String {
        "Content-Type: multipart/mixed; boundary=b\n\n"
            + String(repeating: "--b\nContent-Type: application/x\n\nx\n", count: count) + "--b--\n"
    }

    @Test(
        "fifty levels are read, more stay in one piece",
        arguments: [(49, false), (50, false), (51, true), (5_000, true)])
    func depth(levels: Int, isOpaque: Bool) {
        let message = ParsedMessage.parse(Self.nested(levels))
        #expect(message.problems.contains { $0.contains("50") } == isOpaque)
        #expect((message.body.plain?.contains("innermost") == true) == !isOpaque)
        #expect(message.files.contains { $0.contentType == "application/octet-stream" } == isOpaque)
    }

    @Test(
        "a thousand parts are read, the rest is one part",
        arguments: [(998, 998, false), (999, 999, false), (100_000, 1_000, true)])
    func parts(count: Int, files: Int, isCut: Bool) {
        let message = ParsedMessage.parse(Self.parts(count))
        #expect(message.files.count == files)
        #expect(message.problems.contains { $0.contains("1,000") } == isCut)
    }

    @Test(
        "long values are cut at 64 KiB",
        arguments: [(65_535, false), (65_536, false), (65_537, true), (6_500_000, true)])
    func value(length: Int, isCut: Bool) {
        let message = ParsedMessage.header("X-Long: " + String(repeating: "x", count: length))
        #expect(message.problems.isEmpty == !isCut)
        #expect(message.headers.first?.value.count == (length < 2_000_000 ? min(length, 65_536) : nil))
    }

    @Test("P-2: words that each change the charset are decoded up to a limit, the rest stays raw")
    func changingCharsets() {
        let words = (0..<1_000).map { "=?\($0 % 2 == 0 ? "koi8-r" : "iso-2022-jp")?q?=C1\($0)?=" }
        let subject = ParsedMessage.header("Subject: " + words.joined(separator: " ")).subject
        #expect(subject.hasPrefix("а0") && subject.contains("а198"))
        #expect(!subject.contains("а900") && subject.hasSuffix("=C1999?="))
    }

    @Test("headers beyond 1 MiB are left out, and the text stays")
    func headers() {
        let text = "Subject: s\n" + String(repeating: "X-A: " + String(repeating: "y", count: 995) + "\n", count: 5_000)
        let message = ParsedMessage.parse(text + "\nbody\n")
        #expect(message.subject == "s")
        #expect(message.headers.count < 1_100)
        #expect(message.body.plain == "body\n")
        #expect(message.problems.count == 1)
    }

    @Test("ten thousand addresses and a thousand references are kept")
    func many() {
        let line = "To: " + (0..<500).map { "a\($0)@b.test" }.joined(separator: ", ") + "\n"
        let crowd = ParsedMessage.parse(String(repeating: line, count: 30) + "\n")
        #expect(crowd.to.count == 10_000)
        #expect(!crowd.problems.isEmpty)
        let long = ParsedMessage.header("References: " + String(repeating: "<a@b> ", count: 5_000))
        #expect(long.references.count == 1_000)
        #expect(!long.problems.isEmpty)
    }

    @Test(
        "P-2: hostile input takes time linear in its size",
        arguments: [
            "--b\n\n", "a:b\n", "Content-Type: multipart/mixed; boundary=b\n\n--b\n", "(", "\"", "<", "=?utf-8?q?a?= ",
            "\0", "\n", "--b--\n",
        ])
    func linear(unit: String) {
        func seconds(_ size: Int) -> Double {
            let text =
                "Content-Type: multipart/mixed; boundary=b\nTo: "
                + String(repeating: unit, count: size / unit.utf8.count)
            let bytes = Array(text.utf8)
            let best =
                (0..<2).map { _ in ContinuousClock().measure { _ = ParsedMessage.parse(bytes).snippet } }.min() ?? .zero
            return Double(best.components.attoseconds) / 1e18 + Double(best.components.seconds)
        }
        let small = seconds(32 << 10)
        let large = seconds(256 << 10)
        // Eight times the size; quadratic time would be 64 times as long. Short times prove nothing.
        #expect(large < max(0.3, small * 24))
    }
}
