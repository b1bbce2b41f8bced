import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Responses")
struct IMAPResponseTests {
    private func response(_ text: String) throws -> IMAPResponse {
        var reader = FrameReader()
        let frames = try reader.feed(Array((text + "\r\n").utf8))
        return try IMAPResponse(#require(frames.first))
    }

    @Test("status responses have a code, its arguments and words")
    func conditions() throws {
        #expect(
            try response("A3 no [COPYUID 5 1:2 3,4] Done it")
                == .done(
                    tag: "A3", IMAPCondition(.no, code: "COPYUID", arguments: Array("5 1:2 3,4".utf8), text: "Done it"))
        )
        #expect(try response("* OK Still here") == .condition(IMAPCondition(.ok, text: "Still here")))
        #expect(try response("* BYE [unavailable]") == .condition(IMAPCondition(.bye, code: "UNAVAILABLE")))
        #expect(try response("* OK [open") == .condition(IMAPCondition(.ok, text: "[open")))
    }

    @Test("numbers of messages")
    func numbers() throws {
        #expect(try response("* 23 EXISTS") == .exists(23))
        #expect(try response("* 4 expunge") == .expunge(4))
        #expect(try response("* 99999999999999999999 EXISTS") == .other)
        #expect(try response("* 5 RECENT") == .other)
    }

    @Test("folders have attributes, a delimiter and a raw name")
    func folders() throws {
        #expect(
            try response(#"* LIST (\HasNoChildren \Sent) "/" "Sent \"x\"""#)
                == .folder(
                    ListedFolder(rawName: #"Sent "x""#, delimiter: "/", attributes: [#"\hasnochildren"#, #"\sent"#])))
        #expect(
            try response(#"* LIST () NIL nil ("CHILDINFO" ("SUBSCRIBED"))"#)
                == .folder(ListedFolder(rawName: "nil", delimiter: nil, attributes: [])))
        #expect(try response("* LIST () \"/\"") == .other)
    }

    @Test("what a search found")
    func searches() throws {
        #expect(try response("* SEARCH 5 1 2 3 (MODSEQ 917)") == .found([1, 2, 3, 5]))
        #expect(try response("* SEARCH") == .found([]))
        #expect(try response("* ESEARCH (TAG \"A5\") UID ALL 1:3,9 MODSEQ 5") == .found([1, 2, 3, 9]))
        #expect(try response("* ESEARCH (TAG \"A5\") UID") == .found([]))
    }

    @Test(
        "an answer to a search that can't be read is no empty one",
        arguments: ["* SEARCH 1 x", "* SEARCH 0", "* ESEARCH UID ALL x", "* ESEARCH ALL"])
    func brokenSearch(text: String) {
        #expect(throws: MalformedAnswer.self) { try response(text) }
    }

    @Test(
        "what is unknown is skipped, what has no form is not", arguments: ["* GENURLAUTH x", "* 5 FROB (", "* \"", "*"])
    func unknown(text: String) throws {
        #expect(try response(text) == .other)
        #expect(throws: MalformedAnswer.self) { try response("garbage") }
    }

    @Test("quotes that are not escaped belong to the string")
    func quotes() throws {
        guard case .fetch(let items) = try response(#"* 1 FETCH (X ("a"b".pdf" "c") UID 3)"#) else {
            return #expect(Bool(false))
        }
        #expect(items.values["X"]?.list?.map(\.text) == [#"a"b".pdf"#, "c"])
        #expect(items.uid == 3)
    }

    @Test("what came before something malformed is there")
    func brokenFetch() throws {
        guard case .fetch(let items) = try response("* 1 FETCH (UID 5 FLAGS (x) BODYSTRUCTURE (((\"a)") else {
            return #expect(Bool(false))
        }
        #expect(items.uid == 5)
        #expect(items.isBroken)
    }

    @Test("lists in each other end at some depth, and what follows is read")
    func depth() throws {
        let deep = String(repeating: "(", count: 100_000) + "x" + String(repeating: ")", count: 100_000)
        guard case .fetch(let items) = try response("* 1 FETCH (BODYSTRUCTURE \(deep) UID 5)") else {
            return #expect(Bool(false))
        }
        #expect(items.uid == 5)
        #expect(!items.isBroken)
        #expect(items.values["BODYSTRUCTURE"].flatMap { BodyStructure.part($0) } == nil)
    }

    @Test("garbage never does harm", arguments: 0..<400)
    func garbage(seed: Int) {
        var random = SeededRandom(seed: seed)
        let words = [
            "* ", "1 ", "FETCH ", "(", ")", "\"", "\\", "UID ", "BODY[", "]", "<0>", "{3}\r\n", "{1}\r\n", "~{2}\r\n",
            "\r\n", "NIL ",
            "LIST ", "STATUS ", "SEARCH ", "ESEARCH ", "ALL ", "OK ", "[", "A1 ", "+ ", "EXISTS", "99999999999",
            "BODYSTRUCTURE ",
            "CAPABILITY ", "\u{FF}", "(((", ")))", "\"text\" ", "\"plain\" ", "0 ", "HEADER.FIELDS ",
        ]
        var bytes = (0..<random.int(1..<80)).flatMap { _ in Array(random.pick(words).utf8) }
        if random.chance(30) { bytes = bytes.map { random.chance(5) ? UInt8(random.int(0..<256)) : $0 } }
        var reader = FrameReader()
        while !bytes.isEmpty {
            let count = random.int(1..<20)
            let frames = try? reader.feed(Array(bytes.prefix(count)))
            bytes.removeFirst(min(count, bytes.count))
            for frame in frames ?? [] {
                guard let response = try? IMAPResponse(frame), case .fetch(let items) = response else { continue }
                for value in items.values.values { _ = BodyStructure.part(value) }
            }
        }
    }
}
