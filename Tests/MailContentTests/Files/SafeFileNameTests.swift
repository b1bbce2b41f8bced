import Foundation
import InboxModel
import MailContent
import TestSupport
import Testing

@Suite("F-1: safe file names")
struct SafeFileNameTests {
    @Test(
        "a name is one path component and nothing else",
        arguments: [
            ("report.pdf", "report.pdf"), ("../../etc/passwd", "_.._etc_passwd"), ("a/b\\c.txt", "a_b_c.txt"),
            (".bashrc", "bashrc"), ("-rf", "rf"),
            ("~root", "root"), ("  x ", "x"), ("x. .", "x"), ("", "attachment-3"), ("...", "attachment-3"),
            ("///", "attachment-3"),
            ("CON", "_CON"), ("con.txt", "_con.txt"), ("lpt1.pdf", "_lpt1.pdf"), ("COM10", "COM10"),
            ("console.txt", "console.txt"), ("nul", "_nul"), ("aux.c", "_aux.c"), ("COM¹.txt", "_COM¹.txt"),
            ("\u{301}x.txt", "x.txt"),
            ("a\u{0}b\u{1B}c", "abc"), ("gpj.\u{202E}exe", "gpj.exe"), ("e\u{301}.txt", "\u{E9}.txt"),
            ("a:b*?.txt", "a_b__.txt"),
            ("日本.pdf", "日本.pdf"), ("a\u{200B}b", "ab"), ("x\ny", "xy"),
        ])
    func names(name: String, expected: String) {
        #expect(Array(SafeFileName.of(name, number: 3).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        "a file without a name gets its number and the extension of its type",
        arguments: [
            ("", "message/rfc822", "attachment-2.eml"), ("/", "IMAGE/PNG", "attachment-2.png"),
            ("", "text/plain", "attachment-2.txt"), ("", "application/pgp-signature", "attachment-2.asc"),
            ("", "application/octet-stream", "attachment-2"),
            ("", "x/../../y", "attachment-2"), ("a", "image/png", "a"),
        ])
    func typed(name: String, type: String, expected: String) {
        let file = MessageFile(remoteID: RemoteID("f"), fileName: name, contentType: type, size: 1)
        #expect(SafeFileName.of(file, number: 2) == expected)
    }

    @Test("long names are cut between letters, the extension stays", arguments: ["a", "é", "日", "👨‍👩‍👧"])
    func long(letter: String) {
        let name = SafeFileName.of(String(repeating: letter, count: 300) + ".pdf", number: 1)
        #expect(name.utf8.count <= 200)
        #expect(name.utf8.count > 170)
        #expect(name.hasSuffix(".pdf"))
        #expect(!name.contains("\u{FFFD}"))
    }

    @Test("a taken name is numbered before its extension")
    func numbered() {
        #expect(SafeFileName.numbered("a.txt", 2) == "a (2).txt")
        #expect(SafeFileName.numbered("a", 3) == "a (3)")
        #expect(SafeFileName.numbered("a.tar.gz", 2) == "a (2).tar.gz")
        #expect(SafeFileName.numbered(String(repeating: "x", count: 196) + ".pdf", 10_000).utf8.count <= 200)
    }

    @Test("no hostile name escapes its folder", arguments: 0..<200)
    func hostile(seed: Int) {
        var random = SeededRandom(seed: seed)
        let pool: [Unicode.Scalar] = [
            "/", "\\", ".", "-", "~", " ", "\0", "\u{202E}", "a", "\u{301}", "日", "N", "U", "L", "\n", "\u{9B}", ":",
        ]
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...300, using: &random) {
            scalars.append(pool.randomElement(using: &random) ?? "x")
        }
        let name = SafeFileName.of(String(scalars), number: 1)
        #expect(!name.isEmpty && name.utf8.count <= 200)
        #expect(!name.contains("/") && !name.contains("\\") && !name.contains("\0"))
        #expect(forbidden(in: name, linesAllowed: false).isEmpty)
        #expect(!".-~ ".contains(name.first ?? "."))
        #expect(!". ".contains(name.last ?? "."))
        #expect(SafeFileName.of(name, number: 1) == name)
    }
}
