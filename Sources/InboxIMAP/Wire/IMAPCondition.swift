/// A status response (RFC 9051 §7.1): whether a command succeeded, or news of the server.
struct IMAPCondition: Hashable, Sendable {
    enum Kind: String, Sendable {
        case ok = "OK"
        case no = "NO"
        case bad = "BAD"
        case bye = "BYE"
        case preauth = "PREAUTH"

        init?(word: some Sequence<UInt8>) { self.init(rawValue: String(decoding: word.uppercasedASCII, as: UTF8.self)) }
    }

    var kind: Kind
    /// In upper case: `UIDVALIDITY`; empty if there is none.
    var code = ""
    /// What follows the code within its brackets.
    var arguments: [UInt8] = []
    /// The server's words for people.
    var text = ""

    init(_ kind: Kind, code: String = "", arguments: [UInt8] = [], text: String = "") {
        (self.kind, self.code, self.arguments, self.text) = (kind, code, arguments, text)
    }

    /// - Parameter rest: what follows the kind.
    init(_ kind: Kind, rest: ArraySlice<UInt8>) {
        self.kind = kind
        var rest = rest.drop { $0 == UInt8(ascii: " ") }
        if rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
            let inside = rest[(rest.startIndex + 1)..<end]
            let name = inside.prefix { $0 != UInt8(ascii: " ") }
            code = String(decoding: name.uppercasedASCII, as: UTF8.self)
            arguments = Array(inside[name.endIndex...].drop { $0 == UInt8(ascii: " ") })
            rest = rest[(end + 1)...].drop { $0 == UInt8(ascii: " ") }
        }
        text = String(decoding: rest, as: UTF8.self)
    }

    /// The arguments as a number, such as a UIDVALIDITY.
    var number: UInt64? { UInt64(String(decoding: arguments, as: UTF8.self)) }
}
