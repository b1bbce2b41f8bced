extension String {
    /// With CRLF and lone CR turned into LF. In Swift CRLF is one character, so this works on the bytes.
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
