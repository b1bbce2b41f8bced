/// Cleans a text in one pass over its scalars, with the state that it needs of those before.
struct TextCleaner {
    /// Replaces what can't be shown.
    static let standIn: Unicode.Scalar = "\u{FFFD}"
    static let marksPerCharacter = 4
    static let bytesPerCharacter = 64
    static let tabWidth = 8
    /// The most direction marks that may be open at a time in a line.
    static let openMarks = 16

    /// The most scalars between a joiner and the letter after it.
    static let scalarsAfterJoiner = 8

    private let keepsLines: Bool
    private let keepsTabs: Bool
    /// The output so far in UTF-8, and its last scalar.
    private var result: [UInt8] = []
    private var last: Unicode.Scalar?
    /// The last scalar of this line that is not a mark, joiner or selector.
    private var base: Unicode.Scalar?
    private var marks = 0
    private var column = 0
    /// The scalars that close the open direction marks of this line, innermost last.
    private var closers: [Unicode.Scalar] = []
    private var afterReturn = false

    init(keepsLines: Bool, keepsTabs: Bool = false) {
        self.keepsLines = keepsLines
        self.keepsTabs = keepsTabs
    }

    mutating func clean(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        result.reserveCapacity(text.utf8.count)
        var index = 0
        while index < scalars.count { index += take(scalars, at: index) }
        if afterReturn { append(Self.standIn) }
        closeLine()
        return Self.hasLongCluster(result) ? Self.withShortCharacters(cleaned) : cleaned
    }

    /// Handles the scalar at `index`, and returns how many scalars it consumed.
    private mutating func take(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
        let scalar = scalars[index]
        if afterReturn {
            afterReturn = false
            if scalar != "\n" { append(Self.standIn) }
        }
        switch ScalarKind(scalar) {
        case .lineFeed: keepsLines ? endLine() : append(Self.standIn)
        case .carriageReturn:
            if keepsLines { afterReturn = true } else { append(Self.standIn) }
            if !keepsLines, index + 1 < scalars.count, scalars[index + 1] == "\n" { return 2 }
        case .tab: appendTab()
        case .control: append(Self.standIn)
        case .lineSeparator: keepsLines ? endLine() : append(Self.standIn)
        case .direction: takeDirection(scalar)
        case .joiner:
            if Self.joinsEmoji(scalars, at: index) || shapesLetters(scalars, at: index) { put(scalar) }
        case .variation:
            if let last, last.properties.isEmoji { put(scalar) }
        case .tag: return takeTags(scalars, at: index)
        case .invisible: break
        case .mark: takeMark(scalar)
        case .other: append(scalar)
        }
        return 1
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 {
            result.append(UInt8(scalar.value))
        } else {
            result.append(contentsOf: scalar.utf8)
        }
        last = scalar
    }

    private var cleaned: String { String(decoding: result, as: UTF8.self) }

    private mutating func append(_ scalar: Unicode.Scalar) {
        put(scalar)
        base = scalar
        marks = 0
        column += 1
    }

    private mutating func appendTab() {
        if keepsTabs { return append("\t") }
        repeat { append(" ") } while keepsLines && !column.isMultiple(of: Self.tabWidth)
    }

    private mutating func endLine() {
        closeLine()
        put("\n")
        base = nil
        marks = 0
        column = 0
    }

    private mutating func closeLine() {
        for closer in closers.reversed() { put(closer) }
        closers = []
    }

    /// Appends a combining mark. At the start of a line, it would combine with whatever is painted to its left, so it gets a blank as a
    /// base.
    private mutating func takeMark(_ scalar: Unicode.Scalar) {
        if column == 0 { append(" ") }
        guard marks < Self.marksPerCharacter else { return }
        marks += 1
        put(scalar)
    }

    private mutating func takeDirection(_ scalar: Unicode.Scalar) {
        guard keepsLines else { return append(Self.standIn) }
        switch scalar.value {
        case 0x202A, 0x202B, 0x202D, 0x202E:
            if closers.count < Self.openMarks { open(scalar, closer: "\u{202C}") }
        case 0x2066...0x2068:
            if closers.count < Self.openMarks { open(scalar, closer: "\u{2069}") }
        case 0x202C, 0x2069:
            if closers.last == scalar {
                closers.removeLast()
                put(scalar)
            }
        default:
            if let last, ScalarKind(last) != .direction { put(scalar) }
        }
    }

    private mutating func open(_ scalar: Unicode.Scalar, closer: Unicode.Scalar) {
        closers.append(closer)
        put(scalar)
    }

    /// Keeps tag characters only in the flag of a region: a black flag, at most six tags, and their end (UTS #51 §C).
    private mutating func takeTags(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
        var end = index
        while end < scalars.count, ScalarKind(scalars[end]) == .tag { end += 1 }
        let tags = scalars[index..<end]
        let isFlag = tags.count >= 3 && tags.count <= 7 && tags.last?.value == 0xE007F
        if isFlag, last?.value == 0x1F3F4 { tags.forEach { put($0) } }
        return tags.count
    }

    /// Whether a joiner is between two emoji, as in those of families and professions.
    private static func joinsEmoji(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard scalars[index].value == 0x200D, index > 0, index + 1 < scalars.count else { return false }
        var before = index - 1
        while before > 0, before > index - 3, [.variation, .tag].contains(ScalarKind(scalars[before])) { before -= 1 }
        return isPicture(scalars[before]) && isPicture(scalars[index + 1])
    }

    /// Whether a joiner in a body shapes the letters around it, as words of Persian and Hindi need it: after a virama, or between two letters
    /// of a script that uses joiners. RFC 5892 (appendix A.1) goes by how each letter joins, for names of hosts; a body may say more. Names
    /// and addresses have none (T-5).
    private func shapesLetters(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard keepsLines, let last, ScalarKind(last) != .joiner else { return false }
        if last.isVirama { return true }
        guard let base, base.isShapedByJoiners else { return false }
        let next = scalars[(index + 1)...].prefix(Self.scalarsAfterJoiner).first {
            ![.joiner, .invisible, .mark].contains(ScalarKind($0))
        }
        return next?.isShapedByJoiners ?? false
    }

    /// Whether a scalar is an emoji that can be joined. Digits and `#` are emoji in Unicode's data, but join nothing.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0xFF && scalar.properties.isEmoji
    }

    /// Whether a character may exceed the length limit, as far as bytes tell: each ASCII byte begins a new character.
    private static func hasLongCluster(_ bytes: [UInt8]) -> Bool {
        var length = 0
        for byte in bytes {
            length = byte < 0x80 ? 1 : length + 1
            if length > bytesPerCharacter { return true }
        }
        return false
    }

    /// Shortens characters that are too long. Clusters without marks or joiners (Hangul, prepended signs) have no other limit.
    private static func withShortCharacters(_ text: String) -> String {
        guard text.contains(where: { $0.utf8.count > bytesPerCharacter }) else { return text }
        var result = String.UnicodeScalarView()
        for character in text {
            var room = bytesPerCharacter
            for scalar in character.unicodeScalars {
                room -= UTF8.width(scalar)
                guard room >= 0 else { break }
                result.append(scalar)
            }
        }
        return String(result)
    }
}
