extension String {
    /// Returns the string without blanks, tabs and line breaks at both ends.
    func trimmingBlanks() -> String {
        var rest = Substring(self).unicodeScalars
        while let first = rest.first, first.isBlank { rest.removeFirst() }
        while let last = rest.last, last.isBlank { rest.removeLast() }
        return String(rest)
    }

    /// The string without whitespace at both ends, and with each run of whitespace inside as one blank.
    var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Whether the string holds nothing but whitespace of any kind, including non-breaking blanks.
    var isAllBlank: Bool {
        unicodeScalars.allSatisfy { $0.value < 0x80 ? $0.isBlank || $0 == "\u{0B}" : $0.properties.isWhitespace }
    }
}

extension Unicode.Scalar {
    var isBlank: Bool {
        self == " " || self == "\t" || self == "\n" || self == "\r" || self == "\u{0C}"
    }
}
