extension String {
    /// Returns the text in small characters above or below the line, so that `x<sup>2</sup>` doesn't read `x2`; `nil` when it holds
    /// anything but digits and signs: “1st” and “®” read well as they are.
    func small(_ level: HTMLElement.Level) -> String? {
        switch level {
        case .line: nil
        case .raised: replaced(from: Self.raisedLetters)
        case .lowered: replaced(from: Self.loweredLetters)
        }
    }

    private func replaced(from table: [Character: Character]) -> String? {
        let letters = map { table[$0] }
        guard letters.contains(where: { $0 != " " }), !letters.contains(nil) else { return nil }
        return String(letters.compactMap(\.self))
    }

    private static let raisedLetters: [Character: Character] = [
        "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹", "+": "⁺",
        "-": "⁻", "−": "⁻", "n": "ⁿ", " ": " ",
    ]

    private static let loweredLetters: [Character: Character] = [
        "0": "₀", "1": "₁", "2": "₂", "3": "₃", "4": "₄", "5": "₅", "6": "₆", "7": "₇", "8": "₈", "9": "₉", "+": "₊",
        "-": "₋", "−": "₋", "n": "ₙ", " ": " ",
    ]
}
