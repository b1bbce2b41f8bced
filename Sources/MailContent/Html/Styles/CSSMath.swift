/// Evaluates CSS math functions: `calc(1em - 2px)`, `min(…)`, `max(…)` and `clamp(…)`.
struct CSSMath {
    private static let maximumLength = 300
    private static let maximumDepth = 10

    private let bytes: [UInt8]
    private var index = 0
    private let unit: (String) -> Double?

    /// - Parameter unit: converts a single value such as `1em` to a number.
    static func value(_ text: String, of unit: @escaping (String) -> Double?) -> Double? {
        guard text.utf8.count <= maximumLength else { return nil }
        var math = CSSMath(bytes: Array(text.utf8), unit: unit)
        let value = math.piece(depth: 0)
        return math.index == math.bytes.count ? value : nil
    }

    private init(bytes: [UInt8], unit: @escaping (String) -> Double?) {
        self.bytes = bytes
        self.unit = unit
    }

    private mutating func sum(depth: Int) -> Double? {
        guard var result = product(depth: depth) else { return nil }
        while let sign = next(0x2B, 0x2D) {
            guard let other = product(depth: depth) else { return nil }
            result += sign == 0x2B ? other : -other
        }
        return result
    }

    private mutating func product(depth: Int) -> Double? {
        guard var result = piece(depth: depth) else { return nil }
        while let sign = next(0x2A, 0x2F) {
            guard let other = piece(depth: depth), sign == 0x2A || other != 0 else { return nil }
            result = sign == 0x2A ? result * other : result / other
        }
        return result
    }

    private mutating func piece(depth: Int) -> Double? {
        guard depth < Self.maximumDepth else { return nil }
        skipBlanks()
        let start = index
        while index < bytes.count, Self.isPart(bytes[index], isFirst: index == start) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        guard index < bytes.count, bytes[index] == 0x28 else { return word.isEmpty ? nil : unit(word) }
        index += 1
        var values: [Double] = []
        repeat {
            guard let value = sum(depth: depth + 1) else { return nil }
            values.append(value)
        } while next(0x2C, 0x2C) != nil
        guard next(0x29, 0x29) != nil else { return nil }
        switch word {
        case "", "calc", "-webkit-calc": return values.count == 1 ? values[0] : nil
        case "min": return values.min()
        case "max": return values.max()
        case "clamp": return values.count == 3 ? max(values[0], min(values[1], values[2])) : nil
        default: return nil
        }
    }

    private mutating func next(_ one: UInt8, _ other: UInt8) -> UInt8? {
        skipBlanks()
        guard index < bytes.count, bytes[index] == one || bytes[index] == other else { return nil }
        index += 1
        return bytes[index - 1]
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] >= 0x09 && bytes[index] <= 0x0D { index += 1 }
    }

    private static func isPart(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x2E, 0x25: true
        case 0x2B, 0x2D: isFirst
        default: false
        }
    }
}
