extension String {
    /// Without blanks, tabs and line breaks at both ends.
    package func trimmingBlanks() -> String {
        var rest = Substring(self).unicodeScalars
        while let first = rest.first, first.isBlank { rest.removeFirst() }
        while let last = rest.last, last.isBlank { rest.removeLast() }
        return String(rest)
    }
}

extension Unicode.Scalar {
    package var isBlank: Bool {
        self == " " || self == "\t" || self == "\n" || self == "\r" || self == "\u{0C}"
    }
}
