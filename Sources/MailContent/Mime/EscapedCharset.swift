/// Converts seven-bit charsets that switch tables by escapes into eight-bit charsets that the system supports. The system has no
/// converter for the former, or one that is stricter than senders are.
enum EscapedCharset {
    /// Converts HZ (RFC 1843) to GB 18030: between `~{` and `~}` or the end of the line, two bytes are one character.
    static func gb18030(ofHZ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var isDouble = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch (byte, next) {
            case (0x7E, 0x7B): (isDouble, index) = (true, index + 2)
            case (0x7E, 0x7D): (isDouble, index) = (false, index + 2)
            // A line continuation.
            case (0x7E, 0x0A): index += 2
            case (0x7E, 0x7E) where !isDouble:
                result.append(byte)
                index += 2
            case (0x21...0x7E, 0x21...0x7E) where isDouble:
                result += [byte | 0x80, next | 0x80]
                index += 2
            default:
                if byte == 0x0A { isDouble = false }
                result.append(byte)
                index += 1
            }
        }
        return result
    }

    /// Converts ISO-2022-JP to EUC with the characters of Windows: half-width kana and circled numbers are not part of ISO-2022-JP, but are
    /// sent in it all the same.
    static func eucJP(ofISO2022 bytes: [UInt8]) -> [UInt8] {
        enum Table { case ascii, kana, double, more }
        let escapes: [(sequence: [UInt8], table: Table)] = [
            (Array("\u{1B}$(D".utf8), .more), (Array("\u{1B}$(B".utf8), .double), (Array("\u{1B}$(@".utf8), .double),
            (Array("\u{1B}$B".utf8), .double), (Array("\u{1B}$@".utf8), .double), (Array("\u{1B}(I".utf8), .kana),
            (Array("\u{1B}(B".utf8), .ascii), (Array("\u{1B}(J".utf8), .ascii),
        ]
        var result: [UInt8] = []
        var table = Table.ascii
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x1B, let escape = escapes.first(where: { bytes[index...].starts(with: $0.sequence) }) {
                table = escape.table
                index += escape.sequence.count
                continue
            }
            let isLetter = (0x21...0x7E).contains(byte)
            let isPair = isLetter && index + 1 < bytes.count && (0x21...0x7E).contains(bytes[index + 1])
            switch table {
            case .double where isPair:
                result += [byte | 0x80, bytes[index + 1] | 0x80]
                index += 1
            case .more where isPair:
                result += [0x8F, byte | 0x80, bytes[index + 1] | 0x80]
                index += 1
            case .kana where isLetter: result += [0x8E, byte | 0x80]
            default:
                if byte == 0x0A { table = .ascii }
                result.append(byte)
            }
            index += 1
        }
        return result
    }
}
