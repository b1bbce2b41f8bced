/// Finds links in plain text.
enum PlainLinks {
    private static let maximumLinks = 10_000
    private static let starts: [[UInt8]] = ["https://", "http://", "mailto:", "www."].map { Array($0.utf8) }

    /// Splits a text into runs, and adds the links of those that are addresses.
    static func runs(of text: Substring, style: StyledText.Style, links: inout [StyledText.Link]) -> [StyledText.Run] {
        guard !text.isEmpty else { return [] }
        guard text.utf8.contains(0x3A) || text.utf8.contains(0x2E) else {
            return [StyledText.Run(text: String(text), style: style)]
        }
        let bytes = Array(text.utf8)
        var runs: [StyledText.Run] = []
        var done = 0
        var index = 0
        while index < bytes.count, links.count < maximumLinks {
            guard let range = address(in: bytes, at: index) else {
                index += 1
                continue
            }
            let shown = String(decoding: bytes[range], as: UTF8.self)
            index = range.upperBound
            guard let target = LinkCheck.target(of: shown.hasPrefix("www.") ? "http://" + shown : shown) else {
                continue
            }
            append(bytes[done..<range.lowerBound], style, to: &runs)
            runs.append(StyledText.Run(text: shown, style: style, link: links.count))
            let note = LinkCheck.note(text: shown, target: target)
            links.append(StyledText.Link(target: target, text: shown, note: note))
            done = range.upperBound
        }
        append(bytes[done...], style, to: &runs)
        return runs
    }

    private static func append(_ bytes: ArraySlice<UInt8>, _ style: StyledText.Style, to runs: inout [StyledText.Run]) {
        guard !bytes.isEmpty else { return }
        runs.append(StyledText.Run(text: String(decoding: bytes, as: UTF8.self), style: style))
    }

    /// Returns the range of the address that begins at `start`; `nil` in the middle of a word.
    private static func address(in bytes: [UInt8], at start: Int) -> Range<Int>? {
        guard bytes[start] | 0x20 == 0x68 || bytes[start] | 0x20 == 0x6D || bytes[start] | 0x20 == 0x77 else {
            return nil
        }
        if start > 0, isWord(bytes[start - 1]) { return nil }
        guard let prefix = starts.first(where: { matches($0, bytes, start) }) else { return nil }
        var end = start + prefix.count
        var open = 0
        while end < bytes.count, !endsAddress(bytes[end]) {
            if bytes[end] == 0x28 { open += 1 }
            if bytes[end] == 0x29 {
                if open == 0 { break }
                open -= 1
            }
            end += 1
        }
        while end > start, trails(bytes[end - 1]) { end -= 1 }
        return end > start + prefix.count ? start..<end : nil
    }

    private static func matches(_ prefix: [UInt8], _ bytes: [UInt8], _ start: Int) -> Bool {
        guard start + prefix.count <= bytes.count else { return false }
        return prefix.indices.allSatisfy { bytes[start + $0] == prefix[$0] || bytes[start + $0] | 0x20 == prefix[$0] }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
    }

    private static func endsAddress(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [0x3C, 0x3E, 0x22, 0x7F].contains(byte)
    }

    /// Whether a byte is punctuation that ends a sentence rather than an address.
    private static func trails(_ byte: UInt8) -> Bool {
        [0x2E, 0x2C, 0x3B, 0x3A, 0x21, 0x3F, 0x27, 0x2A, 0x5D, 0x7D].contains(byte)
    }
}
