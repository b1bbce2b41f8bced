extension String {
    /// The text with controls of the C1 set replaced by the letters that Windows-1252 has there: that is what references such as `&#146;`
    /// mean (HTML §13.2.5.80). Controls without a letter stay.
    var withLettersForControls: String {
        guard utf8.contains(0xC2) else { return self }
        let scalars = unicodeScalars.map { scalar in
            (0x80...0x9F).contains(scalar.value) ? Self.windowsLetters[Int(scalar.value) - 0x80] ?? scalar : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let windowsLetters: [Unicode.Scalar?] = [
        "\u{20AC}", nil, "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}", "\u{2030}",
        "\u{160}", "\u{2039}", "\u{152}", nil, "\u{17D}", nil, nil, "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}",
        "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", nil, "\u{17E}",
        "\u{178}",
    ]
}
