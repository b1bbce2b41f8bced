/// Base64 encoding (RFC 4648 §4).
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let (one, two, three) = (bytes[start], at(start + 1, bytes), at(start + 2, bytes))
            result.append(letters[Int(one >> 2)])
            result.append(letters[Int((one & 3) << 4 | (two ?? 0) >> 4)])
            result.append(two.map { letters[Int(($0 & 15) << 2 | (three ?? 0) >> 6)] } ?? UInt8(ascii: "="))
            result.append(three.map { letters[Int($0 & 63)] } ?? UInt8(ascii: "="))
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func at(_ index: Int, _ bytes: [UInt8]) -> UInt8? { index < bytes.count ? bytes[index] : nil }
}
