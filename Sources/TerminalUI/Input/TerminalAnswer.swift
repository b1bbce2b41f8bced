/// Parses the strings that a terminal sends (`ESC ]`, `ESC P`, `ESC _`); only the answer about its background is used.
///
/// Nobody types them, so a string is told from keys by its form alone, even if its end is missing.
enum TerminalAnswer {
    private static let background: [UInt8] = Array("\u{1B}]11;rgb".utf8)

    /// Whether the string whose first two bytes are given, and its third if that has arrived, may come from a terminal:
    /// a number follows `ESC ]`, a digit or sign `ESC P`, and kitty's `G` `ESC _`. Otherwise it is Alt and keys.
    static func mayBegin(_ bytes: ArraySlice<UInt8>) -> Bool {
        let (second, third) = (bytes.dropFirst().first, bytes.dropFirst(2).first)
        switch second {
        case UInt8(ascii: "]"): return third.map { (0x30...0x39).contains($0) } ?? true
        case UInt8(ascii: "P"): return third.map { (0x20...0x3F).contains($0) } ?? true
        case UInt8(ascii: "_"): return third.map { $0 == UInt8(ascii: "G") } ?? true
        default: return false
        }
    }

    /// Returns the length of the string with its end, BEL or ESC \. Where no answer goes on, the end was lost, and the rest
    /// is keys or other reports. Nil while more may follow.
    static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
        let whole = backgroundLength(bytes)
        for (length, byte) in bytes.enumerated().dropFirst(2) {
            switch byte {
            case 0x07: return length + 1
            case 0x1B:
                guard let next = bytes.dropFirst(length + 1).first else { return nil }
                if next == UInt8(ascii: "\\") { return length + 2 }
                // rxvt-unicode ends its answer with ESC alone.
                let isOwnEnd = length == whole && next != UInt8(ascii: "[") && next != UInt8(ascii: "O")
                return isOwnEnd ? length + 1 : length
            case 0x00..<0x20, 0x7F: return length
            default: if let whole, length >= whole { return length }
            }
        }
        return nil
    }

    /// Returns how many bytes of a string without an end belong to it: all but ESC, unless that is rxvt-unicode's end.
    static func lengthWithoutEnd(_ bytes: ArraySlice<UInt8>) -> Int {
        let isKey = bytes.last == 0x1B && backgroundLength(bytes) != bytes.count - 1
        return isKey ? bytes.count - 1 : bytes.count
    }

    /// Returns how long an answer about the background is without its end, as far as its bytes are here; nil for other strings.
    private static func backgroundLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.starts(with: background) else { return nil }
        var rest = bytes.dropFirst(background.count)
        let parts = rest.first == UInt8(ascii: "a") ? 4 : 3
        if parts == 4 { rest = rest.dropFirst() }
        guard rest.first == UInt8(ascii: ":") else { return bytes.count - rest.count }
        rest = rest.dropFirst()
        let digits = rest.prefix { isDigit($0) || $0 == UInt8(ascii: "/") }
        let first = digits.prefix(while: isDigit)
        // All parts have as many digits as the first one.
        let most = digits.count > first.count ? parts * (first.count + 1) - 1 : digits.count
        return bytes.count - rest.count + min(digits.count, most)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// Parses `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`, with one to four digits a part; `rgba:` has a fourth part, how solid it is.
    static func string(_ bytes: ArraySlice<UInt8>) -> InputEvent? {
        guard let length = backgroundLength(bytes) else { return nil }
        let text = String(decoding: bytes.prefix(length).dropFirst(background.count), as: UTF8.self)
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 2, fields[0] == "" || fields[0] == "a" else { return nil }
        let parts = fields[1].split(separator: "/").map { part -> UInt32? in
            guard (1...4).contains(part.count), let value = UInt32(part, radix: 16) else { return nil }
            let most = (UInt32(1) << (4 * UInt32(part.count))) - 1
            return value * 255 / most
        }
        guard parts.count == (fields[0] == "a" ? 4 : 3), let red = parts[0], let green = parts[1], let blue = parts[2]
        else { return nil }
        return .report(.background(red << 16 | green << 8 | blue))
    }
}
