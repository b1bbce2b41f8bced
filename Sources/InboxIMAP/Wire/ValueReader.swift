/// Reads the words and values of a response one after the other. It never fails: what is malformed gives odd values, and `isBroken`.
struct ValueReader {
    private let frame: ResponseFrame
    private var position = 0
    private var literal = 0
    private var count = 0
    /// Whether something was malformed, so that what was read may not be what was meant.
    private(set) var isBroken = false

    init(_ frame: ResponseFrame) { self.frame = frame }

    /// What was not read, without literals.
    var rest: ArraySlice<UInt8> { frame.text[position...] }

    mutating func skipBlanks() {
        while literalHere == nil, byte == UInt8(ascii: " ") { position += 1 }
    }

    /// Takes a byte if it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard literalHere == nil, let byte, byte == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// The bytes up to the next blank or parenthesis.
    mutating func word() -> [UInt8] {
        skipBlanks()
        return atom()
    }

    /// The name of an item of FETCH, in upper case: `FLAGS`, `BODY[HEADER.FIELDS (A B)]`, without the place in angle brackets.
    mutating func itemName() -> (name: String, hasOrigin: Bool) {
        skipBlanks()
        var name: [UInt8] = []
        var isInSection = false
        while true {
            if let bytes = literalHere, isInSection {
                name += bytes
                literal += 1
                continue
            }
            guard literalHere == nil, let byte, isInSection || !Self.endsAtom(byte) else { break }
            position += 1
            if byte == UInt8(ascii: "[") { isInSection = true }
            if byte == UInt8(ascii: "]") { isInSection = false }
            // Servers may quote the names of fields.
            if byte != UInt8(ascii: "\"") { name.append(byte) }
        }
        if isInSection { isBroken = true }
        let origin = name.last == UInt8(ascii: ">") ? name.lastIndex(of: UInt8(ascii: "<")) : nil
        return (String(decoding: name[..<(origin ?? name.count)].uppercasedASCII, as: UTF8.self), origin != nil)
    }

    /// The next value; nil at the end, and before a parenthesis that closes nothing.
    mutating func value() -> IMAPValue? {
        var open: [[IMAPValue]] = []
        var tooDeep = 0
        while true {
            skipBlanks()
            let value: IMAPValue
            if let bytes = literalHere {
                literal += 1
                value = .string(bytes)
            } else if byte == UInt8(ascii: "(") {
                position += 1
                if tooDeep > 0 || open.count == ResponseLimits.depth { tooDeep += 1 } else { open.append([]) }
                continue
            } else if byte == UInt8(ascii: ")") {
                guard tooDeep > 0 || !open.isEmpty else { return nil }
                position += 1
                if tooDeep > 0 {
                    tooDeep -= 1
                    continue
                }
                value = .list(open.removeLast())
            } else if byte == nil {
                isBroken = isBroken || !open.isEmpty
                guard let inner = open.popLast() else { return nil }
                return .list(open.reversed().reduce(inner) { $1 + [.list($0)] })
            } else {
                value = byte == UInt8(ascii: "\"") ? .string(quoted()) : .atom(atom())
            }
            count += 1
            if count > ResponseLimits.values {
                isBroken = true
                return nil
            }
            if tooDeep > 0 { continue }
            if open.isEmpty { return value }
            open[open.count - 1].append(value)
        }
    }
}

private extension ValueReader {
    var byte: UInt8? { position < frame.text.count ? frame.text[position] : nil }

    var literalHere: [UInt8]? {
        literal < frame.literals.count && frame.literals[literal].position <= position
            ? frame.literals[literal].bytes : nil
    }

    /// Where the text ends, or the next literal is.
    var end: Int { literal < frame.literals.count ? frame.literals[literal].position : frame.text.count }

    static func endsAtom(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
    }

    mutating func atom() -> [UInt8] {
        let start = position
        while position < end, !Self.endsAtom(frame.text[position]) { position += 1 }
        return Array(frame.text[start..<position])
    }

    /// Some servers do not escape the quotes in the names of files. A quote ends the string only if what follows it can follow a string.
    mutating func quoted() -> [UInt8] {
        var bytes: [UInt8] = []
        position += 1
        while position < end {
            let byte = frame.text[position]
            position += 1
            if byte == UInt8(ascii: "\\"), position < end {
                bytes.append(frame.text[position])
                position += 1
            } else if byte == UInt8(ascii: "\""), position == end || Self.endsAtom(frame.text[position]) {
                return bytes
            } else {
                bytes.append(byte)
            }
        }
        isBroken = true
        return bytes
    }
}
