import MailContent
import Testing

@testable import InboxIMAP

@Suite("Structures of messages")
struct BodyStructureTests {
    private static let nestedMessage = """
        From: a@x
        Content-Type: multipart/mixed; boundary=outer

        --outer
        Content-Type: multipart/alternative; boundary=inner

        --inner
        Content-Type: text/plain; charset=iso-8859-1
        Content-Transfer-Encoding: quoted-printable

        Gr=FC=DFe
        --inner
        Content-Type: text/html; charset=utf-8

        <p>x</p>
        --inner--
        --outer
        Content-Type: message/rfc822
        Content-Disposition: attachment; filename="letter.eml"

        Subject: inside
        Content-Type: multipart/mixed; boundary=deep

        --deep
        Content-Type: text/plain

        deep
        --deep
        Content-Type: image/png; name=x.png

        abc
        --deep--
        --outer
        Content-Type: application/pdf; name*=utf-8''Rechnung%20M%C3%A4rz.pdf
        Content-Disposition: attachment;
         filename*0*=utf-8''Rechnung%20;
         filename*1*=M%C3%A4rz.pdf
        Content-Transfer-Encoding: base64
        Content-ID: <part3@x>

        YWJj
        --outer
        Content-Type: application/octet-stream; name="=?utf-8?Q?=C3=84pfel.zip?="
        Content-Disposition: attachment; filename="=?utf-8?Q?=C3=84pfel.zip?="; size=3

        abc
        --outer--

        """
    private static let nested = #"""
        ((("text" "plain" ("charset" "iso-8859-1") NIL NIL "quoted-printable" 9 0 NIL NIL NIL NIL)("text" "html" ("charset" "utf-8") NIL NIL
         "7bit" 8 0 NIL NIL NIL NIL) "alternative" ("boundary" "inner") NIL NIL NIL)("message" "rfc822" NIL NIL NIL "7bit" 199 (NIL "inside"
         ((NIL NIL "b" "y")) ((NIL NIL "b" "y")) ((NIL NIL "b" "y")) NIL NIL NIL NIL NIL) (("text" "plain" ("charset" "us-ascii") NIL NIL
         "7bit" 4 0 NIL NIL NIL NIL)("image" "png" ("name" "x.png") NIL NIL "7bit" 3 NIL NIL NIL NIL) "mixed" ("boundary" "deep") NIL NIL
         NIL) 14 NIL ("attachment" ("filename" "letter.eml")) NIL NIL)("application" "pdf" ("name*" "utf-8''Rechnung%20M%C3%A4rz.pdf")
         "<part3@x>" NIL "base64" 4 NIL ("attachment" ("filename*" "utf-8''Rechnung%20M%C3%A4rz.pdf")) NIL NIL)("application"
         "octet-stream" ("name" "=?utf-8?Q?=C3=84pfel.zip?=") NIL NIL "7bit" 3 NIL ("attachment" ("filename"
         "=?utf-8?Q?=C3=84pfel.zip?=" "size" "3")) NIL NIL) "mixed" ("boundary" "outer") NIL NIL NIL)
        """#

    private func part(_ text: String) throws -> IMAPPart? {
        var reader = FrameReader()
        let line = "* 1 FETCH (BODYSTRUCTURE \(text.replacing("\n", with: "")))\r\n"
        let frame = try #require(try reader.feed(Array(line.utf8)).first)
        guard case .fetch(let items) = try IMAPResponse(frame) else { return nil }
        return items.values["BODYSTRUCTURE"].flatMap { BodyStructure.part($0) }
    }

    private func all(_ part: IMAPPart) -> [IMAPPart] { [part] + part.parts.flatMap { all($0) } }

    @Test("parts have the numbers, types and names that MailContent gives them")
    func agrees() throws {
        let told = all(try #require(try part(Self.nested)))
        let read = MimeTree(LineReader(Array(Self.nestedMessage.utf8))).parts
        #expect(told.map(\.section) == read.map(\.partID))
        #expect(told.map(\.contentType) == read.map(\.contentType))
        #expect(told.map(\.fileName) == read.map { $0.disposition.parameters["filename"] })
        #expect(told.map { $0.parameters["name"] } == read.map { $0.parameters["name"] })
        #expect(told.map { $0.parameters["charset"] } == read.map { $0.parameters["charset"] })
        #expect(told.map { $0.parameters["boundary"] } == read.map { $0.parameters["boundary"] })
        #expect(told.map(\.contentID) == read.map(\.contentID))
        #expect(told.map { $0.disposition ?? "" } == read.map(\.disposition.value))
        #expect(told.map(\.section) == ["", "1", "1.1", "1.2", "2", "3", "4"])
        #expect(told[5].fileName == "Rechnung März.pdf")
        #expect(told[6].fileName == "Äpfel.zip")
        #expect(told[2].encoding == "quoted-printable")
        #expect(told[5].size == 4)
    }

    @Test("the only part of a message is part 1")
    func single() throws {
        let text = try part(#"("text" "plain" ("charset" "utf-8") NIL NIL "7bit" 4 1 NIL NIL NIL NIL)"#)
        #expect(
            text == IMAPPart(section: "1", contentType: "text/plain", parameters: ["charset": "utf-8"], size: 4))
        let message = try part(
            #"("message" "rfc822" NIL NIL NIL "7bit" 35 (NIL "inner" NIL NIL NIL NIL NIL NIL NIL NIL) ("text" "plain" NIL NIL NIL "7bit" 6 1) 4)"#
        )
        #expect(message == IMAPPart(section: "1", contentType: "message/rfc822", size: 35))
    }

    @Test("types and encodings are in lower case, and odd quotes stay")
    func cases() throws {
        let root = try #require(
            try part(
                #"(("TEXT" "HTML" NIL NIL NIL "7BIT" 16 0)("IMAGE" "PNG" ("NAME" "a \"quoted\" name.png") "<p1>" NIL "BASE64" 4 NIL ("INLINE" ("FILENAME" "a \\ \"q\".png")) NIL NIL) "RELATED")"#
            ))
        #expect(root.contentType == "multipart/related")
        #expect(root.parts[1].contentType == "image/png")
        #expect(root.parts[1].parameters == ["name": "a \"quoted\" name.png"])
        #expect(root.parts[1].fileName == "a \\ \"q\".png")
        #expect(root.parts[1].disposition == "inline")
        #expect(root.parts[1].contentID == "p1")
        #expect(root.parts[1].encoding == "base64")
    }

    @Test("servers that leave something out are understood")
    func lenient() throws {
        // No lines of the text, so that the disposition stands elsewhere; one without parameters; a size that is none.
        let text = try part(#"("text" "plain" NIL NIL NIL "7bit" 4 NIL ("attachment" NIL) NIL)"#)
        #expect(text?.disposition == "attachment")
        #expect(text?.fileName == nil)
        let short = try part(#"("image" "png" NIL NIL NIL NIL NIL)"#)
        #expect(short == IMAPPart(section: "1", contentType: "image/png"))
        let language = try part(#"("text" "plain" NIL NIL NIL "7bit" 4 1 NIL NIL ("en" "de") NIL)"#)
        #expect(language?.disposition == nil)
    }

    @Test("a name that is in the charset of the text is decoded from it")
    func rawName() throws {
        var reader = FrameReader()
        var line = Array(
            #"* 1 FETCH (BODYSTRUCTURE (("text" "plain" ("charset" "iso-8859-1") NIL NIL "8bit" 4 1)("image" "png" ("name" "B"#
                .utf8)
        line += [0xE4] + Array(#"r.png") NIL NIL "base64" 4) "mixed"))"#.utf8) + [0x0D, 0x0A]
        guard case .fetch(let items) = try IMAPResponse(try #require(try reader.feed(line).first)) else { return }
        let root = try #require(items.values["BODYSTRUCTURE"].flatMap { BodyStructure.part($0) })
        #expect(root.parts[1].parameters["name"] == "Bär.png")
    }

    @Test(
        "what can't be understood is nil",
        arguments: [
            "NIL", "()", "(())", #"("text")"#, #"("text" "plain")"#, #"(("text" "plain" NIL NIL NIL "7bit" 4 1))"#,
            "(5 5 5 5 5 5 (5))", #"("a b" "c" NIL NIL NIL "7bit" 1)"#,
        ])
    func nothing(text: String) throws {
        let told = try part(text)
        #expect(told == nil || text.hasPrefix("(5"))
    }

    @Test("a header can't be smuggled in by a name")
    func smuggled() throws {
        var reader = FrameReader()
        let line =
            "* 1 FETCH (BODYSTRUCTURE (\"image\" \"png\" (\"name\" {28}\r\na\r\nContent-ID: <evil>\r\n\r\nxx\"y)\" NIL NIL \"base64\" 4))\r\n"
        guard case .fetch(let items) = try IMAPResponse(try #require(try reader.feed(Array(line.utf8)).first)) else {
            return
        }
        let part = items.values["BODYSTRUCTURE"].flatMap { BodyStructure.part($0) }
        #expect(part?.contentID == nil)
    }

    @Test("sizes that no part has are cut, so that sums of them have room")
    func sizes() throws {
        var reader = FrameReader()
        let line = "* 1 FETCH (X (\"TEXT\" \"PLAIN\" NIL NIL NIL \"BASE64\" 9223372036854775807 1))\r\n"
        let frame = try #require(try reader.feed(Array(line.utf8)).first)
        guard case .fetch(let items) = try IMAPResponse(frame) else { return #expect(Bool(false)) }
        let part = try #require(items.values["X"].flatMap { BodyStructure.part($0) })
        #expect(part.size == 1 << 40 && part.decodedSize < 1 << 40)
    }
}
