import Foundation
import Testing

@testable import InboxServer

@Suite("mbox files")
struct MboxReaderTests {
    private static func texts(_ mbox: String) throws -> [String] {
        let reader = try MboxReader(Array(mbox.utf8))
        return try (0..<reader.count).map { String(decoding: try reader.message($0).raw, as: UTF8.self) }
    }

    private static let line = "From a@b Tue May 13 16:53:20 2014\n"

    @Test("split at From lines only")
    func splitting() throws {
        #expect(try Self.texts("") == [])
        #expect(try Self.texts("\n\n") == [])
        #expect(
            try Self.texts(Self.line + "A: 1\n\nx\n\n" + Self.line + "B: 2\n\ny\n") == ["A: 1\n\nx\n", "B: 2\n\ny\n"])
        #expect(
            try Self.texts(Self.line + "A: 1\n\nFrom here on\n\nFrom then on\n") == [
                "A: 1\n\nFrom here on\n\nFrom then on\n"
            ])
        #expect(
            try Self.texts(Self.line + "A: 1\n\n>From x\n>>From y\n> From z\n") == [
                "A: 1\n\nFrom x\n>From y\n> From z\n"
            ])
        let crlf = (Self.line + "A: 1\n\nx\n\n" + Self.line + "B: 2\n\ny\n\n").replacing("\n", with: "\r\n")
        #expect(try Self.texts(crlf) == ["A: 1\r\n\r\nx\r\n", "B: 2\r\n\r\ny\r\n"])
        #expect(try Self.texts("A: 1\n\nno From line\n") == ["A: 1\n\nno From line\n"])
        #expect(try Self.texts(Self.line) == [""])
    }

    @Test("lose nothing that comes before the first From line, or in a mail by itself")
    func alone() throws {
        let mail = "A: 1\n\nHello\n\nFrom what I hear, it works.\n\nFrom 10:30 on we meet.\n"
        #expect(try Self.texts(mail) == [mail])
        #expect(try Self.texts(Self.line + mail) == [mail])
        #expect(try Self.texts("\n" + mail + "\n" + Self.line + "B: 2\n\ny\n") == [mail, "B: 2\n\ny\n"])
        #expect(try Self.texts("\u{FEFF}" + Self.line + "A: 1\n\nx\n\n" + Self.line + "B: 2\n\ny\n").count == 2)
        for date in ["Tue May 13 16:53:20 PDT 2014", "Sat Jan  3 01:05:34 96", "Tue, 13 May 2014 16:53"] {
            #expect(try Self.texts(Self.line + "A: 1\n\nx\n\nFrom a@b \(date)\nB: 2\n\ny\n").count == 2, "\(date)")
        }
    }

    @Test("are split by the length in the headers, as mutt writes it, unless it is wrong", arguments: ["\n", "\r\n"])
    func lengths(lineEnd: String) throws {
        let patch = "See:\n\nFrom 0123abc Mon Sep 17 00:00:00 2001\nSubject: wheels\n\n---\n"
        func mbox(_ length: Int) -> String {
            let first = "A: 1\nContent-Length: \(length)\n\n\(patch)"
            return (Self.line + first + "\n" + Self.line + "B: 2\n\ny\n").replacing("\n", with: lineEnd)
        }
        let right = patch.replacing("\n", with: lineEnd).utf8.count
        let whole = try Self.texts(mbox(right))
        #expect(whole.count == 2 && whole[0].hasSuffix("---" + lineEnd) && whole[1].hasPrefix("B: 2"))
        for wrong in [0, 3, right + 20, 9_999_999, .max] {
            #expect(try Self.texts(mbox(wrong)).count == 3, "\(wrong)")
        }
    }

    @Test(
        "are refused when they are compressed",
        arguments: [[0x1F, 0x8B, 8, 0], [0x50, 0x4B, 3, 4, 20], [0x42, 0x5A, 0x68, 0x39]] as [[UInt8]])
    func compressed(start: [UInt8]) throws {
        let error = #expect(throws: ServerError.self) { try MboxReader(start + [UInt8](repeating: 1, count: 50)) }
        #expect(error?.description.contains("compressed") == true)
    }

    @Test(
        "tell when each message came",
        arguments: ["Tue May 13 16:53:20 2014", "Tue May 13 16:53:20 +0000 2014"])
    func date(time: String) throws {
        let reader = try MboxReader(Array("From 1400000000@xxx \(time)\r\nA: 1\r\n\r\nx\r\n".utf8))
        #expect(try reader.message(0).date == Date(timeIntervalSince1970: 1_400_000_000))
    }

    @Test("are read in blocks that may end anywhere")
    func pieces() throws {
        // Each message is longer than the previous one, so that blocks of 1 MiB end anywhere in a line.
        let bodies = (0..<60).map { String(repeating: "\($0) words and words\n", count: 1000 + 37 * $0) }
        let mbox = bodies.map { Self.line + "A: 1\n\n\($0)\n" }.joined()
        #expect(mbox.utf8.count > 2 << 20)
        #expect(try Self.texts(mbox) == bodies.map { "A: 1\n\n\($0)" })
    }

    @Test("are read from files; other paths are refused")
    func files() async throws {
        try await TestFolder.with { folder in
            let path = try folder.write(mbox: [MailText("1"), MailText("2")])
            #expect(try MboxReader(path: path).count == 2)
            #expect(throws: ServerError.self) { try MboxReader(path: folder.path) }
            #expect(throws: ServerError.self) { try MboxReader(path: folder.path + "/none") }
        }
    }

    @Test(
        "give a message's date",
        arguments: [
            ("From a@b Tue May 13 16:53:20 2014", 1_400_000_000), ("From - Tue May  3 06:53:00 2014", 1_399_099_980),
            ("From a@b sometime", nil),
        ] as [(String, TimeInterval?)])
    func dates(line: String, seconds: TimeInterval?) throws {
        let date = try MboxReader(Array("\(line)\nA: 1\n\nx\n".utf8)).message(0).date
        #expect(date?.timeIntervalSince1970 == seconds)
    }
}
