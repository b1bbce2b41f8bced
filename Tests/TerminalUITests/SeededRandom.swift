/// The same numbers for the same seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) {
        state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Text that likes trouble: wide, joined, combining, controls, direction marks, and anything else.
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
            if next(0...3) > 0 {
                text += nasty[next(0...nasty.count - 1)]
            } else if let scalar = Unicode.Scalar(UInt32(next(0...0x10FFFF))) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
