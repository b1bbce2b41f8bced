extension CSSSelector {
    /// Returns the selectors of a list, without those that match only after an action of the reader, and without those that can't be
    /// evaluated here; `hasOthers` reports the latter.
    static func list(_ text: String) -> (selectors: [CSSSelector], hasOthers: Bool) {
        var result: [CSSSelector] = []
        var hasOthers = false
        for part in pieces(of: text) {
            guard result.count < CSSSelectorReader.maximumSelectors else { return (result, true) }
            var reader = CSSSelectorReader(part)
            switch reader.read() {
            case .selector(let selector): result.append(selector)
            case .unknown: hasOthers = true
            case .never: break
            }
        }
        return (result, hasOthers)
    }

    /// Splits a text at the commas outside brackets.
    private static func pieces(of text: String) -> [ArraySlice<UInt8>] {
        var depth = 0
        return Array(text.utf8).split(omittingEmptySubsequences: true) { byte in
            if byte == 0x28 || byte == 0x5B { depth += 1 }
            if byte == 0x29 || byte == 0x5D { depth = max(0, depth - 1) }
            return byte == 0x2C && depth == 0
        }
    }
}

struct CSSSelectorReader {
    static let maximumSelectors = 500
    private static let maximumCompounds = 12
    private static let maximumDepth = 4

    enum Result { case selector(CSSSelector), unknown, never }

    private let bytes: [UInt8]
    private var index = 0
    private var isNever = false
    private var isUnknown = false
    private let depth: Int

    init(_ bytes: ArraySlice<UInt8>, depth: Int = 0) {
        self.bytes = Array(bytes)
        self.depth = depth
    }

    mutating func read() -> Result {
        var selector = CSSSelector()
        skipBlanks()
        while true {
            guard let compound = readCompound(), selector.above.count + selector.before.count < Self.maximumCompounds
            else { return isNever ? .never : .unknown }
            let start = index
            skipBlanks()
            guard index < bytes.count else {
                selector.subject = compound
                return isNever ? .never : isUnknown ? .unknown : .selector(selector)
            }
            switch bytes[index] {
            case 0x2B, 0x7E:
                selector.before.append(compound)
                index += 1
            case 0x3E:
                selector.above.append(compound)
                index += 1
            default:
                guard index > start else { return .unknown }
                selector.above.append(compound)
            }
            skipBlanks()
        }
    }

    private mutating func readCompound() -> CSSSelector.Compound? {
        var compound = CSSSelector.Compound()
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case 0x2A where index == start: index += 1
            case 0x2E:
                index += 1
                guard let name = takeName() else { return nil }
                compound.classes.append(name)
            case 0x23:
                index += 1
                guard let name = takeName(), compound.id == nil else { return nil }
                compound.id = name
            case 0x5B:
                guard let attribute = takeAttribute() else { return nil }
                compound.attributes.append(attribute)
            case 0x3A: guard takePseudo(&compound) else { return nil }
            default:
                guard index == start, let name = takeName() else { return index > start ? compound : nil }
                compound.name = name
            }
        }
        return index > start ? compound : nil
    }

    private mutating func takeName() -> String? {
        let start = index
        while index < bytes.count, Self.isNameByte(bytes[index]) { index += 1 }
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    /// Returns the content of brackets and moves the index behind them; `nil` when they don't close.
    private mutating func takeBrackets(_ open: UInt8, _ close: UInt8) -> ArraySlice<UInt8>? {
        var level = 0
        let start = index + 1
        while index < bytes.count {
            if bytes[index] == open { level += 1 }
            if bytes[index] == close { level -= 1 }
            index += 1
            if level == 0 { return bytes[start..<(index - 1)] }
        }
        return nil
    }

    private mutating func takeAttribute() -> CSSSelector.Attribute? {
        guard let inner = takeBrackets(0x5B, 0x5D) else { return nil }
        let text = String(decoding: inner, as: UTF8.self).trimmingBlanks()
        let name = text.prefix { $0.isLetter || $0.isNumber || "-_:".contains($0) }
        guard !name.isEmpty else { return nil }
        let rest = String(text.dropFirst(name.count)).trimmingBlanks()
        guard !rest.isEmpty else { return CSSSelector.Attribute(name: String(name)) }
        let relation = rest.prefix { "~|^$*=".contains($0) }
        guard relation.hasSuffix("="), relation.count <= 2 else { return nil }
        var value = String(rest.dropFirst(relation.count)).trimmingBlanks()
        if value.hasSuffix(" i") || value.hasSuffix(" s") { value = String(value.dropLast(2)).trimmingBlanks() }
        if value.count > 1, let quote = value.first, quote == "\"" || quote == "'", value.last == quote {
            value = String(value.dropFirst().dropLast())
        }
        return CSSSelector.Attribute(name: String(name), relation: String(relation), value: value)
    }

    /// Returns false when the pseudo-class can't be read.
    private mutating func takePseudo(_ compound: inout CSSSelector.Compound) -> Bool {
        index += 1
        let isPart = index < bytes.count && bytes[index] == 0x3A
        if isPart { index += 1 }
        guard let name = takeName() else { return false }
        var inner: ArraySlice<UInt8>?
        if index < bytes.count, bytes[index] == 0x28 {
            inner = takeBrackets(0x28, 0x29)
            if inner == nil { return false }
        }
        // A pseudo-element, or a state in which no mail is read.
        if isPart || name.hasPrefix("-") || Self.states.contains(name) {
            isNever = true
            return true
        }
        let words = String(decoding: inner ?? [], as: UTF8.self).trimmingBlanks()
        switch name {
        case "root": compound.name = compound.name ?? "html"
        case "link", "any-link": compound.attributes.append(CSSSelector.Attribute(name: "href"))
        case "first-child": compound.places.append(CSSSelector.Place(step: 0, first: 1))
        case "nth-child": Self.place(words).map { compound.places.append($0) } ?? { isUnknown = true }()
        case "is", "where", "matches", "not":
            guard depth < Self.maximumDepth, let inner else { return false }
            let (selectors, hasOthers) = alternatives(inner)
            if hasOthers || name == "not" && !selectors.allSatisfy(\.isExact) { isUnknown = true }
            if name == "not" {
                compound.noneOf += selectors
            } else if selectors.isEmpty {
                isNever = true
            } else {
                compound.anyOf.append(selectors)
            }
        default: isUnknown = true
        }
        return true
    }

    private func alternatives(_ inner: ArraySlice<UInt8>) -> (selectors: [CSSSelector], hasOthers: Bool) {
        var result: [CSSSelector] = []
        var hasOthers = false
        var level = 0
        for part in inner.split(whereSeparator: { byte in
            if byte == 0x28 || byte == 0x5B { level += 1 }
            if byte == 0x29 || byte == 0x5D { level -= 1 }
            return byte == 0x2C && level == 0
        }).prefix(50) {
            var reader = CSSSelectorReader(part, depth: depth + 1)
            switch reader.read() {
            case .selector(let selector): result.append(selector)
            case .unknown: hasOthers = true
            case .never: break
            }
        }
        return (result, hasOthers)
    }

    /// Parses `odd`, `3`, `2n`, `2n+1`, `-n+3`.
    private static func place(_ text: String) -> CSSSelector.Place? {
        let text = text.filter { $0 != " " }
        if text == "odd" { return CSSSelector.Place(step: 2, first: 1) }
        if text == "even" { return CSSSelector.Place(step: 2, first: 0) }
        guard let n = text.firstIndex(of: "n") else {
            return counted(text).map { CSSSelector.Place(step: 0, first: $0) }
        }
        let step = text[..<n]
        let first = text[text.index(after: n)...]
        guard let times = step.isEmpty || step == "+" ? 1 : step == "-" ? -1 : counted(step),
            let start = first.isEmpty ? 0 : counted(first)
        else { return nil }
        return CSSSelector.Place(step: times, first: start)
    }

    /// Parses a number small enough to calculate with: no page has more elements.
    private static func counted(_ text: some StringProtocol) -> Int? {
        Int(text).flatMap { (-1_000_000...1_000_000).contains($0) ? $0 : nil }
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] >= 0x09 && bytes[index] <= 0x0D { index += 1 }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: byte >= 0x80
        }
    }

    private static let states: Set<String> = [
        "hover", "focus", "focus-within", "focus-visible", "active", "visited", "checked", "target", "disabled",
        "invalid", "before", "after", "first-letter", "first-line", "fullscreen", "autofill",
    ]
}
