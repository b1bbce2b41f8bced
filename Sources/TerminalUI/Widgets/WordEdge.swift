/// Where words begin and end, for keys that go or delete by words: at blanks, and in Chinese and Japanese, which have none, where the kind
/// of letter changes.
enum WordEdge {
    private enum Kind {
        case blank, han, hiragana, katakana, sign, other

        init(_ character: Character) {
            guard !character.isWhitespace else {
                self = .blank
                return
            }
            self =
                switch character.unicodeScalars.first?.value ?? 0 {
                case 0x3041...0x309F: .hiragana
                case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: .katakana
                case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
                    0x20000...0x3FFFF:
                    .han
                case 0x3001...0x3004, 0x3008...0x3020, 0x3030, 0x30FB, 0xFF01...0xFF0F, 0xFF1A...0xFF20,
                    0xFF3B...0xFF40, 0xFF5B...0xFF65:
                    .sign
                default: .other
                }
        }
    }

    /// Returns where the word before a place begins.
    static func start(before place: Int, in text: [Character]) -> Int {
        var place = place
        while place > 0, Kind(text[place - 1]) == .blank { place -= 1 }
        guard place > 0 else { return 0 }
        let kind = Kind(text[place - 1])
        while place > 0, Kind(text[place - 1]) == kind { place -= 1 }
        return place
    }

    /// Returns where the word after a place ends.
    static func end(after place: Int, in text: [Character]) -> Int {
        var place = place
        while place < text.count, Kind(text[place]) == .blank { place += 1 }
        guard place < text.count else { return place }
        let kind = Kind(text[place])
        while place < text.count, Kind(text[place]) == kind { place += 1 }
        return place
    }
}
