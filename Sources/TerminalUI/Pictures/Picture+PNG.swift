extension Picture {
    /// The picture as an uncompressed PNG file (RFC 2083).
    var png: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity((width * 3 + 1) * height)
        for y in 0..<height {
            rows.append(0)
            rows += rgb[y * width * 3..<(y + 1) * width * 3]
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        Self.append("IHDR", Self.word(width) + Self.word(height) + [8, 2, 0, 0, 0], to: &file)
        Self.append("IDAT", Self.stored(rows), to: &file)
        Self.append("IEND", [], to: &file)
        return file
    }

    /// Returns a zlib stream (RFC 1950) of stored blocks (RFC 1951 §3.2.4), each of up to 65,535 bytes.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let end = min(bytes.count, start + 65_535)
            let length = [UInt8((end - start) & 255), UInt8((end - start) >> 8)]
            result += [end == bytes.count ? 1 : 0] + length + length.map { ~$0 } + bytes[start..<end]
        }
        var (sum, sums) = (1, 0)
        for byte in bytes {
            sum = (sum + Int(byte)) % 65_521
            sums = (sums + sum) % 65_521
        }
        return result + word(sums << 16 | sum)
    }

    private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.utf8) + data
        file += word(data.count) + body + word(Int(checksum(body)))
    }

    private static func word(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }

    private static let checksums: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    /// Returns the CRC-32 (RFC 2083 §3.4).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table = checksums
        return ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 255)] ^ ($0 >> 8) }
    }
}
