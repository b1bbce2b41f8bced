/// A line of a text that can be found again after rewrapping, by the number of letters and digits above it, which stays the
/// same.
package struct TextPlace: Hashable, Sendable {
    private let line: Int
    private let letters: Int
    private let isBlank: Bool

    package init(line: Int, of lines: some Collection<String>) {
        self.line = line
        letters = lines.prefix(line).reduce(0) { $0 + Self.letters(in: $1) }
        isBlank = lines.dropFirst(line).first.map { Self.letters(in: $0) == 0 } ?? true
    }

    /// Returns the line that now contains the first letter of the old line; the same line when nothing above it wraps
    /// differently.
    package func line(in lines: some Collection<String>) -> Int {
        if TextPlace(line: line, of: lines) == self { return line }
        var above = 0
        for (index, text) in lines.enumerated() {
            above += Self.letters(in: text)
            if above > letters { return index }
        }
        return max(0, lines.count - 1)
    }

    private static func letters(in text: String) -> Int { text.count { $0.isLetter || $0.isNumber } }
}
