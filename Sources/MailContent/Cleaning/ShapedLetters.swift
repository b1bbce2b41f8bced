extension Unicode.Scalar {
    /// Whether it joins a consonant to the next one (canonical combining class 9).
    var isVirama: Bool { properties.canonicalCombiningClass.rawValue == 9 }

    /// Whether it is a letter of a script in which joiners (U+200C, U+200D) change how letters are written.
    var isShapedByJoiners: Bool {
        guard value >= 0x600, properties.isAlphabetic else { return false }
        switch value {
        // Arabic, Syriac, N'Ko, Mandaic.
        case 0x0600...0x077F, 0x07C0...0x07FF, 0x0840...0x08FF: return true
        // The scripts of India and Sri Lanka.
        case 0x0900...0x0DFF, 0xA840...0xA8FF: return true
        // Myanmar, Khmer, Mongolian, Balinese and its neighbours, Javanese.
        case 0x1000...0x109F, 0x1780...0x18AF, 0x1B00...0x1C4F, 0xA980...0xAADF, 0xABC0...0xABFF: return true
        case 0xFB50...0xFDFF, 0xFE70...0xFEFE: return true
        // Manichaean, Hanifi Rohingya, Sogdian; Brahmi and what came of it; Adlam.
        case 0x10AC0...0x10AFF, 0x10D00...0x10D3F, 0x10F30...0x10FBF, 0x11000...0x11FFF, 0x1E900...0x1E95F: return true
        default: return false
        }
    }
}
