/// The ids in the API: 128 random bits in base 36.
enum PublicID {
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return text(UInt128(generator.next()) << 64 | UInt128(generator.next()))
    }

    /// Returns a secret of 256 bits for signing in.
    static func randomToken() -> String { random() + random() }

    /// Whether the text could be an id: digits and letters, at most 32.
    static func isPlausible(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
    }

    private static func text(_ number: UInt128) -> String { String(number, radix: 36) }
}
