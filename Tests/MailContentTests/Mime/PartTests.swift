import InboxModel
import MailContent
import Testing

@Suite("Parts")
struct PartTests {
    static let mixed = """
        Content-Type: multipart/mixed; boundary="out"

        preamble
        --out
        Content-Type: multipart/alternative; boundary=in

        --in
        Content-Type: text/plain; charset=utf-8

        plain
        --in
        Content-Type: text/html

        <p>rich</p>
        --in--
        --out
        Content-Type: image/png; name="=?utf-8?q?Bild_=C3=A4.png?="
        Content-Transfer-Encoding: base64
        Content-ID: <pic@x>
        Content-Disposition: inline

        iVBORw0K
        --out
        Content-Type: application/pdf
        Content-Disposition: attachment; filename*0*=utf-8''R%C3%A9; filename*1=sum.pdf

        PDF
        --out--
        epilogue
        """

    @Test("texts and files are told apart and numbered")
    func mixed() {
        let message = ParsedMessage.parse(Self.mixed)
        #expect(message.body == MessageBody(html: "<p>rich</p>", plain: "plain"))
        #expect(
            message.files == [
                ParsedFile(
                    partID: "2", fileName: "Bild ä.png", contentType: "image/png", size: 6, contentID: "pic@x",
                    isInline: true),
                ParsedFile(partID: "3", fileName: "Résum.pdf", contentType: "application/pdf", size: 3),
            ])
        #expect(message.problems.isEmpty)
    }

    @Test(
        "raw 8-bit names of files use the charset of their part, else that of the text",
        arguments: [
            ("shift_jis", [0x95, 0x5C, 0x8E, 0xA6], "表示"), ("euc-kr", [0xC7, 0xD1, 0xB1, 0xDB], "한글"),
            ("koi8-r", [0xE4, 0xCF, 0xC7, 0xCF, 0xD7, 0xCF, 0xD2], "Договор"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42], "日本"),
            ("us-ascii", [0xDC], "Ü"), ("utf-8", Array("東京".utf8), "東京"),
        ] as [(String, [UInt8], String)])
    func rawNames(charset: String, bytes: [UInt8], expected: String) {
        let name = Array("\"".utf8) + bytes + Array(".pdf\"\n".utf8)
        func text(_ charset: String) -> String {
            "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=\(charset)\n\nx\n--b\n"
        }
        let parts = [
            text(charset) + "Content-Disposition: attachment; filename=",
            text(charset) + "Content-Type: application/pdf; name=",
            text("utf-7") + "Content-Type: text/csv; charset=\(charset); name=",
            text("utf-7") + "Content-Type: text/csv; charset=\(charset)\nContent-Disposition: attachment; filename=",
        ]
        for part in parts {
            let message = ParsedMessage.parse(Array(part.utf8) + name + Array("\nPDF\n--b--\n".utf8))
            #expect(message.files.map(\.fileName) == [expected + ".pdf"])
        }
    }

    @Test(
        "a character that is split between two encoded words of a file's name is whole, and nothing after it is lost",
        arguments: [
            "\"=?UTF-8?B?5Lya6K2w44Gu6K2w5LqL6Yyy77w=?=\n =?UTF-8?B?iOacgOe1gueJiO+8iS5wZGY=?=\"",
            "=?UTF-8?B?5Lya6K2w44Gu6K2w5LqL6Yyy77w=?= =?UTF-8?B?iOacgOe1gueJiO+8iS5wZGY=?=",
            "\"=?utf-8?Q?=E4=BC=9A=E8=AD=B0=E3=81?= =?utf-8?Q?=AE=E8=AD=B0=E4=BA=8B=E9=8C=B2?="
                + " =?gb2312?B?o6jX7g==?= =?utf-8?Q?=E7=B5=82=E7=89=88=EF=BC=89.pdf?=\"",
        ])
    func splitNames(name: String) {
        for head in ["Content-Disposition: attachment; filename=", "Content-Type: application/pdf; name="] {
            let message = ParsedMessage.parse(
                "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\(head)\(name)\n\nPDF\n--b--\n")
            #expect(message.files.map(\.fileName) == ["会議の議事録（最終版）.pdf"])
        }
    }

    @Test("an inline picture before its HTML is a file, and the first HTML is the text")
    func pictureFirst() {
        let message = ParsedMessage.parse(
            """
            Content-Type: multipart/related; boundary=b

            --b
            Content-Type: image/png; name=logo.png
            Content-ID: <logo@x>

            PNG
            --b
            Content-Type: text/html; charset=utf-8

            <p>Text</p>
            --b
            Content-Type: text/html; charset=utf-8

            <p>Frame</p>
            --b--
            """)
        #expect(message.body.html == "<p>Text</p>")
        #expect(message.files.map(\.contentType) == ["image/png", "text/html"])
    }

    @Test("an AMP alternative is not a file, but an attachment of its type is")
    func running() {
        func files(_ disposition: String) -> Int {
            ParsedMessage.parse(
                "Content-Type: multipart/alternative; boundary=b\n\n--b\n\nplain\n--b\nContent-Type: text/x-amp-html\n"
                    + "\(disposition)\n<p>AMP</p>\n--b\nContent-Type: text/html\n\n<p>rich</p>\n--b--\n"
            ).files.count
        }
        #expect(files("") == 0)
        #expect(files("Content-Disposition: attachment; filename=a.html\n") == 1)
    }

    @Test(
        "a message of another text type is read as text, and attachments stay files",
        arguments: [
            ("text/markdown", "# Head\n", "# Head\n"), ("text/x-log", "one\ntwo", "one\ntwo"),
            (
                "text/enriched", "<bold>Hello</bold>\n<color><param>red</param>Ann</color>\n\n1 << 2\n",
                "Hello Ann\n1 < 2 "
            ),
            ("text/rtf", "{\\rtf1}", ""), ("text/x-vcard", "BEGIN:VCARD\nEND:VCARD", ""),
            ("text/x-log; name=a.log", "one", ""), ("text/markdown\nContent-Disposition: attachment", "one", ""),
        ])
    func otherText(type: String, text: String, shown: String) {
        let message = ParsedMessage.parse("Content-Type: \(type)\n\n\(text)")
        #expect((message.body.plain ?? "") == shown && message.files.count == (shown.isEmpty ? 1 : 0))
    }

    @Test("a plain text that is an HTML page is read as HTML")
    func unsaid() {
        let page = "<!DOCTYPE html>\n<html><body><p>Hello <b>Ann</b></p></body></html>"
        #expect(BodyChoice.preferred(MessageBody(plain: page)).plainText == "Hello Ann")
        #expect(BodyChoice.plain(MessageBody(plain: page)).plainText == page)
        #expect(BodyChoice.preferred(MessageBody(plain: "<html> is a tag")).plainText != "<html> is a tag")
        #expect(BodyChoice.preferred(MessageBody(plain: "See <html>")).plainText == "See <html>")
    }

    @Test("a part's bytes are found by its section number")
    func contents() {
        let bytes = Array(Self.mixed.utf8)
        #expect(ParsedMessage.fileContents(of: bytes, partID: "2") == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A])
        #expect(ParsedMessage.fileContents(of: bytes, partID: "3") == Array("PDF".utf8))
        #expect(ParsedMessage.fileContents(of: bytes, partID: "1.2") == Array("<p>rich</p>".utf8))
        #expect(ParsedMessage.fileContents(of: bytes, partID: "4") == nil)
        #expect(ParsedMessage.fileContents(of: bytes, partID: "1") == nil)
    }

    @Test("a message that is one file has no text")
    func onlyFile() {
        let message = ParsedMessage.parse("Content-Type: application/zip; name=a.zip\n\nPK")
        #expect(message.files == [ParsedFile(partID: "1", fileName: "a.zip", contentType: "application/zip", size: 2)])
        #expect(message.body.plain ?? "" == "")
    }

    @Test("P-5: external bodies and partial messages are files, and nothing is fetched or joined")
    func elsewhere() {
        let message = ParsedMessage.parse(
            """
            Content-Type: multipart/mixed; boundary=b

            --b

            see
            --b
            Content-Type: message/external-body; access-type=URL; URL="http://127.0.0.1:9/x"

            Content-Type: text/plain

            phantom
            --b
            Content-Type: message/partial; id="x"; number=1; total=2

            Subject: half

            a mail
            --b--

            """)
        #expect(message.body.plain == "see")
        #expect(message.files.map(\.contentType) == ["message/external-body", "message/partial"])
    }

    @Test("P-5: attached mail is a file, and is not parsed")
    func attachedMail() {
        let message = ParsedMessage.parse(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nsee\n--b\nContent-Type: message/rfc822\n\nSubject: in\n\nx\n--b--\n"
        )
        #expect(message.body.plain == "see")
        #expect(message.files.map(\.contentType) == ["message/rfc822"])
        #expect(message.subject.isEmpty)
    }

    @Test("adjacent texts become one text, and a footer after HTML is kept")
    func footer() {
        let texts = ParsedMessage.parse(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo\n--b--\n")
        #expect(texts.body.plain == "one\ntwo")
        let rich = ParsedMessage.parse(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<b>x</b>\n--b\n\n<foot>\n--b--\n"
        )
        #expect(rich.body.plain == nil)
        #expect(rich.body.html?.contains("&lt;foot&gt;") == true)
    }

    @Test("a named text after the first part is a file")
    func patch() {
        let message = ParsedMessage.parse(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\nContent-Type: text/plain; name=a.patch\n\n+x\n--b--\n"
        )
        #expect(message.files.map(\.fileName) == ["a.patch"])
        #expect(message.body.plain == "one")
    }

    @Test(
        "P-3: a broken structure is read in part, with a problem",
        arguments: [
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nreadable\n",
            "Content-Type: multipart/mixed\n\nreadable\n",
            "Content-Type: multipart/mixed; boundary=b\n\nreadable\n",
            "Content-Type: nonsense\n\nreadable\n",
            "Content-Type: text/plain\nContent-Type: text/html\n\nreadable\n",
            "Content-Transfer-Encoding: base64\n\nreadable, it is not base64!\n",
            "Content-Transfer-Encoding: x-odd\n\nreadable\n",
            "Content-Transfer-Encoding: quoted-printable\n\nreadable =ZZ\n",
            "Content-Type: text/plain; charset=no-such-thing\n\nreadable \u{e9}\n",
        ])
    func broken(text: String) {
        let message = ParsedMessage.parse(text)
        #expect(message.body.plain?.contains("readable") == true, "\(text)")
        #expect(!message.problems.isEmpty, "\(text)")
    }

    @Test("P-6: parts after the end of a multipart are still listed")
    func afterEnd() {
        let message = ParsedMessage.parse(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b--\n--b\nContent-Type: application/x-hidden\n\nxx\n--b--\n"
        )
        #expect(message.files.map(\.contentType) == ["application/x-hidden"])
        #expect(!message.problems.isEmpty)
    }

    @Test("nested boundaries may share a prefix")
    func similarBoundaries() {
        let message = ParsedMessage.parse(
            """
            Content-Type: multipart/mixed; boundary=x

            --x
            Content-Type: multipart/mixed; boundary=x--y

            --x--y
            Content-Type: application/a

            --xx
            --x--y--
            --x
            Content-Type: application/b

            2
            --x--
            """)
        #expect(message.files.map(\.partID) == ["1.1", "2"])
        #expect(message.files.map(\.size) == [4, 1])
    }
}
