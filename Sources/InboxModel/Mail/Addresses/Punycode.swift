/// The encoding of any letters as ASCII in host names (RFC 3492), without the `xn--` prefix.
package enum Punycode {
    private static let (base, tMin, tMax, skew, damp) = (36, 1, 26, 38, 700)
    private static let (firstBias, firstScalar) = (72, 128)
    /// A label of a host name has at most 63 letters (RFC 1035 §2.3.4).
    private static let longest = 63

    /// - Returns: nil for invalid Punycode.
    package static func decoded(_ text: some StringProtocol) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count <= longest, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let hyphen = bytes.lastIndex(of: 0x2D)
        var scalars = bytes.prefix(hyphen ?? 0).map { Unicode.Scalar($0) }
        var (scalar, index, bias) = (firstScalar, 0, firstBias)
        var rest = bytes.dropFirst(hyphen.map { $0 + 1 } ?? 0)
        while !rest.isEmpty {
            let before = index
            var (weight, k) = (1, base)
            while true {
                guard let byte = rest.popFirst(), let digit = digit(byte) else { return nil }
                index += digit * weight
                let threshold = min(max(k - bias, tMin), tMax)
                if digit < threshold { break }
                weight *= base - threshold
                k += base
                guard index < 1 << 40, weight < 1 << 40 else { return nil }
            }
            bias = adapted(index - before, count: scalars.count + 1, isFirst: before == 0)
            scalar += index / (scalars.count + 1)
            index %= scalars.count + 1
            guard scalar <= 0x10FFFF, let found = Unicode.Scalar(UInt32(scalar)) else { return nil }
            scalars.insert(found, at: index)
            index += 1
        }
        return String(String.UnicodeScalarView(scalars))
    }

    package static func encoded(_ text: some StringProtocol) -> String {
        let scalars = text.unicodeScalars.map { Int($0.value) }
        var result = String(text.unicodeScalars.filter { $0.value < 0x80 }.map(Character.init))
        let basic = result.utf8.count
        if basic > 0 { result += "-" }
        var (scalar, delta, bias, handled) = (firstScalar, 0, firstBias, basic)
        while let next = scalars.filter({ $0 >= scalar }).min() {
            delta += (next - scalar) * (handled + 1)
            scalar = next
            for value in scalars {
                if value < scalar { delta += 1 }
                guard value == scalar else { continue }
                result += digits(of: delta, bias: bias)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            scalar += 1
        }
        return result
    }

    private static func digits(of value: Int, bias: Int) -> String {
        var (value, k, text) = (value, base, "")
        while true {
            let threshold = min(max(k - bias, tMin), tMax)
            guard value >= threshold else { return text + letter(value) }
            text += letter(threshold + (value - threshold) % (base - threshold))
            value = (value - threshold) / (base - threshold)
            k += base
        }
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30 + 26
        case 0x41...0x5A: Int(byte) - 0x41
        case 0x61...0x7A: Int(byte) - 0x61
        default: nil
        }
    }

    private static func letter(_ digit: Int) -> String {
        String(Unicode.Scalar(UInt8(digit < 26 ? 0x61 + digit : 0x30 + digit - 26)))
    }
}
