extension String {
    /// Digits and signs as the small ones above the line, so that `x<sup>2</sup>` doesn't read `x2`; `nil` where something else
    /// stands there: “1st” and “®” read well as they are.
    var raised: String? {
        let letters = map { Self.raisedLetters[$0] }
        guard letters.contains(where: { $0 != " " }), !letters.contains(nil) else { return nil }
        return String(letters.compactMap(\.self))
    }

    private static let raisedLetters: [Character: Character] = [
        "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹", "+": "⁺",
        "-": "⁻", "−": "⁻", "n": "ⁿ", " ": " ",
    ]
}
