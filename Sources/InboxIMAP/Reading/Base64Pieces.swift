import MailContent

/// Decodes base64 that comes in pieces (RFC 2045 §6.8). Ends at the padding; leaves out what is no base64.
struct Base64Pieces: Sendable {
    private var rest: [UInt8] = []
    private var hasEnded = false

    /// - Returns: what can be decoded by now.
    mutating func take(_ piece: [UInt8]) -> [UInt8] {
        guard !hasEnded else { return [] }
        for byte in piece {
            if byte == 0x3D {
                hasEnded = true
                break
            }
            if Self.isLetter(byte) { rest.append(byte) }
        }
        let whole = hasEnded ? rest.count : rest.count / 4 * 4
        var ready = Array(rest[..<whole])
        rest.removeFirst(whole)
        while hasEnded, !ready.count.isMultiple(of: 4) { ready.append(0x3D) }
        return GMime.decode(ready[...], .base64)
    }

    /// What is left at the end, where the padding is missing.
    mutating func finish() -> [UInt8] { hasEnded ? [] : take([0x3D]) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
        default: false
        }
    }
}
