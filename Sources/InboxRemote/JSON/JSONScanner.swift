/// Scans a JSON text in one pass. It keeps its own stack of open containers, so nesting cannot overflow the call stack.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var nodes: [JSONText.Node] = []
    private var at = 0
    private var open: [Int] = []

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        nodes.reserveCapacity(bytes.count / 16)
    }

    /// Scans the text into `nodes`. Returns whether it is JSON.
    mutating func scan() -> Bool {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
        repeat {
            guard value() else { return false }
        } while !open.isEmpty
        skipBlanks()
        return at == bytes.count
    }

    /// Scans a value and the brackets closed after it, or a container up to its first value.
    private mutating func value() -> Bool {
        skipBlanks()
        switch byte {
        case UInt8(ascii: "{"):
            guard begin(.object) else { return false }
            if byte != UInt8(ascii: "}") { return name() }
            end()
        case UInt8(ascii: "["):
            guard begin(.array) else { return false }
            if byte != UInt8(ascii: "]") { return true }
            end()
        case UInt8(ascii: "\""): guard string() else { return false }
        case UInt8(ascii: "t"): guard word("true", .yes) else { return false }
        case UInt8(ascii: "f"): guard word("false", .no) else { return false }
        case UInt8(ascii: "n"): guard word("null", .null) else { return false }
        default: guard number() else { return false }
        }
        return goOn()
    }

    /// Moves from a value to the next one, or out of the containers that end here.
    private mutating func goOn() -> Bool {
        while let around = open.last {
            nodes[around].end += 1
            let isObject = nodes[around].kind == .object
            skipBlanks()
            switch byte {
            case UInt8(ascii: ","):
                at += 1
                return !isObject || name()
            case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"): end()
            default: return false
            }
        }
        return true
    }

    private mutating func begin(_ kind: JSONText.Kind) -> Bool {
        guard open.count < JSONText.deepest else { return false }
        open.append(nodes.count)
        add(kind, start: at, end: 0)
        at += 1
        skipBlanks()
        return true
    }

    private mutating func end() {
        at += 1
        nodes[open.removeLast()].next = UInt32(nodes.count)
    }

    private mutating func name() -> Bool {
        skipBlanks()
        guard byte == UInt8(ascii: "\""), string() else { return false }
        skipBlanks()
        guard byte == UInt8(ascii: ":") else { return false }
        at += 1
        return true
    }

    private mutating func string() -> Bool {
        at += 1
        let start = at
        var kind = JSONText.Kind.string
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                add(kind, start: start, end: at)
                at += 1
                return true
            case UInt8(ascii: "\\"):
                kind = .escaped
                at += 2
            default: at += 1
            }
        }
        return false
    }

    private mutating func word(_ word: StaticString, _ kind: JSONText.Kind) -> Bool {
        let end = at + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ bytes[at..<end].elementsEqual($0) }) else { return false }
        add(kind, start: at, end: end)
        at = end
        return true
    }

    private mutating func number() -> Bool {
        let start = at
        if byte == UInt8(ascii: "-") { at += 1 }
        if byte == UInt8(ascii: "0") { at += 1 } else { guard digits() else { return false } }
        if byte == UInt8(ascii: ".") {
            at += 1
            guard digits() else { return false }
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            at += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { at += 1 }
            guard digits() else { return false }
        }
        add(.number, start: start, end: at)
        return true
    }

    /// Scans at least one digit.
    private mutating func digits() -> Bool {
        let start = at
        while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
        return at > start
    }

    private mutating func add(_ kind: JSONText.Kind, start: Int, end: Int) {
        nodes.append(
            JSONText.Node(kind: kind, start: UInt32(start), end: UInt32(end), next: UInt32(nodes.count + 1)))
    }

    private mutating func skipBlanks() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x0A, 0x0D, 0x09: at += 1
            default: return
            }
        }
    }

    /// Zero at the end, which begins no value.
    private var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }
}
