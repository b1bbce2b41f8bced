/// Divides the bytes that a server sends into responses, whatever the pieces in which they come (RFC 9051 §2.2.2).
///
/// Memory grows only with bytes that came, not with what a server announces.
struct FrameReader {
    private var frame = ResponseFrame()
    private var literal: [UInt8] = []
    /// How many bytes of the literal did not come yet; nil outside of a literal.
    private var missing: Int?
    private var literalBytes = 0

    /// - Returns: the responses that are whole with these bytes.
    mutating func feed(_ bytes: [UInt8]) throws(MalformedAnswer) -> [ResponseFrame] {
        var frames: [ResponseFrame] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            if let missing {
                let piece = rest.prefix(missing)
                rest = rest.dropFirst(missing)
                literal += piece
                self.missing = missing - piece.count
                if self.missing == 0 { endLiteral() }
                continue
            }
            let end = rest.firstIndex(of: 0x0A)
            frame.text += rest[..<(end ?? rest.endIndex)]
            guard frame.text.count <= ResponseLimits.text else {
                throw MalformedAnswer(detail: "a line of the answer is too long")
            }
            guard let end else { break }
            rest = rest[(end + 1)...]
            if frame.text.last == 0x0D { frame.text.removeLast() }
            if try beginsLiteral() { continue }
            if !frame.text.isEmpty { frames.append(frame) }
            frame = ResponseFrame()
            literalBytes = 0
        }
        return frames
    }

    /// Whether the line announces a literal, such as `{12}` or `~{12}` (RFC 3516), which is taken from the text then.
    private mutating func beginsLiteral() throws(MalformedAnswer) -> Bool {
        guard let start = Self.announcement(in: frame.text), !Self.isForPeople(frame.text) else { return false }
        let digits = frame.text[(start + 1)...].dropLast()
        guard let count = Int(String(decoding: digits, as: UTF8.self)), count <= ResponseLimits.literal,
            literalBytes + count <= ResponseLimits.literals, frame.literals.count < ResponseLimits.literalCount
        else { throw MalformedAnswer(detail: "a part of the answer is too large") }
        literalBytes += count
        frame.text.removeSubrange(start...)
        if frame.text.last == UInt8(ascii: "~") { frame.text.removeLast() }
        literal.reserveCapacity(min(count, 1 << 20))
        missing = count
        if count == 0 { endLiteral() }
        return true
    }

    private mutating func endLiteral() {
        frame.literals.append(.init(position: frame.text.count, bytes: literal))
        literal = []
        missing = nil
    }

    /// The index of the brace of `{12}` at the end of a line.
    private static func announcement(in text: [UInt8]) -> Int? {
        guard text.last == UInt8(ascii: "}") else { return nil }
        var start = text.count - 1
        while start > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[start - 1]) { start -= 1 }
        guard start > 0, start < text.count - 1, text[start - 1] == UInt8(ascii: "{") else { return nil }
        return start - 1
    }

    /// Whether a line ends in words for people, in which a number in braces means nothing.
    private static func isForPeople(_ text: [UInt8]) -> Bool {
        let words = text.prefix(20).split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.first == [UInt8(ascii: "*")] else { return true }
        guard words.count > 1 else { return false }
        return IMAPCondition.Kind(word: words[1]) != nil
    }
}
