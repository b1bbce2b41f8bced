import Testing

@testable import InboxIMAP

@Suite("Commands")
struct IMAPCommandTests {
    private func pieces(_ command: IMAPCommand, _ capabilities: Set<String> = []) -> [String] {
        command.bytes(tag: "A1", IMAPCapabilities(capabilities)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a name with other than ASCII characters is a literal, which waits unless the server needs none")
    func literals() {
        let command = IMAPCommand("COPY", "1").adding(folder: "Entwürfe").adding("x")
        #expect(pieces(command) == ["A1 COPY 1 {9}\r\n", "Entwürfe x\r\n"])
        #expect(pieces(command, ["LITERAL+"]) == ["A1 COPY 1 {9+}\r\nEntwürfe x\r\n"])
        #expect(pieces(command, ["LITERAL-"]) == ["A1 COPY 1 {9+}\r\nEntwürfe x\r\n"])
    }

    @Test("LITERAL- is for short ones only")
    func long() {
        let command = IMAPCommand("APPEND").adding(folder: "a\"\\b").adding(
            literal: [UInt8](repeating: 0x41, count: 4097))
        let told = pieces(command, ["LITERAL-"])
        #expect(told.first == "A1 APPEND \"a\\\"\\\\b\" {4097}\r\n")
        #expect(told.count == 2)
        #expect(pieces(command, ["LITERAL+", "LITERAL-"]).count == 1)
    }

    @Test("only printable ASCII is quoted", arguments: ["a\nb", "ü", "a\u{7F}", "\u{0}"])
    func quoted(text: String) {
        #expect(IMAPConnection.quoted(text) == nil)
    }
}
