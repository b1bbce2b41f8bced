import MailContent

/// Identifies a message of an mbox that was read before.
enum MailDigest {
    /// Returns the SHA-256 of what mail programs do not change when they mark messages. It tells messages apart even when
    /// their bytes are gone.
    static func text(of raw: [UInt8]) -> String {
        SHA256.hash(lasting(raw)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns the digest used until November 2026: 64 bits of FNV-1a.
    static func older(of raw: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in lasting(raw) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    private static let changing = [
        "status:", "x-status:", "x-keywords:", "x-uid:", "x-imap:", "x-imapbase:", "content-length:", "lines:",
    ]
    .map { Array($0.utf8) }

    /// Returns the message without the headers that mail programs write into an mbox.
    private static func lasting(_ raw: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var line = 0
        while line < raw.count {
            let end = raw[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? raw.count
            let isBlank = end - line <= 2 && raw[line..<end].allSatisfy { $0 == 0x0A || $0 == 0x0D }
            if isBlank { break }
            let start = raw[line..<min(end, line + 16)].map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
            if !changing.contains(where: start.starts(with:)) { result.append(contentsOf: raw[line..<end]) }
            line = end
        }
        result.append(contentsOf: raw[line...])
        return result
    }
}
