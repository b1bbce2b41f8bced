import Foundation
import InboxModel
import MailContent
import TestSupport
import Testing

@Suite("Broken and hostile mail")
struct MutationTests {
    @Test("P-2: no mutation crashes or lets a control through", arguments: 0..<150)
    func mutations(seed: Int) {
        var random = SeededRandom(seed: seed)
        var bytes = Array((PartTests.mixed + "\n" + HTMLTests.sample).utf8)
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1 where place < bytes.count:
                bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...30, using: &random)))
            case 2:
                let from = Int.random(in: 0...place, using: &random)
                bytes.insert(contentsOf: Array(bytes[from..<min(place, from + 200)]), at: min(place, bytes.count))
            default:
                bytes.insert(contentsOf: Self.spices.randomElement(using: &random) ?? [], at: min(place, bytes.count))
            }
        }
        check(ParsedMessage.parse(bytes), bytes)
    }

    @Test("random bytes do not crash the parser", arguments: 0..<40)
    func noise(seed: Int) {
        var random = SeededRandom(seed: seed)
        let bytes = (0..<Int.random(in: 0...4_000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
        }
        check(ParsedMessage.parse(bytes), bytes)
    }

    private func check(_ message: ParsedMessage, _ bytes: [UInt8]) {
        for file in message.files {
            #expect(ParsedMessage.fileContents(of: bytes, partID: file.partID)?.count == file.size)
        }
        #expect(forbidden(in: message.snippet, linesAllowed: false).allSatisfy { (0x200E...0x2069).contains($0.value) })
        let text = BodyChoice.preferred(message.body)
        for line in text.wrapped(to: 20, measure: { _ in 1 }) {
            #expect(forbidden(in: line.text, linesAllowed: true).isEmpty)
        }
        #expect(QuoteFolding(text).folds.allSatisfy { $0.lines.upperBound <= text.lines.count })
    }

    private static let spices: [[UInt8]] = [
        Array("\n--out\n".utf8), Array("--in--".utf8), [0], [0x1B, 0x5D, 0x35, 0x32, 0x3B], [0xFF, 0xFE],
        Array("=?utf-8?b?".utf8),
        Array("<table><tr><td>".utf8), Array("&#x202e;".utf8), Array("\r".utf8), Array("\u{202E}\u{9B}".utf8),
        [0xC2, 0x9B],
    ]

    /// An mbox file of public mailing lists beside the project, if it exists.
    private static let mbox = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("shared/mail/lists.mbox")

    private static let hasMbox = FileManager.default.fileExists(atPath: mbox.path)

    @Test("real list mail is parsed without loss", .enabled(if: hasMbox))
    func lists() throws {
        let bytes = [UInt8](try Data(contentsOf: Self.mbox))
        var messages: [[UInt8]] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.starts(with: Array("From MAILER-DAEMON ".utf8)) {
                messages.append([])
            } else if !messages.isEmpty {
                messages[messages.count - 1] += line + [0x0A]
            }
        }
        #expect(messages.count > 200)
        let parsed = messages.map { ParsedMessage.parse($0) }
        #expect(parsed.allSatisfy { $0.messageID != nil && $0.date != nil && !$0.from.isEmpty && !$0.subject.isEmpty })
        #expect(parsed.count { !$0.problems.isEmpty } <= parsed.count / 20)
        #expect(parsed.allSatisfy { !$0.snippet.isEmpty })
        #expect(parsed.contains { $0.files.contains { $0.fileName.hasSuffix(".patch") } })
    }
}
