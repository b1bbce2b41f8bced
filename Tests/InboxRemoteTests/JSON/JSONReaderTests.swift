import Foundation
import TestSupport
import Testing

@testable import InboxRemote

/// Any JSON value, decoded through the same `Decodable` by Foundation and by our reader.
private indirect enum AnyJSON: Decodable, Equatable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([AnyJSON])
    case object([String: AnyJSON])

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let flag = try? single.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? single.decode(Double.self) {
            self = .number(number)
        } else if let text = try? single.decode(String.self) {
            self = .text(text)
        } else if let list = try? single.decode([AnyJSON].self) {
            self = .list(list)
        } else {
            self = .object(try single.decode([String: AnyJSON].self))
        }
    }

    /// Returns JSON text with blanks and escapes in random permitted places.
    static func text(_ random: inout SeededRandom, depth: Int = 0) -> String {
        let blank = { (random: inout SeededRandom) in random.pick(["", "", " ", "\n\t", "\r\n "]) }
        let (before, behind) = (blank(&random), blank(&random))
        let inner: String
        switch random.int(0..<(depth > 5 ? 5 : 8)) {
        case 0: inner = "null"
        case 1: inner = random.chance(50) ? "true" : "false"
        case 2: inner = String(random.int(-(1 << 53)..<(1 << 53)))
        case 3: inner = random.pick(["0", "-0", "0.5", "-12.25e3", "1E-2", "7e+2", "9007199254740993"])
        case 4: inner = string(&random)
        case 5, 6:
            let elements = (0..<random.int(0..<5)).map { _ in text(&random, depth: depth + 1) }
            inner = "[" + (elements.isEmpty ? before : elements.joined(separator: ",")) + "]"
        default:
            // Now and then more members than the reader searches one by one.
            let most = random.chance(5) ? 60 : 4
            let members = (0..<random.int(0..<most + 1)).map { number in
                string(&random, ending: "\(number)") + behind + ":" + text(&random, depth: depth + 3)
            }
            inner = "{" + (members.isEmpty ? before : members.joined(separator: "," + before)) + "}"
        }
        return before + inner + behind
    }

    private static func string(_ random: inout SeededRandom, ending: String = "") -> String {
        let parts = [
            "a", "Bär", "日本", "👩‍👩‍👧", " ", "/", "\\\"", "\\\\", "\\/", "\\n", "\\r\\t\\b\\f", "\\u0041", "\\u00e9",
            "\\u65E5",
            "\\ud83d\\uDE00", "{", "]", ":,",
        ]
        let chosen = (0..<random.int(0..<6)).map { _ in random.pick(parts) }
        return "\"" + chosen.joined() + ending + "\""
    }
}

@Suite("Reading JSON")
struct JSONReaderTests {
    private func foundation(_ bytes: [UInt8]) -> AnyJSON? { try? JSONDecoder().decode(AnyJSON.self, from: Data(bytes)) }
    private func ours(_ bytes: [UInt8]) -> AnyJSON? { try? JSONReader.read(AnyJSON.self, from: bytes) }

    @Test("valid JSON is read as Foundation reads it", arguments: 0..<300)
    func agrees(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        let text = AnyJSON.text(&random)
        let read = try #require(foundation(Array(text.utf8)), "\(text)")
        #expect(ours(Array(text.utf8)) == read, "\(text)")
    }

    /// Broken structure is rejected as by Foundation; only inside strings the reader is more lenient.
    @Test("damaged JSON is refused or read as Foundation reads it, without a crash", arguments: 0..<300)
    func damaged(seed: Int) {
        var random = SeededRandom(seed: seed)
        let whole = Array(AnyJSON.text(&random).utf8)
        for _ in 0..<20 {
            var bytes = whole
            for _ in 0..<random.int(1..<4) where !bytes.isEmpty {
                let place = random.int(0..<bytes.count)
                switch random.int(0..<4) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(random.pick(Array(#"{}[]",:\0-.eE1tn "#.utf8)), at: place)
                case 2: bytes[place] = UInt8(random.int(0..<256))
                default: bytes.removeLast(bytes.count - place)
                }
            }
            let (theirs, mine) = (foundation(bytes), ours(bytes))
            let text = String(decoding: bytes, as: UTF8.self)
            switch (theirs, mine) {
            case (let theirs?, let mine?): #expect(mine == theirs, "\(text)")
            // Foundation accepts a comma after the last element.
            case (_?, nil): #expect(text.contains(/,\s*[\]}]/), "\(text)")
            case (nil, _?): #expect(isOdd(bytes) || text.contains(/0[eE]/), "\(text)")
            case (nil, nil): break
            }
        }
    }

    /// Whether something is possible only in strings, and rejected there by Foundation.
    private func isOdd(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) == nil || bytes.contains { $0 < 0x20 || $0 == UInt8(ascii: "\\") }
    }

    @Test(
        "strings accept any bytes",
        arguments: [
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0x61, 0x07, 0x0A], "a\u{7}\n"),
            (Array(#"\ud800x"#.utf8), "\u{FFFD}x"), (Array(#"\udc00\ud800\udc00"#.utf8), "\u{FFFD}\u{10000}"),
            (Array(#"a\u0000b"#.utf8), "a\u{FFFD}b"), (Array(#"\ud83d\ud83d\ude00"#.utf8), "\u{FFFD}😀"),
            (Array(#"\q\u12"#.utf8), "\u{FFFD}\u{FFFD}12"),
            (Array(#"\""#.utf8), "\""),
        ])
    func odd(content: [UInt8], text: String) throws {
        let bytes = Array("[\"".utf8) + content + Array("\", 1]".utf8)
        #expect(ours(bytes) == .list([.text(text), .number(1)]))
    }

    @Test(
        "invalid JSON is refused",
        arguments: [
            "", " ", "nul", "truee", "01", "1.", ".5", "+1", "1e", "--1", "[1,]", "[,1]", "[1 2]", "{\"a\"}",
            "{\"a\":}", "{a:1}",
            "{\"a\":1,}", "{1:2}", "[1]]", "[1", "\"a", "\"a\\\"", "[}", "{]", "'a'", "[1]x", "\u{0}", "[\u{A0}1]",
            "NaN",
        ])
    func refused(text: String) {
        #expect(throws: JSONText.Failure.self) { try JSONReader(Array(text.utf8)) }
    }

    @Test("nesting has a limit, and JSON within it is read")
    func nesting() throws {
        let nested = { (levels: Int) in
            Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
        }
        #expect(throws: Never.self) { try JSONReader(nested(JSONText.deepest)) }
        #expect(throws: JSONText.Failure.self) { try JSONReader(nested(JSONText.deepest + 1)) }
        #expect(throws: JSONText.Failure.self) { try JSONReader(nested(5_000_000)) }
    }

    private struct Kinds: Decodable, Equatable {
        enum Colour: String, Decodable { case red, green }

        var whole: Int
        var small: Int8?
        var wide: UInt64
        var part: Double
        var half: Float
        var colour: Colour
        var flags: [Bool?]
        var names: [String: [String]]
        var inner: [Inner]

        struct Inner: Decodable, Equatable { var text: String? }
    }

    @Test("Decodable types are read, and an error names the place of the wrong value")
    func kinds() throws {
        let good = """
            {"whole": 9007199254740991, "small": -128, "wide": 12, "part": 1e3, "half": 0.5, "colour": "green",
             "flags": [true, null, false], "names": {"a": ["b"], "c": []}, "inner": [{}, {"text": null}, {"text": "x"}]}
            """
        let bytes = Array(good.utf8)
        #expect(try JSONReader.read(Kinds.self, from: bytes) == JSONDecoder().decode(Kinds.self, from: Data(bytes)))
        for (part, place) in [
            (("-128", "128"), ".small is of another kind"), (("12,", "-12,"), ".wide is of another kind"),
            (("1e3", "\"1e3\""), ".part is of another kind"), (("\"part\"", "\"port\""), ".part is missing"),
            (("9007199254740991", "0.5"), ".whole is of another kind"),
            (("[\"b\"]", "\"b\""), ".names.a is of another kind"),
            (("\"b\"]", "\"b\", 1]"), ".names.a is of another kind"),
            (("\"x\"", "[]"), ".inner.text is of another kind"),
        ] {
            let bytes = Array(good.replacing(part.0, with: part.1).utf8)
            let error = #expect(throws: DecodingError.self, "\(part)") { try JSONReader.read(Kinds.self, from: bytes) }
            #expect(error?.place == place)
        }
    }

    @Test("a whole number may be written in any form")
    func whole() throws {
        #expect(try JSONReader.read([Int].self, from: Array("[1.0, 1e3, -0, 12.50e1]".utf8)) == [1, 1000, 0, 125])
        #expect(throws: DecodingError.self) { try JSONReader.read([Int].self, from: Array("[1.5]".utf8)) }
    }

    @Test("the first of duplicate keys counts, in small and large objects", arguments: [2, 100])
    func doubled(count: Int) throws {
        let members = (0..<count).map { "\"n\($0)\": \($0)" } + ["\"n1\": -1", "\"n\\u0031\": -2"]
        let read = try JSONReader.read([String: Int].self, from: Array("{\(members.joined(separator: ", "))}".utf8))
        #expect(read["n1"] == 1 && read.count == count)
    }
}
