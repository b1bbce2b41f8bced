/// A key, report or other sequence at the start of some bytes.
struct InputSequence {
    /// The length in bytes; 0 when more bytes are needed.
    var length: Int
    var event: InputEvent?
    var startsPaste = false
    /// Whether it was too long and its rest is still to come.
    var isCutOff = false

    /// - Parameter final: whether no more bytes come for now, so that a beginning is taken as it is.
    static func next(in bytes: ArraySlice<UInt8>, final: Bool) -> InputSequence {
        guard let first = bytes.first else { return InputSequence(length: 0) }
        switch first {
        case 0x1B: return escape(bytes, final)
        case 0x00..<0x20, 0x7F: return InputSequence(length: 1, event: .key(control(first)))
        default: return character(bytes, final)
        }
    }

    /// Returns the length of the escape sequence at the start, or 1 when ESC stands alone or the sequence has no end.
    static func escapeLength(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let second = bytes.dropFirst().first else { return 1 }
        switch second {
        case UInt8(ascii: "["): return controlSequenceLength(bytes) ?? 1
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            return stringLength(bytes) ?? 1
        default: return 1
        }
    }

    private static func control(_ byte: UInt8) -> Key {
        switch byte {
        case 0x00: return Key(" ", .control)
        case 0x08, 0x7F: return .backspace
        case 0x09: return .tab
        case 0x0A, 0x0D: return .enter
        case 0x1B: return .escape
        case 0x01...0x1A: return .ctrl(Character(Unicode.Scalar(byte + 0x60)))
        default: return .ctrl(Character(Unicode.Scalar(byte + 0x40)))
        }
    }

    // MARK: Characters

    private static func character(_ bytes: ArraySlice<UInt8>, _ final: Bool) -> InputSequence {
        let first = bytes[bytes.startIndex]
        let length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
        guard length > 0 else { return InputSequence(length: 1) }
        let taken = bytes.prefix(length)
        if let bad = taken.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
            return InputSequence(length: bad - bytes.startIndex)
        }
        guard taken.count == length else { return InputSequence(length: final ? taken.count : 0) }
        let scalars = String(decoding: taken, as: UTF8.self).unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1, scalar.properties.generalCategory != .control else {
            return InputSequence(length: length)
        }
        // A surrogate or another invalid form was decoded to the replacement character.
        if scalar == "\u{FFFD}" && !taken.elementsEqual("\u{FFFD}".utf8) { return InputSequence(length: length) }
        return InputSequence(length: length, event: .key(Key(Character(scalar))))
    }

    // MARK: Escape sequences

    private static func escape(_ bytes: ArraySlice<UInt8>, _ final: Bool) -> InputSequence {
        guard let second = bytes.dropFirst().first else {
            return final ? InputSequence(length: 1, event: .key(.escape)) : InputSequence(length: 0)
        }
        switch second {
        case UInt8(ascii: "["): return controlSequence(bytes, final)
        case UInt8(ascii: "O"): return shortSequence(bytes, final)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            guard TerminalAnswer.mayBegin(bytes) else { return altered(bytes, true) }
            if let length = TerminalAnswer.length(bytes) {
                return InputSequence(length: length, event: TerminalAnswer.string(bytes.prefix(length)))
            }
            if bytes.count > InputParser.longestSequence { return InputSequence(length: bytes.count, isCutOff: true) }
            // Long answers may arrive in pieces; a short beginning without more bytes is Alt and the key.
            guard final, bytes.count > 2 else { return altered(bytes, final) }
            return InputSequence(length: TerminalAnswer.lengthWithoutEnd(bytes), event: TerminalAnswer.string(bytes))
        case 0x1B:
            // Two presses of Esc, or Alt with a key that is itself sent as a sequence.
            guard let third = bytes.dropFirst(2).first else {
                return final ? InputSequence(length: 1, event: .key(.escape)) : InputSequence(length: 0)
            }
            guard third == UInt8(ascii: "[") || third == UInt8(ascii: "O") else {
                return InputSequence(length: 1, event: .key(.escape))
            }
            let rest = next(in: bytes.dropFirst(), final: final)
            // A report from the terminal may directly follow Esc, and must not swallow the key.
            if rest.length > 0, !rest.isKey { return InputSequence(length: 1, event: .key(.escape)) }
            return rest.length > 0 ? withAlt(rest) : rest
        default: return altered(bytes, final)
        }
    }

    private static func altered(_ bytes: ArraySlice<UInt8>, _ final: Bool) -> InputSequence {
        guard let second = bytes.dropFirst().first else { return InputSequence(length: 0) }
        if !final && "]P_".utf8.contains(second) { return InputSequence(length: 0) }
        let rest = next(in: bytes.dropFirst(), final: final)
        guard rest.length > 0 else { return InputSequence(length: 0) }
        return withAlt(rest)
    }

    var isKey: Bool {
        if case .key = event { true } else { false }
    }

    private static func withAlt(_ sequence: InputSequence) -> InputSequence {
        var sequence = sequence
        sequence.length += 1
        if case .key(var key) = sequence.event {
            key.modifiers.insert(.alt)
            sequence.event = .key(key)
        }
        return sequence
    }

    /// Parses ESC O and a letter: cursor and function keys in application mode.
    private static func shortSequence(_ bytes: ArraySlice<UInt8>, _ final: Bool) -> InputSequence {
        guard let third = bytes.dropFirst(2).first else {
            return final ? InputSequence(length: 2, event: .key(.alt("O"))) : InputSequence(length: 0)
        }
        if let code = ControlSequence.letters[third] { return InputSequence(length: 3, event: .key(Key(code))) }
        if third == UInt8(ascii: "M") { return InputSequence(length: 3, event: .key(.enter)) }
        // Keypad keys: digits and signs are sent 0x40 above their own codes.
        if (0x6A...0x79).contains(third) {
            return InputSequence(length: 3, event: .key(Key(Character(Unicode.Scalar(third - 0x40)))))
        }
        return InputSequence(length: 2, event: .key(.alt("O")))
    }

    private static func controlSequence(_ bytes: ArraySlice<UInt8>, _ final: Bool) -> InputSequence {
        guard let length = controlSequenceLength(bytes) else {
            if bytes.count == 2 && final { return InputSequence(length: 2, event: .key(.alt("["))) }
            let tooLong = bytes.count > InputParser.longestSequence
            return InputSequence(length: final || tooLong ? bytes.count : 0)
        }
        let body = bytes.prefix(length).dropFirst(2)
        if body.first == UInt8(ascii: "M") {
            // The old mouse report: three bytes after the letter.
            guard bytes.count >= 6 else { return InputSequence(length: final ? bytes.count : 0) }
            let report = Array(bytes.prefix(6).dropFirst(3))
            return InputSequence(length: 6, event: MouseReport.old(report).map(InputEvent.mouse))
        }
        if body.first == UInt8(ascii: "[") {
            // The Linux console's F1 to F5.
            guard let letter = bytes.dropFirst(3).first else { return InputSequence(length: final ? bytes.count : 0) }
            let number = Int(letter) - 0x40
            let event = (1...5).contains(number) ? InputEvent.key(.function(number)) : nil
            return InputSequence(length: 4, event: event)
        }
        let sequence = ControlSequence(body)
        return InputSequence(length: length, event: sequence?.event, startsPaste: sequence?.startsPaste ?? false)
    }

    /// Returns the length of ESC [, parameters, intermediates and a final byte; nil when the end is missing. An invalid byte
    /// ends the sequence before itself.
    private static func controlSequenceLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        var length = 2
        for byte in bytes.dropFirst(2) {
            if (0x40...0x7E).contains(byte) { return length + 1 }
            guard (0x20...0x3F).contains(byte) else { return length }
            length += 1
            if length > InputParser.longestSequence { return length }
        }
        return nil
    }

    /// Returns the index after the terminator of a string that began earlier; nil when the terminator is missing.
    static func stringEnd(_ bytes: [UInt8]) -> Int? {
        for (index, byte) in bytes.enumerated() {
            let isTerminator = byte == UInt8(ascii: "\\") && index > 0 && bytes[index - 1] == 0x1B
            if byte == 0x07 || isTerminator { return index + 1 }
        }
        return nil
    }

    /// Returns the length of a string that ends in BEL or ESC \; nil without an end.
    private static func stringLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        var length = 2
        var afterEscape = false
        for byte in bytes.dropFirst(2) {
            length += 1
            if byte == 0x07 || (afterEscape && byte == UInt8(ascii: "\\")) { return length }
            if length > InputParser.longestSequence { return nil }
            afterEscape = byte == 0x1B
        }
        return nil
    }
}
