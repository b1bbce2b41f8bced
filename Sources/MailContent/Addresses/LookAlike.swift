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
        var result = ""
        for scalar in text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .format: continue
            default: result.append(plain(scalar) ?? figures[scalar] ?? Character(scalar))
            }
        }
        return result.replacing("rn", with: "m").replacing("vv", with: "w")
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
