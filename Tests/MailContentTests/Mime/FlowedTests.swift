import InboxModel
import MailContent
import Testing

@Suite("format=flowed")
struct FlowedTests {
    private static func read(_ text: String, delsp: Bool = false) -> String? {
        ParsedMessage.parse("Content-Type: text/plain; format=flowed\(delsp ? "; delsp=yes" : "")\n\n" + text).body
            .plain
    }

    @Test(
        "soft breaks are joined, hard ones stay",
        arguments: [
            ("one \ntwo\nthree", "one two\nthree"),
            ("> a \n> b\n>> c \n>> d\nmine", "> a b\n>> c d\nmine"),
            ("> a \nmine", "> a \nmine"),
            ("-- \nAnn", "-- \nAnn"),
            ("end \n-- \nAnn", "end \n-- \nAnn"),
            (" From here", "From here"),
            (" >not quoted", " >not quoted"),
            ("a\n\nb", "a\n\nb"),
            ("a \n b", "a b"),
        ])
    func flowed(text: String, expected: String) {
        #expect(Self.read(text) == expected)
    }

    @Test("DelSp removes the space before a soft break")
    func delSp() {
        #expect(Self.read("日 \n本", delsp: true) == "日本")
    }

    @Test("CRLF works the same")
    func crlf() {
        #expect(Self.read("one \r\ntwo\r\nthree") == "one two\nthree")
    }
}
