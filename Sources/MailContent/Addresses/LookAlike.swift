import Foundation

/// What a name looks like, whatever letters it is written in: two that look the same have one appearance. The letters are
/// those of UTS 39's table that pass for plain Latin ones in most fonts.
enum LookAlike {
    /// What a single letter passes for; nil when it does not pass for a plain Latin one.
    static func plain(_ scalar: Unicode.Scalar) -> Character? { letters[scalar] }

    /// Whether all of a word passes for plain Latin letters, and it is not written in them.
    static func passesForPlain(_ word: some StringProtocol) -> Bool {
        let scalars = word.unicodeScalars
        return scalars.contains { $0.value >= 0x80 } && scalars.allSatisfy { $0.value < 0x80 || plain($0) != nil }
    }

    /// Without case, accents, and the difference between letters, figures and pairs that look alike.
    static func appearance(_ text: some StringProtocol) -> String {
        let text = text.lowercased()
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return plainAppearance(text) }
        var result = ""
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .format: continue
            default: result.append(plain(scalar) ?? figures[scalar] ?? Character(scalar))
            }
        }
        return result.replacing("rn", with: "m").replacing("vv", with: "w")
    }

    /// The same for plain lower-case letters, which most names are written in.
    private static func plainAppearance(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            let letter: UInt8 = byte == 0x30 ? 0x6F : byte == 0x31 || byte == 0x7C ? 0x6C : byte  // 0 → o, 1 and | → l
            switch (result.last, letter) {
            case (0x72, 0x6E): result[result.count - 1] = 0x6D  // rn → m
            case (0x76, 0x76): result[result.count - 1] = 0x77  // vv → w
            default: result.append(letter)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let figures: [Unicode.Scalar: Character] = ["0": "o", "1": "l", "|": "l"]

    private static let letters: [Unicode.Scalar: Character] = {
        let pairs: [(String, String)] = [
            // Cyrillic
            ("авсԁеҽгһіјкӏмнопрԛѕтуѵԝхьъ", "abcdeerhijklmhonpqstyvwxbb"),
            // Greek
            ("αγεηικνορτυχω", "ayenikvoptuxw"),
            // Armenian
            ("աօսոհցզքյլռ", "wounhgqfjln"),
            // Latin ones that are not those of the keyboard
            ("ıɑɡɩʟոʋⅼ", "iagilnvl"),
        ]
        var table: [Unicode.Scalar: Character] = [:]
        for (from, to) in pairs {
            for (letter, plain) in zip(from.unicodeScalars, to) { table[letter] = plain }
        }
        return table
    }()
}
