/// A small drawing of a subject that people photograph: flat colours, one byte for each pixel.
struct DemoPicture: Sendable {
    private let width = 96
    private let height = 64
    /// The red, green and blue of each colour.
    private let palette: [UInt8]
    private let pixels: [UInt8]

    /// The sea at evening: sky in bands, a sun, its path on the water.
    static let harbour = DemoPicture(
        colours: [0x2B2D5B, 0x6A4C7D, 0xC8697A, 0xF4A56B, 0xFBE3A1, 0x1D3B53, 0x28536E]
    ) { column, row in
        let (across, down) = (column - 62, row - 34)
        if row < 40 { return across * across + down * down < 90 ? 4 : UInt8(min(3, row / 10)) }
        return abs(across) < 3 + (row * 7 + column * 3) % 5 ? 4 : 5 + UInt8((row / 3 + column / 11) % 2)
    }

    /// A cat in a parcel, seen from the front.
    static let cat = DemoPicture(colours: [0xE9DFCF, 0x3C3A39, 0xB98550, 0x9CCB5C, 0xD9A870, 0xE7A4A4]) { column, row in
        let (across, down) = (abs(column - 48), row - 26)
        if row > 44 { return column % 24 == 0 ? 2 : 4 }
        if across * across + down * down < 17 * 17 {
            if abs(across - 7) < 3 && abs(down + 2) < 3 { return abs(across - 7) < 1 ? 1 : 3 }
            return across < 2 && abs(down - 5) < 2 ? 5 : 1
        }
        let isEar = row > 4 && row < 20 && abs(across - 11) < (row - 4) / 2
        return isEar ? 1 : 0
    }

    /// Swatches of ink on paper, with registration marks in the corners.
    static let proof = DemoPicture(colours: [0xF7F3E8, 0x17181C, 0xB3392F, 0x2F5D73, 0xD8A63A]) { column, row in
        let isCross = (abs(column - 6) < 1 || abs(column - 89) < 1) && (row < 12 || row > 51)
        if isCross { return 1 }
        guard (16..<48).contains(row), column > 12, column < 84 else { return 0 }
        return (column - 12) % 18 < 14 ? 1 + UInt8((column - 12) / 18) : 0
    }

    private init(colours: [Int], draw: (_ column: Int, _ row: Int) -> UInt8) {
        palette = colours.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
        var rows: [UInt8] = []
        rows.reserveCapacity((width + 1) * height)
        for row in 0..<height {
            rows.append(0)  // filter: none
            for column in 0..<width { rows.append(draw(column, row)) }
        }
        pixels = rows
    }

    /// The PNG file (RFC 2083): header, palette, pixels in stored blocks, end.
    var png: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        Self.append("IHDR", Self.word(width) + Self.word(height) + [8, 3, 0, 0, 0], to: &file)
        Self.append("PLTE", palette, to: &file)
        Self.append("IDAT", stored, to: &file)
        Self.append("IEND", [], to: &file)
        return file
    }

    /// A zlib stream (RFC 1950) of one stored block (RFC 1951 §3.2.4), which holds up to 65 535 bytes.
    private var stored: [UInt8] {
        let size = pixels.count
        let length: [UInt8] = [UInt8(size & 255), UInt8(size >> 8)]
        var sum = 1
        var sums = 0
        for byte in pixels {
            sum = (sum + Int(byte)) % 65_521
            sums = (sums + sum) % 65_521
        }
        return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + pixels + Self.word(sums << 16 | sum)
    }

    private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.utf8) + data
        file += word(data.count) + body + word(Int(checksum(body)))
    }

    private static func word(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
    }

    private static let checksumTable: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        return value
    }

    /// CRC-32 (RFC 2083 §3.4).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table = checksumTable
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 255)] ^ (value >> 8) }
        return value ^ 0xFFFF_FFFF
    }
}
