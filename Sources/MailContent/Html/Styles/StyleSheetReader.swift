/// Splits a style sheet into rules. Includes the rules under conditions that hold here, and gives nested rules the selectors around
/// them. Visits each byte once or twice.
struct StyleSheetReader {
    struct Rule: Equatable {
        var selectors: String
        var declarations: String
    }

    private static let maximumDepth = 16
    /// The most bytes of the text before a block.
    private static let maximumPrelude = 16 << 10

    /// The most bytes of the selectors of a nested rule, with those around it.
    private static let maximumNested = 500

    private(set) var rules: [Rule] = []
    /// Whether the sheet has more than could be read here.
    private(set) var isIncomplete = false

    private let bytes: [UInt8]
    private let maximumRules: Int
    private var index = 0

    init(_ text: String, maximumRules: Int) {
        // For programs that don't know style sheets, HTML comment marks surround them. In CSS, these are not comments (CSS Syntax §4.3.1).
        bytes = Array(text.lowercased().replacing("<!--", with: " ").replacing("-->", with: " ").utf8)
        self.maximumRules = maximumRules
        readGroup(depth: 0)
    }

    private enum Ending { case block, statement, close, end }

    /// Reads rules until the group ends.
    private mutating func readGroup(depth: Int) {
        while index < bytes.count {
            let (text, ending) = takePiece(isInRule: false, isTop: depth == 0)
            switch ending {
            case .block: readBlock(text, around: nil, depth: depth)
            case .statement: if text.hasPrefix("@import") { isIncomplete = true }
            case .close, .end: return
            }
        }
    }

    /// - Parameter around: the selectors of the enclosing rule.
    private mutating func readBlock(_ text: String, around: String?, depth: Int) {
        guard depth < Self.maximumDepth, rules.count < maximumRules, text.utf8.count <= Self.maximumPrelude else {
            isIncomplete = true
            return skipBlock()
        }
        guard text.hasPrefix("@") else {
            guard let around else { return readRule(text, depth: depth) }
            if let selectors = Self.nested(text, in: around) { return readRule(selectors, depth: depth) }
            isIncomplete = true
            return skipBlock()
        }
        switch StyleCondition.holds(text) {
        case true?:
            if let around { readRule(around, depth: depth) } else { readGroup(depth: depth + 1) }
        case false?: skipBlock()
        case nil:
            isIncomplete = true
            skipBlock()
        }
    }

    /// Reads the block of a rule: its declarations and nested rules.
    private mutating func readRule(_ selectors: String, depth: Int) {
        var declarations = ""
        let place = rules.count
        rules.append(Rule(selectors: selectors, declarations: ""))
        reading: while index < bytes.count {
            let (text, ending) = takePiece(isInRule: true, isTop: false)
            switch ending {
            case .block: readBlock(text, around: selectors, depth: depth + 1)
            case .statement: declarations += text + ";"
            case .close, .end:
                declarations += text
                break reading
            }
        }
        rules[place].declarations = declarations
    }

    /// Returns the selectors of a nested rule combined with the outer ones (CSS Nesting §3); `nil` when the result would be too long.
    private static func nested(_ inner: String, in outer: String) -> String? {
        let whole = outer.contains(",") ? ":is(\(outer))" : outer
        let places = inner.utf8.count { $0 == 0x26 || $0 == 0x2C } + 1
        guard inner.utf8.count + places * whole.utf8.count <= maximumNested else { return nil }
        return inner.contains("&")
            ? inner.replacing("&", with: whole)
            : inner.split(separator: ",").map { "\(whole) \($0)" }.joined(separator: ",")
    }

    /// Returns the text before the next brace or semicolon, without comments and escapes, and what ended it.
    private mutating func takePiece(isInRule: Bool, isTop: Bool) -> (text: String, ending: Ending) {
        while index < bytes.count, Self.isBlank(bytes[index]) || isComment(at: index) { index = afterPiece(at: index) }
        let start = index
        let isStatement = isInRule || index < bytes.count && bytes[index] == 0x40
        var depth = 0
        var ending = Ending.end
        var end = bytes.count
        scanning: while index < bytes.count {
            let byte = bytes[index]
            let here = index
            index = afterPiece(at: index)
            guard index == here + 1 else { continue }
            switch byte {
            case 0x28: depth += 1
            case 0x29: depth = max(0, depth - 1)
            case 0x3B where depth == 0 && isStatement: ending = .statement
            case 0x7B where depth == 0: ending = .block
            // A stray closing brace is part of the invalid text around it (CSS Syntax §5.4.3); the end of the sheet stands in for a missing
            // one.
            case 0x7D where !isTop: ending = .close
            default: continue scanning
            }
            if ending != .end {
                end = here
                break
            }
        }
        return (CSSDeclarations.plain(String(decoding: bytes[start..<end], as: UTF8.self)).trimmingBlanks(), ending)
    }

    /// Returns the index after the byte at `start`, or after the comment, string or escape that begins there.
    private func afterPiece(at start: Int) -> Int {
        switch bytes[start] {
        case 0x5C: return min(start + 2, bytes.count)
        case 0x2F where isComment(at: start):
            var end = start + 2
            while end + 1 < bytes.count, bytes[end] != 0x2A || bytes[end + 1] != 0x2F { end += 1 }
            return min(end + 2, bytes.count)
        case 0x22, 0x27:
            var end = start + 1
            while end < bytes.count, bytes[end] != bytes[start], bytes[end] != 0x0A {
                end += bytes[end] == 0x5C ? 2 : 1
            }
            return min(end + 1, bytes.count)
        default: return start + 1
        }
    }

    private func isComment(at start: Int) -> Bool {
        bytes[start] == 0x2F && start + 1 < bytes.count && bytes[start + 1] == 0x2A
    }

    private mutating func skipBlock() {
        var depth = 1
        while index < bytes.count, depth > 0 {
            let byte = bytes[index]
            let here = index
            index = afterPiece(at: index)
            guard index == here + 1 else { continue }
            if byte == 0x7B { depth += 1 }
            if byte == 0x7D { depth -= 1 }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
}
