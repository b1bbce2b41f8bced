/// A uuencoded file in a text, the form of files in mail before MIME; some programs also use it as a transfer encoding.
struct Uuencoded {
    /// The name as its sender wrote it.
    var name: ArraySlice<UInt8>
    /// The decoded content.
    var bytes: [UInt8]
    /// The range of its lines in the text.
    var lines: Range<Int>

    /// Returns the complete files in a text, from the first line to the last: whatever else begins like a file is text. Takes time linear
    /// in the size of the text, because no line of a file looks like the first line of another.
    static func all(in text: [UInt8]) -> [Uuencoded] {
        let reader = LineReader(text)
        var found: [Uuencoded] = []
        var position = 0
        while found.count < MimeLimits.parts, let line = reader.line(at: position) {
            let file = Uuencoded(from: line, in: reader)
            position = file?.lines.upperBound ?? line.next
            if let file { found.append(file) }
        }
        return found
    }

    /// Returns the text without the lines of these files.
    static func rest(of text: [UInt8], without files: [Uuencoded]) -> [UInt8] {
        var rest: [UInt8] = []
        var position = 0
        for file in files {
            rest += text[position..<file.lines.lowerBound]
            position = file.lines.upperBound
        }
        return rest + text[position...]
    }

    private init?(from first: LineReader.Line, in reader: LineReader) {
        guard let name = Self.name(in: reader.bytes[first.content]) else { return nil }
        var bytes: [UInt8] = []
        var position = first.next
        while let line = reader.line(at: position) {
            guard let piece = Self.decoded(reader.bytes[line.content]) else { return nil }
            position = line.next
            guard piece.isEmpty else {
                bytes += piece
                continue
            }
            guard !bytes.isEmpty, let last = reader.line(at: position),
                reader.bytes[last.content].elementsEqual("end".utf8)
            else { return nil }
            (self.name, self.bytes, lines) = (name, bytes, first.content.lowerBound..<last.next)
            return
        }
        return nil
    }

    /// Returns the name in `begin 644 name`.
    private static func name(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.starts(with: "begin ".utf8) else { return nil }
        let rest = line.dropFirst(6)
        let mode = rest.prefix { (0x30...0x37).contains($0) }
        let name = rest.dropFirst(mode.count + 1)
        guard (3...4).contains(mode.count), rest.dropFirst(mode.count).first == 0x20, !name.isEmpty else { return nil }
        return name
    }

    /// Decodes a line: empty for the line above the end, `nil` for a malformed line. Some programs omit the padding of the last group, and
    /// some append a checksum.
    private static func decoded(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        guard line.allSatisfy({ (0x20...0x60).contains($0) }) else { return nil }
        let count = line.first.map { value(of: $0) } ?? 0
        let letters = line.dropFirst()
        let (least, most) = ((count * 8 + 5) / 6, (count + 2) / 3 * 4 + 1)
        guard (least...most).contains(letters.count) else { return nil }
        var bytes: [UInt8] = []
        var (bits, width) = (0, 0)
        for letter in letters where bytes.count < count {
            (bits, width) = (bits << 6 | value(of: letter), width + 6)
            guard width >= 8 else { continue }
            width -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> width))
            bits &= (1 << width) - 1
        }
        return bytes
    }

    private static func value(of letter: UInt8) -> Int { Int(letter - 0x20) & 0x3F }
}
