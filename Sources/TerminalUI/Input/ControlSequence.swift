/// The part of a control sequence from `ESC [` to the final byte, and its meaning (ECMA-48 §5.4, xterm's control sequences).
struct ControlSequence {
    static let letters: [UInt8: Key.Code] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2),
        UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]
    private static let numbers: [Int: Key.Code] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6),
        18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]

    private let mark: UInt8?
    private let parameters: [Int]
    private let intermediates: [UInt8]
    private let final: UInt8

    /// - Parameter body: everything after `ESC [`, including the final byte.
    init?(_ body: ArraySlice<UInt8>) {
        guard let final = body.last, (0x40...0x7E).contains(final) else { return nil }
        self.final = final
        var rest = body.dropLast()
        if let first = rest.first, (0x3C...0x3F).contains(first) {
            mark = first
            rest = rest.dropFirst()
        } else {
            mark = nil
        }
        let text = rest.prefix { (0x30...0x3B).contains($0) }
        intermediates = Array(rest.dropFirst(text.count))
        let fields = text.isEmpty ? [] : text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        parameters = fields.map { field in
            // Sub-parameters, after a colon, are refinements that are not used here.
            let digits = field.prefix { (0x30...0x39).contains($0) }.prefix(7)
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
    }

    var startsPaste: Bool { mark == nil && final == UInt8(ascii: "~") && parameters.first == 200 }

    var event: InputEvent? {
        switch (mark, final) {
        case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
            guard parameters.count == 3 else { return nil }
            let isRelease = final == UInt8(ascii: "m")
            return MouseReport.event(code: parameters[0], x: parameters[1], y: parameters[2], isRelease: isRelease)
                .map(InputEvent.mouse)
        case (UInt8(ascii: "?"), UInt8(ascii: "y")) where intermediates == [UInt8(ascii: "$")]:
            guard parameters.count == 2 else { return nil }
            return .report(.mode(parameters[0], isKnown: [1, 2].contains(parameters[1])))
        // The terminal's device attributes (DA1): 4 among them stands for sixels.
        case (UInt8(ascii: "?"), UInt8(ascii: "c")):
            return .report(.kind(drawsSixels: parameters.dropFirst().contains(4)))
        // The status (DSR): 0 is well, 3 is not; the terminal answers in both cases.
        case (nil, UInt8(ascii: "n")) where parameters == [0] || parameters == [3]: return .report(.well)
        case (nil, _) where intermediates.isEmpty: return keyEvent
        default: return nil
        }
    }

    private var keyEvent: InputEvent? {
        switch final {
        case UInt8(ascii: "~"): return numberedKey
        case UInt8(ascii: "Z"): return .key(.backTab)
        case UInt8(ascii: "I") where parameters.isEmpty: return .focus(true)
        case UInt8(ascii: "O") where parameters.isEmpty: return .focus(false)
        case UInt8(ascii: "u"): return parameters.first.flatMap { ControlSequence.key(code: $0, modifiers) }
        default: return ControlSequence.letters[final].map { .key(Key($0, modifiers)) }
        }
    }

    private var numberedKey: InputEvent? {
        guard let number = parameters.first else { return nil }
        // xterm's modifyOtherKeys: 27 ; modifiers ; code.
        if number == 27, parameters.count == 3 { return ControlSequence.key(code: parameters[2], modifiers) }
        return ControlSequence.numbers[number].map { .key(Key($0, modifiers)) }
    }

    /// The modifiers; the second parameter is one more than their sum.
    private var modifiers: Key.Modifiers {
        guard parameters.count > 1, parameters[1] > 1 else { return [] }
        return Key.Modifiers(rawValue: UInt8((parameters[1] - 1) & 7))
    }

    /// Returns the event of a key sent as its character's number.
    private static func key(code: Int, _ modifiers: Key.Modifiers) -> InputEvent? {
        switch code {
        case 9: return .key(Key(.tab, modifiers))
        case 13: return .key(Key(.enter, modifiers))
        case 27: return .key(Key(.escape, modifiers))
        case 8, 127: return .key(Key(.backspace, modifiers))
        default: break
        }
        // The range from U+E000 on is used for keys without a character.
        guard code >= 32, !(0xE000...0xF8FF).contains(code), !(0x7F...0x9F).contains(code), code <= 0x10FFFF,
            let scalar = Unicode.Scalar(UInt32(code))
        else { return nil }
        var character = Character(scalar)
        var modifiers = modifiers
        if modifiers.contains(.shift), !modifiers.contains(.control) {
            if let upper = character.uppercased().first, character.isLetter { character = upper }
            modifiers.remove(.shift)
        }
        return .key(Key(character, modifiers))
    }
}
