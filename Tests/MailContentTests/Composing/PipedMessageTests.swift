import InboxModel
import MailContent
import Testing

@Suite("Messages piped in by programs")
struct PipedMessageTests {
    private static func told(_ text: String, isAddressed: Bool) -> String {
        switch PipedMessage(Array(text.utf8), isAddressed: isAddressed) {
        case .message(let message): "message: \(message.subject) | \(message.body.plain ?? "")"
        case .text(let text): "text: \(text)"
        case .nothing: "nothing"
        case .unaddressed: "unaddressed"
        case .broken(let line): "broken: \(line)"
        }
    }

    @Test(
        "input with headers is a message, empty input nothing, with or without recipients",
        arguments: [
            ("To: a@x.test\nSubject: hi\n\nbody\n", "message: hi | body\n"),
            ("From ab12 Mon Sep 17 00:00:00 2001\nSubject: patch\n\nbody\n", "message: patch | body\n"),
            ("X-Job: 7\n\nbody\n", "message:  | body\n"), ("", "nothing"), (" \r\n\n", "nothing"),
            ("Subject: hi\n", "message: hi | "),
        ])
    func messages(text: String, told: String) {
        #expect(Self.told(text, isAddressed: true) == told)
        #expect(Self.told(text, isAddressed: false) == told)
    }

    @Test(
        "text without headers needs a recipient",
        arguments: [
            "just words\nand more\n", "Error: the disk is full\nplease look\n", "Error: full\n\nlook\n", "\nwords\n",
            "grüße: an alle\n",
        ])
    func texts(text: String) {
        #expect(Self.told(text, isAddressed: true) == "text: " + text)
        // A line in the form of a header may be one.
        let alone = text.hasPrefix("Error: full") ? "message:  | look\n" : "unaddressed"
        #expect(Self.told(text, isAddressed: false) == alone)
    }

    @Test("text without headers that is not UTF-8 is read as Latin-1, so no letter is lost")
    func latin() {
        let bytes = Array("gr".utf8) + [0xFC, 0xDF] + Array("e\r\n".utf8)
        var read: String?
        if case .text(let text) = PipedMessage(bytes, isAddressed: true) { read = text }
        #expect(read == "grüße\n")
    }

    @Test(
        "M-2: headers that end at an invalid line are not sent as text",
        arguments: [
            ("To: x@x.test\nSubject: hi\nX-Füll: y\nBcc: secret@h.test\n\nbody", "X-Füll: y"),
            ("To: x@x.test\nX-Foo Bar: y\n\nbody", "X-Foo Bar: y"), ("Subject: hi\nstray\nBcc: s@h.test\n", "stray"),
        ])
    func broken(text: String, line: String) {
        #expect(Self.told(text, isAddressed: true) == "broken: " + line)
        #expect(Self.told(text, isAddressed: false) == "broken: " + line)
    }
}
