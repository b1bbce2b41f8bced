import InboxModel
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Names of folders")
struct FolderNameTests {
    @Test(
        "names are shown decoded, with slashes, and become what they were",
        arguments: [
            ("Entw&APw-rfe", "/", "Entwürfe"), ("A&-B", "/", "A&B"), ("Work.2026", ".", "Work/2026"),
            ("&ZeVnLIqe-", "/", "日本語"), ("&2D3eAA-", "/", "😀"), ("INBOX.Sent", ".", "INBOX/Sent"),
            ("Q1/Q2.x", ".", "Q1∕Q2/x"), ("a/b", nil, "a/b"), ("INBOX", "/", "INBOX"),
        ] as [(String, Character?, String)])
    func shown(raw: String, delimiter: Character?, name: String) throws {
        #expect(FolderName.shown(raw, delimiter: delimiter) == name)
        #expect(FolderName.raw(name, delimiter: delimiter) == raw)
    }

    @Test("every name comes back", arguments: 0..<300)
    func roundTrip(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let letters: [Unicode.Scalar] = ["a", "&", "-", ",", "+", "ü", "日", "😀", " ", "\u{301}", "~", "\\", "\"", "x"]
        var level = String.UnicodeScalarView()
        for _ in 0..<random.int(1..<12) { level.append(random.pick(letters)) }
        let name = String(level) + (random.chance(50) ? "/z" : "")
        let raw = try #require(FolderName.raw(name, delimiter: "/"))
        #expect(raw.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(Array(FolderName.shown(raw, delimiter: "/").utf8) == Array(name.utf8))
    }

    @Test(
        "spellings that are not valid are shown as they are",
        arguments: [
            ("R&D", "R&D"), ("R&D-x", "R&D-x"), ("&AP-", "&AP-"), ("&2D0-", "&2D0-"), ("A&B &APw-", "A&B ü"),
            ("Entwürfe", "Entwürfe"),
            ("&", "&"), ("&/w-", "&/w-"),
        ])
    func invalid(raw: String, shown: String) {
        #expect(ModifiedUTF7.decoded(raw) == shown)
    }

    @Test("the inbox has one name, and what is in it too", arguments: ["inbox", "Inbox", "INBOX"])
    func inbox(raw: String) {
        #expect(FolderName.shown(raw, delimiter: "/") == "INBOX")
        #expect(FolderName.shown(raw + ".Old", delimiter: ".") == "INBOX/Old")
        #expect(FolderName.shown(raw + "es", delimiter: ".") == raw + "es")
    }

    @Test(
        "some names no folder can have",
        arguments: [("", "/"), ("a//b", "/"), ("/a", "/"), ("a/", "/"), ("v1.2", "."), ("a\nb", "/"), ("a\u{0}", nil)]
            as [(String, Character?)])
    func refused(name: String, delimiter: Character?) {
        #expect(FolderName.raw(name, delimiter: delimiter) == nil)
    }

    @Test("bytes that are no UTF-8 reach the server as they came", arguments: 0..<200)
    func bytes(seed: Int) {
        var random = SeededRandom(seed: seed)
        let parts: [[UInt8]] = [
            [0xE4], [0xFF], Array("ü".utf8), Array("a".utf8), [0xEE, 0xBE, 0x80], [0xEF], [0xC3], Array("😀".utf8),
        ]
        let bytes = (0..<random.int(1..<10)).flatMap { _ in random.pick(parts) }
        #expect(RawText.bytes(RawText.text(bytes)) == bytes)
    }
}
