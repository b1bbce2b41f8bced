import Foundation
import MailContent
import Testing

@Suite("Command output")
struct OutputTests {
    private static let obeyed: [UInt32] =
        Array(0...0x08) + Array(0x0B...0x1F) + Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E)
        + Array(0x2066...0x2069)

    @Test("T-2, T-4: command output has no control or bidi characters, and keeps tabs and line ends", arguments: obeyed)
    func output(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let text = CleanText.output("id\ta\(scalar)b\nnext")
        #expect(!text.unicodeScalars.contains(scalar))
        #expect(text.hasPrefix("id\ta") && text.hasSuffix("b\nnext"))
        #expect(CleanText.output(text) == text)
    }

    @Test("T-2: JSON escapes control and bidi characters", arguments: obeyed.filter { $0 >= 0x7F })
    func json(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let json = String(decoding: try JSONEncoder().encode(["a\(scalar)é"]), as: UTF8.self)
        let clean = CleanText.json(json)
        #expect(!clean.unicodeScalars.contains(scalar) && clean.contains("é"))
        #expect(try JSONDecoder().decode([String].self, from: Data(clean.utf8)) == ["a\(scalar)é"])
    }
}
