/// The output of ncurses, in sequences that more terminals know.
///
/// The terminfo entries for direct colour separate the parts of a colour by colons. This follows the standard (ITU-T T.416),
/// but some terminals only know semicolons. The entries also repeat characters by a sequence (REP) that fewer terminals know.
/// The same applies to scrolling by several lines, for which ncurses has already moved to the bottom (or top) line. For the
/// last cell of the screen ncurses switches wrapping off and on again, although it must stay off.
enum PaintedBytes {
    static func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard bytes[index] == 0x1B, index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: "["),
                let end = bytes[(index + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) })
            else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let parameters = bytes[(index + 2)..<end]
            switch bytes[end] {
            case UInt8(ascii: "m") where parameters.contains(UInt8(ascii: ":")):
                result += [0x1B, UInt8(ascii: "[")]
                appendSeparated(parameters, to: &result)
                result.append(bytes[end])
            case UInt8(ascii: "b"):
                if let last = result.last { result.append(contentsOf: repeatElement(last, count: number(parameters))) }
            case UInt8(ascii: "S"): result.append(contentsOf: repeatElement(0x0A, count: number(parameters)))
            case UInt8(ascii: "T"):
                for _ in 0..<number(parameters) { result += [0x1B, UInt8(ascii: "M")] }
            case UInt8(ascii: "h"), UInt8(ascii: "l"):
                if !parameters.elementsEqual("?7".utf8) { result.append(contentsOf: bytes[index...end]) }
            default: result.append(contentsOf: bytes[index...end])
            }
            index = end + 1
        }
        return result
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.isEmpty ? 1 : digits.reduce(0) { min(10_000, $0 * 10 + max(0, Int($1) - 0x30)) }
    }

    /// Turns `38:2::1:2:3` into `38;2;1;2;3`; the empty part is the colour space.
    private static func appendSeparated(_ parameters: ArraySlice<UInt8>, to result: inout [UInt8]) {
        for byte in parameters {
            if byte == UInt8(ascii: ":") {
                if result.last != UInt8(ascii: ";") { result.append(UInt8(ascii: ";")) }
            } else {
                result.append(byte)
            }
        }
    }
}
