extension String {
    /// Without blanks, tabs and line breaks at both ends.
    func trimmingBlanks() -> String {
        var rest = Substring(self).unicodeScalars
        while let first = rest.first, first.isBlank { rest.removeFirst() }
        while let last = rest.last, last.isBlank { rest.removeLast() }
        return String(rest)
    }

    /// Without blanks of any kind at both ends, and each run of them within as one.
    var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Nothing but blanks of any kind, those that don't break included.
    var isAllBlank: Bool {
        unicodeScalars.allSatisfy { $0.value < 0x80 ? $0.isBlank || $0 == "\u{0B}" : $0.properties.isWhitespace }
    }
}

extension Unicode.Scalar {
    var isBlank: Bool {
        self == " " || self == "\t" || self == "\n" || self == "\r" || self == "\u{0C}"
    }
}
