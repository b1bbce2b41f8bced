import Foundation
import MailContent
import Testing

/// Mails modelled on the structure of real ones: nested tables, conditional comments, hidden preheaders, filler,
/// tracking pixels, dark-mode tricks. Each is compared with its text at 80 and at 120 columns.
@Suite("Newsletters, receipts and invitations")
struct NewsletterTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Newsletters")
    static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? [])
        .filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()

    @Test("each newsletter matches its golden text at 80 and at 120 columns", arguments: names, [80, 120])
    func golden(name: String, width: Int) throws {
        let text = StyledText(html: try Self.html(name))
        let drawn = Self.drawn(text, width)
        let file = Self.folder.appending(path: "\(name)-\(width).txt")
        let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
        guard !isRecording, let expected = try? String(contentsOf: file, encoding: .utf8) else {
            try drawn.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(file.lastPathComponent)")
            return
        }
        #expect(drawn == expected)
    }

    /// Text in them that is not for the reader.
    private static let hidden = [
        "Thanks for your order!", "Check in from", "Five reads", "qrX-filler", "unique-id", "inv-track",
        "doors-hidden", "preview only", "spam-filter poem", "Message ID", "phone", "supportLists",
        "Your code is in", "Screen readers only", "Twenty percent off", "Tap to see this", "is confirmed",
        "Wheel inspection",
    ]

    @Test("each hidden text occurs in a sample", arguments: hidden)
    func hides(word: String) throws {
        #expect(try Self.names.contains { try Self.html($0).contains(word) })
    }

    @Test("W-4: no hidden text, pixel or filler is shown", arguments: names)
    func junk(name: String) throws {
        let text = StyledText(html: try Self.html(name))
        for word in Self.hidden { #expect(!text.plainText.contains(word), "\(word)") }
        #expect(!text.plainText.unicodeScalars.contains { $0 == "\u{200C}" || $0 == "\u{34F}" })
        #expect(!zip(text.lines, text.lines.dropFirst()).contains { $0.isEmpty && $1.isEmpty && !$0.isPreformatted })
    }

    @Test("no link target is lost", arguments: names)
    func links(name: String) throws {
        let html = try Self.html(name)
        let targets = Set(StyledText(html: html).links.map(\.target))
        // The contents of comments are only for Word.
        let shown = html.replacing(/<!--(?!>).*?-->/, with: "")
        for match in shown.matches(of: /<a [^>]*href="(?<target>[^"]+)"/) {
            let target = String(match.output.target).replacing("&amp;", with: "&")
            #expect(targets.contains(target))
        }
    }

    private static func html(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name + ".html"), encoding: .utf8)
    }

    private static func drawn(_ text: StyledText, _ width: Int) -> String {
        var rows: [String] = []
        for line in text.wrapped(to: width, measure: { $0.utf8.count > 3 ? 2 : 1 }) {
            let blanks = max(0, line.indent - (line.marker?.count ?? 0))
            let start = String(repeating: "▏ ", count: line.quoteDepth) + String(repeating: " ", count: blanks)
            let words = line.runs.map { $0.link == nil ? $0.text : "‹\($0.text)›" }.joined()
            rows.append(start + (line.marker ?? "") + (line.isRule ? "────" : words))
        }
        rows.append("")
        for (index, link) in text.links.enumerated() {
            rows.append("[\(index + 1)] \(link.target)" + (link.note.map { " ⚠ \($0)" } ?? ""))
        }
        rows.append("pictures elsewhere: \(text.remoteImageCount), hidden texts: \(text.hiddenTextCount)")
        return rows.joined(separator: "\n") + "\n"
    }
}
