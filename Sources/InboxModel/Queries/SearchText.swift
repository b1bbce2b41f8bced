import Foundation

/// Splits text into words: for the index, for tests in memory, and for typed queries. All three share this code, so that
/// they agree.
package enum SearchText {
    /// Returns the words of a text, folded for case and accents.
    ///
    /// Chinese, Japanese and Korean text, which has no blanks, becomes overlapping pairs of characters. Each run ends with
    /// its last character alone, so that any part of the text can be found.
    package static func words(_ text: String) -> [String] {
        let scalars = Array(folded(text))
        return wordRanges(scalars).map { String(String.UnicodeScalarView(scalars[$0])) }
    }

    /// Returns the searchable text for people: names and addresses, with international domains both encoded and decoded.
    package static func people(_ addresses: [MailAddress]) -> String {
        var text = ""
        for address in addresses {
            if !text.isEmpty { text += "\n" }
            text += address.name
            text += " "
            text += address.email
            guard let sign = address.email.utf8.lastIndex(of: UInt8(ascii: "@")) else { continue }
            let domain = address.email[sign...].dropFirst()
            if !HostName.isPlain(domain) { text += " " + HostName.inLetters(domain.lowercased()) }
        }
        return text
    }

    /// Returns the words of a query: like `words`, but without the single last character of a final run of pairs,
    /// because the run may continue in the text.
    static func queryWords(_ text: String) -> [String] {
        let words = words(text)
        guard let last = runs(Array(folded(text))).last else { return words }
        return last.isPaired && last.range.count > 1 ? words.dropLast() : words
    }

    /// Whether a query ends in a single character of a script without blanks, which must match as the beginning of a pair.
    static func endsInSingleIdeograph(_ text: String) -> Bool {
        runs(Array(folded(text))).last.map { $0.isPaired && $0.range.count == 1 } ?? false
    }

    /// Whether a word is a single character of a script without blanks: the beginning of a pair.
    static func isLoneIdeograph(_ word: String) -> Bool {
        word.unicodeScalars.count == 1 && word.unicodeScalars.allSatisfy(isWrittenWithoutBlanks)
    }

    /// Returns a text for which `queryWords` returns these words.
    static func text(of words: [String]) -> String {
        var text = String.UnicodeScalarView()
        var open: Unicode.Scalar?
        for word in words {
            let scalars = Array(word.unicodeScalars)
            let isPaired = scalars.first.map(isWrittenWithoutBlanks) ?? false
            if isPaired, let open, open == scalars[0] {
                // The next pair of a run, or its last character alone.
                text.append(contentsOf: scalars.dropFirst())
            } else {
                if !text.isEmpty { text.append(" ") }
                text.append(contentsOf: scalars)
            }
            open = isPaired && scalars.count == 2 ? scalars[1] : nil
        }
        return String(text)
    }

    /// Returns the ranges of words in folded scalars.
    static func wordRanges(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        runs(scalars).flatMap { run in
            run.isPaired ? run.range.map { $0..<min($0 + 2, run.range.upperBound) } : [run.range]
        }
    }

    private struct Run {
        var range: Range<Int>
        var isPaired: Bool
    }

    /// Returns the runs of letters and digits.
    private static func runs(_ scalars: [Unicode.Scalar]) -> [Run] {
        var runs: [Run] = []
        var start: Int?
        var isPaired = false
        func end(_ position: Int) {
            if let first = start { runs.append(Run(range: first..<position, isPaired: isPaired)) }
            start = nil
        }
        for (position, scalar) in scalars.enumerated() {
            guard isPartOfWord(scalar) else {
                end(position)
                continue
            }
            let pairs = isWrittenWithoutBlanks(scalar)
            if pairs != isPaired { end(position) }
            isPaired = pairs
            if start == nil { start = position }
        }
        end(scalars.count)
        return runs
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if scalar.isASCII { return (97...122).contains(value) || (48...57).contains(value) }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Removes case and diacritics.
    static func folded(_ text: String) -> String.UnicodeScalarView {
        if text.utf8.allSatisfy({ $0 < 128 }) { return text.lowercased().unicodeScalars }
        let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        let letters = plain.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !isMark($0) }
        return String(String.UnicodeScalarView(letters)).lowercased().unicodeScalars.filter { !isMark($0) }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    private static func isWrittenWithoutBlanks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3040...0x30FF, 0x3130...0x318F, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

/// A message's words by field, as the index stores them.
public struct MessageWords: Hashable, Sendable {
    public var subject: [String]
    public var from: [String]
    public var to: [String]
    public var cc: [String]
    /// The words of the body, or of the snippet until the body has been fetched.
    public var body: [String]
    public var files: [String]

    public init(
        subject: [String] = [], from: [String] = [], to: [String] = [], cc: [String] = [], body: [String] = [],
        files: [String] = []
    ) {
        self.subject = subject
        self.from = from
        self.to = to
        self.cc = cc
        self.body = body
        self.files = files
    }

    public init(_ message: Message, bodyText: String? = nil) {
        self.init(
            subject: SearchText.words(message.subject),
            from: SearchText.words(SearchText.people(message.from)),
            to: SearchText.words(SearchText.people(message.to)),
            cc: SearchText.words(SearchText.people(message.cc + message.bcc)),
            body: SearchText.words(bodyText ?? message.snippet),
            files: SearchText.words(message.files.map(\.fileName).joined(separator: "\n")))
    }

}
