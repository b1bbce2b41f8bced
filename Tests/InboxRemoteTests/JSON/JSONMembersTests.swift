import Testing

@testable import InboxRemote

@Suite("Fields of the wrong type")
struct JSONMembersTests {
    private enum Key: String, CodingKey { case value, other }

    private func members(_ json: String) throws -> JSONMembers<Key> {
        try JSONReader(Array(json.utf8)).members(Key.self)
    }

    @Test(
        "J-18: no number, and no text instead of one, crashes the program",
        arguments: [
            ("17", 17, 17), ("\"17\"", 17, 17), ("-5", 0, -5), ("\"nan\"", nil, nil), ("\"inf\"", nil, nil),
            ("\"-infinity\"", nil, nil), ("1e300", 253_402_300_799, nil), ("\"1e300\"", 253_402_300_799, nil),
            ("9223372036854775807", 253_402_300_799, nil), ("9e18", 253_402_300_799, (1 << 53) - 1),
            ("\"9223372036854775807\"", 253_402_300_799, (1 << 53) - 1), ("\"1994-11-06T08:49:37Z\"", 784_111_777, nil),
            ("true", nil, nil), ("[]", nil, nil), ("null", nil, nil), ("1e999", nil, nil),
        ] as [(String, Int?, Int?)])
    func numbers(value: String, seconds: Int?, whole: Int?) throws {
        let fields = try members("{\"value\": \(value)}")
        #expect(fields.seconds(.value) == seconds)
        #expect(fields.whole(.value) == whole)
        #expect(fields.seconds(.other) == nil)
        #expect(fields.whole(.other) == nil)
    }

    @Test(
        "a field is text or a flag only if it is one, and a whole number is text, too",
        arguments: [
            ("\"a\\u00e9\"", "aé", nil), ("17", "17", nil), ("1.5", nil, nil), ("true", nil, true),
            ("false", nil, false),
            ("null", nil, nil), ("[\"a\"]", nil, nil), ("{\"a\": true}", nil, nil),
        ] as [(String, String?, Bool?)])
    func texts(value: String, text: String?, flag: Bool?) throws {
        let fields = try members("{\"other\": 1, \"value\": \(value)}")
        #expect(fields.text(.value) == text)
        #expect(fields.flag(.value) == flag)
    }

    @Test(
        "of a list, what can't be read is left out; what is no list is an empty one",
        arguments: [
            ("[\"a\", 1, null, \"b\", {}]", ["a", "b"]), ("[]", []), ("\"a\"", []), ("{\"a\": \"b\"}", []),
            ("null", []),
        ] as [(String, [String])])
    func lists(value: String, elements: [String]) throws {
        #expect(try members("{\"value\": \(value)}").list(.value, of: String.self) == elements)
    }

    @Test("flags are the names that are true; of a name that comes twice the first counts", arguments: [0, 40])
    func flags(others: Int) throws {
        let more = (0..<others).map { "\"k\($0)\": false, " }.joined()
        let json = "{\"value\": {\(more)\"a\": true, \"b\": false, \"b\": true, \"c\": 1, \"d\": true, \"d\": false}}"
        #expect(try members(json).members(AnyKey.self, of: .value).flags == ["a", "d"])
    }

    @Test("a member that is null or missing is none of an optional type, and the wrong value of another")
    func absent() throws {
        let fields = try members("{\"value\": null}")
        #expect(try fields.decodeIfPresent([String].self, forKey: .value) == nil)
        #expect(try fields.decodeIfPresent([String].self, forKey: .other) == nil)
        #expect(try fields.decodeIfPresent(String.self, forKey: .value) == nil)
        for key in [Key.value, .other] {
            #expect(throws: DecodingError.self) { try fields.decode([String].self, forKey: key) }
        }
    }

    @Test("an object that is none is told, not read as an empty one", arguments: ["[]", "\"a\"", "null", "1"])
    func objects(value: String) throws {
        #expect(throws: DecodingError.self) { try members("{\"value\": \(value)}").members(Key.self, of: .value) }
        #expect(throws: DecodingError.self) { try members(value) }
    }
}
