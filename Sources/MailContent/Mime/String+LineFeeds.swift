extension String {
    /// Returns the string with LF for CRLF and lone CR. Works on bytes, because CRLF is a single `Character` in Swift.
    package func withLineFeeds() -> String {
        guard utf8.contains(0x0D) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var afterReturn = false
        for byte in utf8 {
            if byte == 0x0A, afterReturn {
                afterReturn = false
                continue
            }
            afterReturn = byte == 0x0D
            bytes.append(afterReturn ? 0x0A : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
