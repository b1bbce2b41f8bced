/// Bytes as a `String` that gives the same bytes back, also where they are no UTF-8: names of folders that a server spells in Latin-1 must
/// reach it again as they were.
///
/// A byte that is not part of UTF-8 becomes the private character U+EF80 to U+EFFF. Such characters themselves are taken for bytes that are
/// none.
enum RawText {
    private static let base: UInt32 = 0xEF00

    static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isByte) {
            return text
        }
        var text = String.UnicodeScalarView()
        var rest = Array(bytes)[...]
        while let first = rest.first {
            if let (scalar, length) = scalar(at: rest), !isByte(scalar) {
                text.append(scalar)
                rest = rest.dropFirst(length)
            } else {
                if let scalar = Unicode.Scalar(first < 0x80 ? UInt32(first) : base + UInt32(first)) {
                    text.append(scalar)
                }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    static func bytes(_ text: some StringProtocol) -> [UInt8] {
        guard text.unicodeScalars.contains(where: isByte) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { isByte($0) ? [UInt8($0.value - base)] : Array(String($0).utf8) }
    }

    private static func isByte(_ scalar: Unicode.Scalar) -> Bool { (base + 0x80...base + 0xFF).contains(scalar.value) }

    private static func scalar(at bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, length: Int)? {
        for length in 1...4 where length <= bytes.count {
            let text = String(validating: bytes.prefix(length), as: UTF8.self)
            if let scalar = text?.unicodeScalars.first { return (scalar, length) }
        }
        return nil
    }
}
