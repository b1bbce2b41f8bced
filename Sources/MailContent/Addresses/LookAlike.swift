import Foundation

/// The appearance of a name, whatever letters it is written in: names that look the same have the same appearance. The letters are
/// those in the table of UTS 39 that pass for plain Latin ones in most fonts.
enum LookAlike {
    /// Returns the plain Latin letter that a scalar passes for; `nil` when there is none.
    static func plain(_ scalar: Unicode.Scalar) -> Character? { letters[scalar] }

    /// Whether all of a word passes for plain Latin letters, but not all of it is.
    static func passesForPlain(_ word: some StringProtocol) -> Bool {
        let scalars = word.unicodeScalars
        return scalars.contains { $0.value >= 0x80 } && scalars.allSatisfy { $0.value < 0x80 || plain($0) != nil }
    }

    /// Returns a text without case, accents, and the differences between letters, digits and pairs that look alike.
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

    /// Returns the appearance of ASCII text in lower case, the form of most names.
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
            // Latin letters outside of ASCII
            ("ıɑɡɩʟոʋⅼ", "iagilnvl"),
        ]
        var table: [Unicode.Scalar: Character] = [:]
        for (from, to) in pairs {
            for (letter, plain) in zip(from.unicodeScalars, to) { table[letter] = plain }
        }
        return table
    }()
}
