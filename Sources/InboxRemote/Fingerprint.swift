/// A content hash that is stable across restarts (FNV-1a, 64 bits). It detects changes; it is not cryptographic.
enum Fingerprint {
    static func of(_ entry: FeedEntry) -> UInt64 {
        of([
            entry.uid, entry.from, entry.to, entry.subject, entry.text, entry.responseToUid, entry.dateTime,
        ])
    }

    static func of(_ texts: [String]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in texts {
            // Ends each text with a byte that UTF-8 never has, so that texts do not run together.
            for byte in Array(text.utf8) + [0xFF] {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        return hash
    }
}
