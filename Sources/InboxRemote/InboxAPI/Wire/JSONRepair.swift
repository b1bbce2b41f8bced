/// Makes JSON readable that carries text as broken as the mail it came from: bytes that are no UTF-8, raw controls
/// inside strings, halves of surrogate pairs. All of them would cost the whole string.
enum JSONRepair {
    static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        let bytes = isUTF8 ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
        guard needsRepair(bytes) else { return bytes }
        var repair = Pass(bytes: bytes)
        return repair.run()
    }

    /// Controls but line breaks and tabs, which stand between tokens too, and escaped surrogates, paired or not.
    private static func needsRepair(_ bytes: [UInt8]) -> Bool {
        var isInString = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isInString, byte < 0x20 { return true }
            if isInString, byte == UInt8(ascii: "\\") {
                if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "u"),
                    bytes[index + 2] | 0x20 == UInt8(ascii: "d")
                {
                    return true
                }
                index += 1
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
            index += 1
        }
        return false
    }

    private struct Pass {
        let bytes: [UInt8]
        var output: [UInt8] = []
        var index = 0

        mutating func run() -> [UInt8] {
            output.reserveCapacity(bytes.count + 64)
            var isInString = false
            while index < bytes.count {
                let byte = bytes[index]
                if isInString, byte < 0x20 {
                    output += Array("\\u00".utf8) + [hex(byte >> 4), hex(byte & 15)]
                    index += 1
                } else if isInString, byte == UInt8(ascii: "\\") {
                    takeEscape()
                } else {
                    if byte == UInt8(ascii: "\"") { isInString.toggle() }
                    output.append(byte)
                    index += 1
                }
            }
            return output
        }

        mutating func takeEscape() {
            guard let unit = codeUnit(at: index) else { return take(2) }
            switch unit {
            case 0xD800...0xDBFF:
                if let low = codeUnit(at: index + 6), (0xDC00...0xDFFF).contains(low) { return take(12) }
                replace()
            case 0xDC00...0xDFFF: replace()
            default: take(6)
            }
        }

        func codeUnit(at start: Int) -> UInt16? {
            guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u")
            else { return nil }
            return UInt16(String(decoding: bytes[start + 2..<start + 6], as: UTF8.self), radix: 16)
        }

        mutating func take(_ count: Int) {
            let end = min(index + count, bytes.count)
            output += bytes[index..<end]
            index = end
        }

        mutating func replace() {
            output += Array("\\ufffd".utf8)
            index += 6
        }

        func hex(_ digit: UInt8) -> UInt8 {
            digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
    }
}
