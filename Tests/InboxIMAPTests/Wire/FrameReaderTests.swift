import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Responses in pieces")
struct FrameReaderTests {
    private static let stream = Array(
        """
        * OK [CAPABILITY IMAP4rev1] ready {5}
        * 1 FETCH (UID 7 FLAGS (\\Seen) BODY[HEADER.FIELDS (A B)] {7}
        ab)\r
        \r
         BODY[TEXT]<0> "quoted \\" text" X ~{3}
        xyz)
        * LIST (\\HasNoChildren) "/" {0}

        * SEARCH 1 2 3
        A1 OK done {3}
        + go on

        """.utf8
    ).withLineEnds

    private static let expected: [IMAPResponse] = {
        var reader = FrameReader()
        let frames = try? reader.feed(stream)
        return (frames ?? []).compactMap { try? IMAPResponse($0) }
    }()

    @Test("wherever the bytes are cut, the responses are the same", arguments: 0..<stream.count)
    func cut(at index: Int) throws {
        var reader = FrameReader()
        var frames = try reader.feed(Array(Self.stream[..<index]))
        frames += try reader.feed(Array(Self.stream[index...]))
        let responses = try frames.map { frame throws(MalformedAnswer) in try IMAPResponse(frame) }
        #expect(responses == Self.expected)
        #expect(responses.count == 6)
    }

    @Test("one byte at a time is enough")
    func singly() throws {
        var reader = FrameReader()
        var frames: [ResponseFrame] = []
        for byte in Self.stream { frames += try reader.feed([byte]) }
        #expect(try frames.map { frame throws(MalformedAnswer) in try IMAPResponse(frame) } == Self.expected)
    }

    @Test("literals and quoted strings are read as they were sent")
    func values() throws {
        guard case .fetch(let items) = Self.expected[1] else { return #expect(Bool(false)) }
        #expect(items.uid == 7)
        #expect(!items.isBroken)
        #expect(items.values["BODY[HEADER.FIELDS (A B)]"] == .string(Array("ab)\r\n\r\n".utf8)))
        #expect(items.values["BODY[TEXT]"]?.text == "quoted \" text")
        #expect(items.cut == ["BODY[TEXT]"])
        #expect(items.values["X"]?.text == "xyz")
    }

    @Test("a number in braces is a literal only where one can be")
    func words() {
        guard case .condition(let condition) = Self.expected[0], case .done(_, let end) = Self.expected[4] else {
            return #expect(Bool(false))
        }
        #expect(condition.text == "ready {5}")
        #expect(end.text == "done {3}")
    }

    @Test("a literal that is too large is refused before it comes", arguments: ["134217729", "99999999999999999999"])
    func tooLarge(count: String) {
        var reader = FrameReader()
        #expect(throws: MalformedAnswer.self) { try reader.feed(Array("* 1 FETCH (BODY[] {\(count)}\r\n".utf8)) }
    }

    @Test("a line that does not end is refused")
    func longLine() {
        var reader = FrameReader()
        let piece = [UInt8](repeating: 0x41, count: 1 << 20)
        #expect(throws: MalformedAnswer.self) {
            for _ in 0...(ResponseLimits.text >> 20) { _ = try reader.feed(piece) }
        }
    }

    @Test("memory grows only with what comes: literals without bytes are counted, too")
    func emptyLiterals() {
        var reader = FrameReader()
        let piece = Array(String(repeating: "{0}\r\n", count: 1000).utf8)
        #expect(throws: MalformedAnswer.self) {
            _ = try reader.feed(Array("* 1 FETCH (X ".utf8))
            for _ in 0..<200 { _ = try reader.feed(piece) }
        }
    }
}

extension [UInt8] {
    /// With CRLF for LF.
    fileprivate var withLineEnds: [UInt8] {
        var last: UInt8 = 0
        return flatMap { byte in
            defer { last = byte }
            return byte == 0x0A && last != 0x0D ? [0x0D, 0x0A] : [byte]
        }
    }
}
