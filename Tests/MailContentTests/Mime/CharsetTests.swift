import Foundation
import InboxModel
import MailContent
import Testing

@Suite("Charsets and encodings")
struct CharsetTests {
    private static func text(_ charset: String?, _ bytes: [UInt8]) -> ParsedMessage {
        let type = charset.map { "Content-Type: text/plain; charset=\"\($0)\"\n" } ?? ""
        return ParsedMessage.parse(Array((type + "Content-Transfer-Encoding: 8bit\n\n").utf8) + bytes)
    }

    @Test(
        "bytes are decoded by their charset",
        arguments: [
            ("utf-8", [0xC3, 0xA9], "é"), ("ISO-8859-1", [0xE9, 0x80], "é€"), ("windows-1251", [0xCF], "П"),
            ("koi8-r", [0xF0], "П"), ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("gb2312", [0xD6, 0xD0], "中"),
            ("euc-kr", [0xC7, 0xD1], "한"), ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
            ("utf-16le", [0x41, 0, 0xE9, 0], "Aé"), ("big5", [0xA4, 0xA4], "中"), ("us-ascii", [0xC3, 0xA9], "é"),
            ("utf-16", [0, 0x41, 0, 0xE9], "Aé"), ("utf-16", [0xFF, 0xFE, 0x41, 0], "A"),
            ("utf-32", [0, 0, 0, 0x41], "A"),
            ("utf-32", [0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], "A"), ("iso-8859-1", [0xFF, 0xFE, 0x61], "ÿþa"),
            ("hz-gb-2312", Array("a~~ ~{VPND~} b~\n c~{VP\nND".utf8), "a~ 中文 b c中\nND"),
            ("iso-2022-jp", Array("\u{1B}$B-!\u{1B}(B a \u{1B}(I1\u{1B}(Bb\u{1B}$B-!\nc".utf8), "① a ｱb①\nc"),
            ("iso-2022-jp", Array("\u{1B}$(D0!\u{1B}$B-!\u{1B}(B".utf8), "丂①"), ("iso-2022-jp", [0x93, 0xFA], "日"),
            ("x-mac-roman", [0x8E], "é"), ("mac-roman", [0x8E], "é"), ("macroman", [0x8E], "é"),
            ("macintosh", [0x8E], "é"), ("mac_roman", [0x8E], "é"), ("iso88592", [0xB1], "ą"), ("latin_1", [0x80], "€"),
            ("iso_8859-1:1987", [0x80], "€"), ("csisolatin9", [0xA4], "€"), ("koi8", [0xF0], "П"),
            ("csksc56011987", [0xC7, 0xD1], "한"), ("csbig5", [0xA4, 0xA4], "中"), ("logical", [0xE0], "א"),
            ("windows-31j", [0x87, 0x40], "①"), ("cp-1252", [0x80], "€"),
            ("cp-850", [0x82], "é"), ("win-1251", [0xCF], "П"), ("x-cp1251", [0xCF], "П"), ("dos-866", [0x8F], "П"),
            ("x-windows-949", [0xB0, 0xA1], "가"), ("x-euc-jp", [0xC6, 0xFC], "日"), ("x-gbk", [0xD6, 0xD0], "中"),
            ("unicode-1-1-utf-8", [0xC3, 0xA9], "é"), ("unicode-1-1-utf-7", Array("a+AOk-".utf8), "aé"),
            ("iso-2022-kr", Array("\u{1B}$)C\u{E}0!\u{F}a".utf8), "가a"),
        ] as [(String, [UInt8], String)])
    func charsets(charset: String, bytes: [UInt8], expected: String) {
        let message = Self.text(charset, bytes)
        #expect(message.body.plain == expected)
        #expect(message.problems.isEmpty)
    }

    @Test("what a thread keeps to read charsets is given back when it ends")
    func threads() async {
        // In a process of its own, where nothing else takes memory.
        await #expect(processExitsWith: .success) {
            func pages() throws -> Int {
                let sizes = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
                return try #require(Int(sizes[5]))
            }
            func read(onThreads count: Int) {
                for _ in 0..<count {
                    var thread = pthread_t()
                    pthread_create(
                        &thread, nil,
                        { _ in
                            let charsets = [
                                "iso-2022-jp", "gb2312", "euc-kr", "big5", "koi8-r", "windows-1251", "shift_jis",
                            ]
                            for charset in charsets { _ = GMime.text([0x61], charset: charset) }
                            return nil
                        }, nil)
                    pthread_join(thread, nil)
                }
            }
            read(onThreads: 10)
            let before = try pages()
            read(onThreads: 400)
            #expect(try pages() - before < 10_000)
        }
    }

    @Test("without a charset, UTF-8 is tried, then Windows-1252")
    func guessed() {
        #expect(Self.text(nil, [0xC3, 0xA9]).body.plain == "é")
        #expect(Self.text(nil, [0xE9]).body.plain == "é")
    }

    @Test("P-3: UTF-7 is never guessed")
    func seven() {
        #expect(Self.text(nil, Array("+ADw-script+AD4-".utf8)).body.plain == "+ADw-script+AD4-")
    }

    @Test("P-3: a few invalid bytes do not spoil a UTF-8 text")
    func fewBroken() {
        let message = Self.text("utf-8", Array("é日本 ".utf8) + [0xFF] + Array(" ü".utf8))
        #expect(message.body.plain == "é日本 \u{FFFD} ü")
        #expect(message.problems.count == 1)
    }

    @Test(
        "a NUL, at which databases end texts, is replaced", arguments: [nil, "utf-8", "koi8-r"] as [String?])
    func nul(charset: String?) {
        #expect(Self.text(charset, Array("one\0two\0".utf8)).body.plain == "one\u{FFFD}two\u{FFFD}")
    }

    @Test("the charset in HTML applies if the header has none")
    func meta() {
        let html = "<meta http-equiv=Content-Type content=\"text/html; charset=windows-1251\">"
        let message = ParsedMessage.parse(Array("Content-Type: text/html\n\n\(html)".utf8) + [0xCF])
        #expect(message.body.html?.hasSuffix("П") == true)
    }

    @Test("base64 with a mailing list's plain footer is decoded, and the footer stays readable")
    func footer() {
        let head = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
        let message = ParsedMessage.parse(head + "R3LDvMOfZQ==\n____\nList of birds\nlist@birds.test\n")
        #expect(message.body.plain == "Grüße\n____\nList of birds\nlist@birds.test\n" && message.problems.isEmpty)
        let plain = ParsedMessage.parse(head + "Good\nmorning, this was never encoded.\n")
        #expect(plain.body.plain == "Good\nmorning, this was never encoded.\n" && plain.problems.count == 1)
    }

    @Test("base64 with a damaged line is decoded past it and not shown raw")
    func damagedInTheMiddle() {
        let head = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
        let whole = (0..<6).map { "This is line number \($0) of the text.\n" }.joined()
        let code = Data(whole.utf8).base64EncodedString(options: .lineLength76Characters)
        let lines = code.components(separatedBy: "\r\n").enumerated().map {
            $0.offset == 1 ? $0.element + "!" : $0.element
        }
        let message = ParsedMessage.parse(head + lines.joined(separator: "\n") + "\n")
        #expect(message.body.plain?.contains("line number 0") == true)
        #expect(message.body.plain?.contains("line number 5 of the text") == true)
        #expect(message.problems.count == 1)
    }

    @Test("quoted-printable and base64 are decoded")
    func encodings() {
        let quoted = ParsedMessage.parse("Content-Transfer-Encoding: Quoted-Printable\n\na=3Db=\nc =C3=A9\n")
        #expect(quoted.body.plain == "a=bc é\n")
        let base = ParsedMessage.parse("Content-Transfer-Encoding: BASE64\n\naMOp\nbGxv\n")
        #expect(base.body.plain == "héllo")
    }

    @Test("P-3: base64 with many invalid characters is decoded and reported damaged")
    func strangeSigns() {
        let message = ParsedMessage.parse(
            "Content-Transfer-Encoding: base64\n\nSGVsb!G8gQW!5uLCB!0aGlz!IGlz!IGl0I!OKAky!BHcsO!8w59lIQ==\n")
        #expect(message.body.plain == "Hello Ann, this is it – Grüße!")
        #expect(message.problems == ["Base64 content is damaged; what can be read is shown"])
    }

    @Test("P-3: truncated base64 is decoded as far as possible and reported damaged")
    func cut() {
        for (code, text) in [("aG", "h"), ("aGk", "hi"), ("aGkhaGk", "hi!hi")] {
            let message = ParsedMessage.parse("Content-Transfer-Encoding: base64\n\n\(code)\n")
            #expect(message.body.plain == text)
            #expect(message.problems == ["Base64 content is damaged; what can be read is shown"])
        }
        #expect(ParsedMessage.parse("Content-Transfer-Encoding: base64\n\naGk=\n").problems.isEmpty)
        #expect(ParsedMessage.parse("Subject: =?utf-8?b?aGk?=\n\n").subject == "hi")
    }

    @Test("P-3: damaged base64 is decoded in part, with a problem")
    func damaged() {
        let message = ParsedMessage.parse(
            "Content-Transfer-Encoding: base64\n\nSGVsbG8gdGhlcmUsIGhvdyBhcmUg!eW91IHRvZGF5\n")
        #expect(message.body.plain?.hasPrefix("Hello there") == true)
        #expect(message.problems.count == 1)
    }
}
