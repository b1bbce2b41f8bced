import TestSupport

extension SeededRandom {
    /// Returns difficult text: wide, joined and combining characters, controls, direction marks, and anything else.
    mutating func text(length: Int) -> String {
        let nasty: [String] = [
            "\u{1B}[31m", "\r\n", "\t", "\0", "\u{7F}", "\u{9B}", "漢", "👨‍👩‍👧", "❤️", "🏳️‍🌈", "🇩🇪",
            "e\u{301}\u{302}\u{303}\u{304}\u{305}", "\u{202E}",
            "\u{200B}", "\u{FE0F}", "\u{1F3FD}", "한", "क्ष", "\u{0B95}\u{0BBE}", "\u{FFFF}", "\u{E0041}", "a", "B", " ",
            "\u{300}", "\u{2028}",
            "👍🏽", "1️⃣", "\u{1FAE8}", "\u{AD}",
        ]
        var text = ""
        for _ in 0..<length {
            if int(0..<4) > 0 {
                text += pick(nasty)
            } else if let scalar = Unicode.Scalar(UInt32(int(0..<0x110000))) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
