/// The quoted-printable encoding: lines of at most 76 ASCII characters (RFC 2045 §6.7).
package enum QuotedPrintable {
    /// Returns the encoded text, which ends in a line break.
    package static func encoded(_ text: String) -> String {
        var result: [UInt8] = []
        let normal = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        for line in normal.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            append(Array(line), to: &result)
            result += [0x0D, 0x0A]
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func append(_ line: [UInt8], to result: inout [UInt8]) {
        var length = 0
        for (index, byte) in line.enumerated() {
            let isLast = index + 1 == line.count
            let isBlank = byte == 0x20 || byte == 0x09
            // Some mail relays change a dot or "From " at the start of a line.
            let isRisky = length == 0 && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F"))
            let isPlain = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "=") && !isRisky || byte == 0x09
            let piece = isPlain && !(isBlank && isLast) ? [byte] : escaped(byte)
            if length + piece.count > 75 {
                result += [UInt8(ascii: "="), 0x0D, 0x0A]
                length = 0
            }
            result += piece
            length += piece.count
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
