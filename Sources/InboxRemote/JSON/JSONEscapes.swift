/// Resolves the escapes in JSON strings (RFC 8259 §7).
enum JSONEscapes {
    static func resolved(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else {
                output.append(bytes[at])
                at += 1
                continue
            }
            let (scalar, length) = scalar(bytes, at)
            output += UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
            at += length
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the scalar of an escape, nil if it is invalid, and its length in bytes.
    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> (Unicode.Scalar?, Int) {
        switch bytes[at + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (Unicode.Scalar(bytes[at + 1]), 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "u"): break
        default: return (nil, 2)
        }
        guard let unit = unit(bytes, at) else { return (nil, 2) }
        guard (0xD800..<0xDC00).contains(unit), let low = self.unit(bytes, at + 6), (0xDC00..<0xE000).contains(low)
        else {
            // U+0000 is rejected: databases end a text there, so that an id would be another one when it is looked up.
            return (unit == 0 ? nil : Unicode.Scalar(unit), 6)
        }
        return (Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)), 12)
    }

    /// Returns the value of a `\u` escape with four digits.
    private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt32? {
        guard at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt32 = 0
        for digit in bytes[at + 2..<at + 6] {
            guard let value = hex(digit) else { return nil }
            unit = unit << 4 | value
        }
        return unit
    }

    private static func hex(_ digit: UInt8) -> UInt32? {
        switch digit {
        case 0x30...0x39: UInt32(digit - 0x30)
        case 0x41...0x46, 0x61...0x66: UInt32(digit & 0x0F) + 9
        default: nil
        }
    }
}
