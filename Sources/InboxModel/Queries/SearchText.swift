import Foundation

/// How text becomes words: for the index, for tests in memory, and for what a user types. One way for all three, so
/// that they agree.
public enum SearchText {
    /// The words of a text, blind to case and accents.
    ///
    /// Chinese, Japanese and Korean text, written without blanks, becomes overlapping pairs of characters and, at the
    /// end of each run, the last character alone, so that any part of it can be found.
    public static func words(_ text: String) -> [String] {
        let scalars = Array(folded(text))
        return wordRanges(scalars).map { String(String.UnicodeScalarView(scalars[$0])) }
    }

    /// What is searched of people: names and addresses, domains of other alphabets as they are written and as they are read.
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

    /// The words that a query asks for: as `words`, but where the text ends in a run of pairs, without its lone last
    /// character, because what is searched may go on there.
    public static func queryWords(_ text: String) -> [String] {
        let words = words(text)
        guard let last = runs(Array(folded(text))).last else { return words }
        return last.isPaired && last.range.count > 1 ? words.dropLast() : words
    }

    /// Whether a text in a script without blanks ends the query, so that its last word must match as a beginning.
    public static func endsInSingleIdeograph(_ text: String) -> Bool {
        runs(Array(folded(text))).last.map { $0.isPaired && $0.range.count == 1 } ?? false
    }

    /// Whether a word is one character of a script without blanks: the beginning of a pair.
    static func isLoneIdeograph(_ word: String) -> Bool {
        word.unicodeScalars.count == 1 && word.unicodeScalars.allSatisfy(isWrittenWithoutBlanks)
    }

    /// A text that asks for these words: what `queryWords` takes apart is put together again.
    static func text(of words: [String]) -> String {
        var text = String.UnicodeScalarView()
        var open: Unicode.Scalar?
        for word in words {
            let scalars = Array(word.unicodeScalars)
            let isPaired = scalars.first.map(isWrittenWithoutBlanks) ?? false
            if isPaired, let open, open == scalars[0] {
                // The next pair of a run, or its last character once more alone.
                text.append(contentsOf: scalars.dropFirst())
            } else {
                if !text.isEmpty { text.append(" ") }
                text.append(contentsOf: scalars)
            }
            open = isPaired && scalars.count == 2 ? scalars[1] : nil
        }
        return String(text)
    }

    /// Where the words stand among folded scalars.
    static func wordRanges(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        runs(scalars).flatMap { run in
            run.isPaired ? run.range.map { $0..<min($0 + 2, run.range.upperBound) } : [run.range]
        }
    }

    private struct Run {
        var range: Range<Int>
        var isPaired: Bool
    }

    /// Runs of letters and digits.
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

    /// In lower case and without marks.
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

/// A message's words by field, as the index keeps them.
public struct MessageWords: Hashable, Sendable {
    public var subject: [String]
    public var from: [String]
    public var to: [String]
    public var cc: [String]
    /// The body's words, or the snippet's while the body has not been fetched.
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
