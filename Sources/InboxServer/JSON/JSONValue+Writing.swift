extension JSONValue {
    /// Returns the value as UTF-8: members sorted by name, one a line, as the original server wrote them; with `isCompact` on
    /// one line.
    func bytes(isCompact: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isCompact: isCompact)
        writer.write(self)
        return writer.bytes
    }

    /// The value on one line.
    var compactText: String { String(decoding: bytes(isCompact: true), as: UTF8.self) }
}

private struct JSONWriter {
    let isCompact: Bool
    private(set) var bytes: [UInt8] = []
    private var depth = 0

    init(isCompact: Bool) {
        self.isCompact = isCompact
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: put("null")
        case .bool(let value): put(value ? "true" : "false")
        case .integer(let value): put(String(value))
        case .real(let value): put(value.isFinite ? String(value) : "null")
        case .text(let text): writeText(text)
        case .written(let json): put(json)
        case .array(let values):
            writeGroup("[", "]", values) { $0.write($1) }
        case .object(let members):
            writeGroup("{", "}", members.sortedByName) { writer, member in
                writer.writeText(member.name)
                writer.put(writer.isCompact ? ":" : ": ")
                writer.write(member.value)
            }
        }
    }

    private mutating func put(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func writeGroup<Element>(
        _ open: String, _ close: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        put(open)
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { put(",") }
            breakLine()
            write(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        put(close)
    }

    private mutating func breakLine() {
        guard !isCompact else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    /// Writes a string. Most text has nothing to escape and is copied in long runs.
    private mutating func writeText(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices where Self.isSpecial(utf8[index]) {
                bytes.append(contentsOf: utf8[start..<index])
                writeSpecial(utf8[index])
                start = index + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func writeSpecial(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): put("\\\"")
        case UInt8(ascii: "\\"): put("\\\\")
        case UInt8(ascii: "\n"): put("\\n")
        case UInt8(ascii: "\r"): put("\\r")
        case UInt8(ascii: "\t"): put("\\t")
        default: put("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
        }
    }
}

extension [JSONMember] {
    /// The members sorted by name. Most objects are built in this order, so that no sorting is needed.
    fileprivate var sortedByName: [JSONMember] {
        let isSorted = zip(self, dropFirst()).allSatisfy { $0.name < $1.name }
        return isSorted ? self : sorted { $0.name < $1.name }
    }
}
