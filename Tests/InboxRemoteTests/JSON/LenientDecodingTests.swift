import Foundation
import Testing

@testable import InboxRemote

@Suite("Fields of the wrong type")
struct LenientDecodingTests {
    private struct Fields: Decodable {
        let seconds, whole: Int?

        private enum CodingKeys: String, CodingKey { case value }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            (seconds, whole) = (fields.seconds(.value), fields.whole(.value))
        }
    }

    @Test(
        "J-18: no number, and no text instead of one, crashes the program",
        arguments: [
            ("17", 17, 17), ("\"17\"", 17, 17), ("-5", 0, -5), ("\"nan\"", nil, nil), ("\"inf\"", nil, nil),
            ("\"-infinity\"", nil, nil), ("1e300", 253_402_300_799, nil), ("\"1e300\"", 253_402_300_799, nil),
            ("9223372036854775807", 253_402_300_799, nil), ("9e18", 253_402_300_799, (1 << 53) - 1),
            ("\"9223372036854775807\"", 253_402_300_799, (1 << 53) - 1), ("\"1994-11-06T08:49:37Z\"", 784_111_777, nil),
            ("true", nil, nil), ("[]", nil, nil), ("null", nil, nil),
        ] as [(String, Int?, Int?)])
    func numbers(value: String, seconds: Int?, whole: Int?) throws {
        let fields = try JSONDecoder().decode(Fields.self, from: Data("{\"value\": \(value)}".utf8))
        #expect(fields.seconds == seconds)
        #expect(fields.whole == whole)
    }
}
