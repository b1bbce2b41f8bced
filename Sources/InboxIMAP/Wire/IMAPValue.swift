/// A value in a response (RFC 9051 §4).
enum IMAPValue: Hashable, Sendable {
    /// An atom, a number, a flag, or NIL.
    case atom([UInt8])
    /// A quoted string or a literal.
    case string([UInt8])
    case list([IMAPValue])

    var isNil: Bool {
        if case .atom(let bytes) = self {
            bytes.count == 3 && bytes.uppercasedASCII == Array("NIL".utf8)
        } else {
            false
        }
    }

    /// The bytes of a string or an atom; nil for a list and for NIL.
    var bytes: [UInt8]? {
        switch self {
        case .atom(let bytes): isNil ? nil : bytes
        case .string(let bytes): bytes
        case .list: nil
        }
    }

    /// Malformed UTF-8 is replaced.
    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    var number: UInt64? { text.flatMap { UInt64($0) } }

    /// A number of bytes.
    var size: Int? { number.map { min(Int(clamping: $0), ResponseLimits.size) } }

    var list: [IMAPValue]? { if case .list(let values) = self { values } else { nil } }
}

extension Sequence<UInt8> {
    var uppercasedASCII: [UInt8] { map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 0x20 : $0 } }
}
