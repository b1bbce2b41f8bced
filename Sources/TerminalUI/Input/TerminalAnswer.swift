/// Parses the strings that a terminal sends; only the answer about its background is used.
enum TerminalAnswer {
    /// Parses `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`, with one to four digits a part, ended by BEL or ESC \.
    static func string(_ bytes: ArraySlice<UInt8>) -> InputEvent? {
        let text = String(decoding: bytes.dropFirst(2).prefix { $0 != 0x07 && $0 != 0x1B }, as: UTF8.self)
        guard bytes.dropFirst().first == UInt8(ascii: "]"), text.hasPrefix("11;rgb:") else { return nil }
        let parts = text.dropFirst(7).split(separator: "/").map { part -> UInt32? in
            guard (1...4).contains(part.count), let value = UInt32(part, radix: 16) else { return nil }
            let most = (UInt32(1) << (4 * UInt32(part.count))) - 1
            return value * 255 / most
        }
        guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
        return .report(.background(red << 16 | green << 8 | blue))
    }
}
