/// The raw header fields of a message or part: names, and values that are unfolded but not decoded.
package struct HeaderBlock: Sendable {
    package struct Field: Sendable {
        package var name: String
        package var value: [UInt8]
    }

    package var fields: [Field] = []
    /// The number of bytes of the kept values, which counts against `MimeLimits.headerBytes`.
    package var size = 0
    /// The index at which the body begins.
    package var end = 0
    package var problems: [String] = []

    /// Returns the first field with a name, ignoring case (RFC 5322 §1.2.2).
    package func first(_ name: String) -> [UInt8]? {
        fields.first { $0.name.lowercased() == name }?.value
    }

    package func all(_ name: String) -> [[UInt8]] {
        fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// Returns the block with unencoded headers converted to UTF-8.
    func inUTF8(from charset: String?) -> HeaderBlock {
        var block = self
        for (index, field) in fields.enumerated() {
            block.fields[index].value = Self.inUTF8(field.value, from: charset)
        }
        return block
    }

    /// Returns a value converted to UTF-8, if it is unencoded. Programs that don't encode headers (RFC 2047) write them in the charset of the
    /// text.
    static func inUTF8(_ value: [UInt8], from charset: String?) -> [UInt8] {
        guard let charset = charset?.lowercased(), !TextDecoder.isWide(charset) else { return value }
        let isRaw = value.contains { $0 >= 0x80 } && String(validating: value, as: UTF8.self) == nil
        guard isRaw || charset.hasPrefix("iso-2022") && value.contains(0x1B) else { return value }
        return Array(TextDecoder(value, charset: charset).text.utf8)
    }
}

extension HeaderBlock {
    /// Reads fields from `start` up to the empty line, a line that can't be a header, or one for which `isBoundary` holds.
    /// - Parameter budget: how many more bytes of values may be kept.
    package init(
        _ lines: LineReader, from start: Int, budget: Int, isRoot: Bool, isBoundary: (Range<Int>) -> Bool
    ) {
        var position = start
        end = start
        while let line = lines.line(at: position) {
            if line.content.isEmpty {
                end = line.next
                return
            }
            let bytes = lines.bytes[line.content]
            if isBoundary(line.content) { break }
            switch Self.kind(of: bytes, isFirst: position == start, isRoot: isRoot) {
            case .folded: continueField(with: bytes, budget: budget)
            case .field(let colon): beginField(bytes, colon: colon, budget: budget)
            case .separator: break
            case .other:
                problems.append("The headers end at a line that is none; the text begins there")
                return
            }
            position = line.next
            end = position
        }
    }

    /// The role of a line in a header block.
    package enum LineKind: Equatable {
        /// The first line of a field, with the index of its colon.
        case field(colon: Int)
        case folded
        /// The separator line of an mbox file.
        case separator
        /// Not a header line: the text begins there.
        case other
    }

    /// - Parameters:
    ///   - isFirst: whether it is the first line.
    ///   - isRoot: whether these are the headers of a whole message.
    package static func kind(of bytes: ArraySlice<UInt8>, isFirst: Bool, isRoot: Bool = true) -> LineKind {
        if bytes.first == 0x20 || bytes.first == 0x09, !isFirst { return .folded }
        if let colon = colon(in: bytes) { return .field(colon: colon) }
        return isRoot && isMboxLine(bytes) ? .separator : .other
    }

    /// Returns where the headers of a message end for a reader: behind the empty line, or at the first line that is not a header,
    /// which is returned as well.
    package static func end(of bytes: [UInt8]) -> (end: Int, wrongLine: ArraySlice<UInt8>?) {
        let lines = LineReader(bytes)
        var position = 0
        while let line = lines.line(at: position) {
            if line.content.isEmpty { return (line.next, nil) }
            let content = bytes[line.content]
            if kind(of: content, isFirst: position == 0) == .other { return (position, content) }
            position = line.next
        }
        return (position, nil)
    }

    private mutating func beginField(_ bytes: ArraySlice<UInt8>, colon: Int, budget: Int) {
        var nameEnd = colon
        while nameEnd > bytes.startIndex, bytes[nameEnd - 1] == 0x20 || bytes[nameEnd - 1] == 0x09 { nameEnd -= 1 }
        let name = String(decoding: bytes[bytes.startIndex..<nameEnd], as: UTF8.self)
        guard size + bytes.count <= budget else { return noteFull() }
        fields.append(Field(name: name, value: []))
        append(bytes[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 })
        size += name.utf8.count
    }

    /// Appends a folded line. Removes the line break, but keeps its blank (RFC 5322 §2.2.3).
    private mutating func continueField(with bytes: ArraySlice<UInt8>, budget: Int) {
        guard !fields.isEmpty else { return }
        guard size + bytes.count <= budget else { return noteFull() }
        append(bytes)
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        let last = fields.count - 1
        let room = MimeLimits.valueBytes - fields[last].value.count
        if bytes.count > room { note(MimeLimits.Problem.value) }
        let kept = bytes.prefix(max(0, room))
        fields[last].value.append(contentsOf: kept)
        size += kept.count
    }

    private mutating func noteFull() {
        note(MimeLimits.Problem.headers)
    }

    private mutating func note(_ problem: String) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// Returns the index of the colon when the line begins with a field name (RFC 5322 §3.6.8). Blanks before the colon are allowed, as in
    /// §4.5.
    private static func colon(in bytes: ArraySlice<UInt8>) -> Int? {
        guard let colon = bytes.prefix(998).firstIndex(of: 0x3A), colon > bytes.startIndex else { return nil }
        var nameEnd = colon
        while nameEnd > bytes.startIndex, bytes[nameEnd - 1] == 0x20 || bytes[nameEnd - 1] == 0x09 { nameEnd -= 1 }
        let name = bytes[bytes.startIndex..<nameEnd]
        return !name.isEmpty && name.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? colon : nil
    }

    /// Whether a line is the separator of an mbox file, quoted or not, which some stores leave in front of a message.
    private static func isMboxLine(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: Array("From ".utf8)) || bytes.starts(with: Array(">From ".utf8))
    }
}
