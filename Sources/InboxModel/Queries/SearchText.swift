import Foundation

/// How text becomes words: for the index, for tests in memory, and for what a user types. One way for all three, so
/// that they agree.
public enum SearchText {
    /// The words of a text, blind to case and accents.
    ///
    /// Chinese, Japanese and Korean text, written without blanks, becomes overlapping pairs of characters and, at the
    /// end of each run, the last character alone, so that any part of it can be found.
    public static func words(_ text: String) -> [String] {
        var words: [String] = []
        split(text) { run, isPaired in
            guard isPaired else { return words.append(String(String.UnicodeScalarView(run))) }
            for position in run.indices {
                let end = min(position + 2, run.count)
                words.append(String(String.UnicodeScalarView(run[position..<end])))
            }
        }
        return words
    }

    /// The words that a query asks for: as `words`, but where the text ends in a run of pairs, without its lone last
    /// character, because what is searched may go on there.
    public static func queryWords(_ text: String) -> [String] {
        var words = words(text)
        var endsInPairs = false
        split(text) { run, isPaired in endsInPairs = isPaired && run.count > 1 }
        if endsInPairs { words.removeLast() }
        return words
    }

    /// Whether a text in a script without blanks ends the query, so that its last word must match as a beginning.
    public static func endsInSingleIdeograph(_ text: String) -> Bool {
        var last: (count: Int, isPaired: Bool) = (0, false)
        split(text) { run, isPaired in last = (run.count, isPaired) }
        return last.isPaired && last.count == 1
    }

    /// Calls back with each run of letters and digits, folded.
    private static func split(_ text: String, _ found: ([Unicode.Scalar], _ isPaired: Bool) -> Void) {
        var run: [Unicode.Scalar] = []
        var isPaired = false
        func flush() {
            if !run.isEmpty { found(run, isPaired) }
            run.removeAll(keepingCapacity: true)
        }
        for scalar in folded(text) {
            if scalar.isASCII {
                let value = scalar.value
                let isWord = (97...122).contains(value) || (48...57).contains(value)
                if isWord {
                    if isPaired { flush() }
                    isPaired = false
                    run.append(scalar)
                } else {
                    flush()
                }
                continue
            }
            guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
                if !isMark(scalar) { flush() }
                continue
            }
            let pairs = isWrittenWithoutBlanks(scalar)
            if pairs != isPaired { flush() }
            isPaired = pairs
            run.append(scalar)
        }
        flush()
    }

    private static func folded(_ text: String) -> String.UnicodeScalarView {
        if text.utf8.allSatisfy({ $0 < 128 }) { return text.lowercased().unicodeScalars }
        let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(
            String.UnicodeScalarView(
                plain.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !isMark($0) })
        )
        .lowercased().unicodeScalars
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
            from: SearchText.words(Self.line(message.from)),
            to: SearchText.words(Self.line(message.to)),
            cc: SearchText.words(Self.line(message.cc + message.bcc)),
            body: SearchText.words(bodyText ?? message.snippet),
            files: SearchText.words(message.files.map(\.fileName).joined(separator: "\n")))
    }

    private static func line(_ addresses: [MailAddress]) -> String {
        addresses.map { "\($0.name) \($0.email)" }.joined(separator: "\n")
    }
}
