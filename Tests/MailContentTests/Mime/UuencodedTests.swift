import InboxModel
import MailContent
import Testing

@Suite("Uuencoded files in a text")
struct UuencodedTests {
    private static let cat = "begin 644 cat.txt\n#0V%T\n`\nend\n"

    private func parsed(_ text: String, type: String = "text/plain") -> (ParsedMessage, [UInt8]) {
        let bytes = Array("Content-Type: \(type)\n\n\(text)".utf8)
        return (ParsedMessage.parse(bytes), bytes)
    }

    @Test("uuencoded files become attachments with name, type and bytes, and are cut from the text")
    func files() {
        let (mail, bytes) = parsed("Here:\n\(Self.cat)\nAnd:\nbegin 0600 a b\n%:&5L;&\\\n\nend\nBye")
        #expect(mail.body.plain == "Here:\n\nAnd:\nBye" && mail.problems.isEmpty)
        #expect(mail.files.map(\.fileName) == ["cat.txt", "a b"] && mail.files.map(\.size) == [3, 5])
        #expect(mail.files.map(\.contentType) == ["text/plain", "application/octet-stream"])
        let contents = mail.files.map { ParsedMessage.fileContents(of: bytes, partID: $0.partID) }
        #expect(contents == [Array("Cat".utf8), Array("hello".utf8)])
        for wrong in ["1#0", "1#3", "1#", "1#x", "2#1", "#1"] {
            #expect(ParsedMessage.fileContents(of: bytes, partID: wrong) == nil)
        }
    }

    @Test("full lines, and spaces for zeros, are decoded byte for byte")
    func whole() {
        let text = "begin 644 zeros\nM\(String(repeating: " ", count: 60))\n#````\n`\nend\n"
        let (mail, bytes) = parsed(text)
        #expect(mail.files.map(\.size) == [48])
        #expect(ParsedMessage.fileContents(of: bytes, partID: "1#1") == [UInt8](repeating: 0, count: 48))
    }

    @Test(
        "incomplete, quoted or clear-signed uuencoding stays text",
        arguments: [
            "begin 644 cat.txt\n#0V%T\n`\n", "begin 644 cat.txt\n#0V%T\nend\n", "begin 644 cat.txt\n#0V%\n`\nend\n",
            "begin 644 cat.txt\n#0V%TTTT\n`\nend\n", "begin 644 cat.txt\nNo file.\n`\nend\n",
            "begin 644 cat.txt\n`\nend\n", "begin 6 cat.txt\n#0V%T\n`\nend\n", "begin 644 \n#0V%T\n`\nend\n",
            "> begin 644 cat.txt\n> #0V%T\n> `\n> end\n", "begin 644 a\nbegin 644 b\nend\n",
            "-----BEGIN PGP SIGNED MESSAGE-----\n\n\(UuencodedTests.cat)",
        ])
    func text(text: String) {
        let (mail, _) = parsed(text)
        #expect(mail.files.isEmpty && mail.body.plain == text)
    }

    @Test("a part with uuencode as its transfer encoding is decoded", arguments: ["x-uuencode", "UUENCODE", "x-uue"])
    func transferEncoding(name: String) {
        let head = "Content-Type: application/pdf; name=cat.pdf\nContent-Transfer-Encoding: \(name)\n\n"
        let bytes = Array((head + Self.cat).utf8)
        let mail = ParsedMessage.parse(bytes)
        #expect(mail.files.map(\.fileName) == ["cat.pdf"] && mail.files.map(\.size) == [3] && mail.problems.isEmpty)
        #expect(mail.files.map { ParsedMessage.fileContents(of: bytes, partID: $0.partID) } == [Array("Cat".utf8)])
        let (text, _) = parsed(Self.cat, type: "text/plain\nContent-Transfer-Encoding: \(name)")
        #expect(text.body.plain == "Cat" && text.files.isEmpty && text.problems.isEmpty)
        let (cut, _) = parsed("begin 644 cat.txt\n#0V%T\n", type: "text/plain\nContent-Transfer-Encoding: \(name)")
        #expect(cut.body.plain == "begin 644 cat.txt\n#0V%T\n" && cut.problems.count == 1)
    }

    @Test("flowed text is not decoded")
    func flowed() { #expect(parsed(Self.cat, type: "text/plain; format=flowed").0.files.isEmpty) }

    @Test("very many begin lines cost no more than other lines", .timeLimit(.minutes(10)))
    func beginnings() {
        let line = "begin 644 a\n#0V%T\n"
        let (mail, _) = parsed(String(repeating: line, count: 50_000))
        #expect(mail.files.isEmpty)
        #expect(parsed(String(repeating: Self.cat, count: 2_000)).0.files.count == 1_000)
    }
}
