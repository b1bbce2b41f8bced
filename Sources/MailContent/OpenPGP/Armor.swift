/// An armored OpenPGP message in a text, between its header and tail lines (RFC 4880 §6.2).
struct Armor {
    static let begin = "-----BEGIN PGP MESSAGE-----"
    private static let end = "-----END PGP MESSAGE-----"

    var bytes: [UInt8]
    /// Whether the text holds nothing else.
    var isAlone: Bool

    static func message(in text: [UInt8]) -> Armor? {
        let lines = LineReader(text)
        var (position, start) = (0, Int?.none)
        while let line = lines.line(at: position) {
            position = line.next
            if start == nil {
                if isLine(text[line.content], begin) { start = line.content.lowerBound }
            } else if let start, isLine(text[line.content], end) {
                let rest = text[..<start] + text[position...]
                return Armor(bytes: Array(text[start..<position]), isAlone: rest.allSatisfy { $0 <= 0x20 })
            }
        }
        return nil
    }

    static func isLine(_ line: ArraySlice<UInt8>, _ mark: String) -> Bool {
        line.starts(with: mark.utf8) && isBlank(line.dropFirst(mark.utf8.count))
    }

    static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy { $0 <= 0x20 } }
}
