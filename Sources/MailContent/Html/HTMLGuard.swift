/// Makes HTML safe for a parser whose running time grows with the square of some counts: attributes in a tag, and nested elements. HTML
/// of real mail passes unchanged.
struct HTMLGuard {
    static let maximumSize = 4 << 20
    static let maximumAttributes = 64
    /// The most elements open at a time, including those that end implicitly: well below the limit at which the parser gives up.
    static let maximumOpen = 480
    /// The depth from which elements no longer end implicitly: those that would end them are left out as well.
    static let flatFrom = maximumOpen - 4
    static let maximumValue = 16 << 10

    var html: [UInt8] = []
    var notice: String?
    /// The contents of `style` elements that apply to a screen, in document order.
    private(set) var styleSheets: [String] = []
    /// Whether a list may count down (`reversed`).
    private(set) var mayCountDown = false
    var open = 0
    /// Whether a link is open that contains no table yet.
    private var isInLink = false
    var foreign = ForeignContent()
    /// Marks that a search has not found. The rest cannot contain them either, so each futile search happens only once.
    private var missing: Set<[UInt8]> = []

    init(_ text: String) {
        var source = Array(text.utf8.prefix(Self.maximumSize))
        if source.count < text.utf8.count { notice = "The text is longer than 4 MiB; the rest is not shown." }
        if notice != nil { while let last = source.last, last >= 0x80 { source.removeLast() } }
        for index in source.indices where source[index] == 0 { source[index] = 0x20 }
        html.reserveCapacity(source.count + 16)
        // The parser would put text outside of any element into a paragraph. No mail closes this element.
        html += Array("<maraca-text>".utf8)
        filter(source)
    }
}

extension HTMLGuard {
    mutating func filter(_ source: [UInt8]) {
        var index = 0
        while index < source.count {
            guard source[index] == 0x3C, index + 1 < source.count else {
                if source[index] == 0x26,
                    let found = LegacyEntity.completed(
                        in: source, at: index, end: source.count, isInValue: false)
                {
                    html += found.reference
                    index = found.next
                    continue
                }
                html.append(source[index])
                index += 1
                continue
            }
            index = takeTag(source, at: index)
        }
    }

    /// Copies the tag at `start`, or leaves it out when it is nested too deeply, and returns the index after it.
    mutating func takeTag(_ source: [UInt8], at start: Int) -> Int {
        if let end = endOfMarkup(source, at: start) { return end }
        let isEnd = source[start + 1] == 0x2F
        let nameStart = start + (isEnd ? 2 : 1)
        var nameEnd = nameStart
        while nameEnd < source.count, Self.isNameByte(source[nameEnd]), nameEnd - nameStart < 64 { nameEnd += 1 }
        guard nameEnd > nameStart, source[nameStart] | 0x20 >= 0x61, source[nameStart] | 0x20 <= 0x7A else {
            html.append(0x3C)
            return start + 1
        }
        let mark = html.count
        let name = source[nameStart..<nameEnd]
        let key = Self.key(name)
        if !isEnd, isInLink, key == Self.table {
            // The parser ends a link at a table directly in it. Browsers don't, and mails build buttons that way.
            html += Self.inLink
            isInLink = false
        }
        html += source[start..<nameEnd]
        var end = takeAttributes(source, from: nameEnd)
        if !isEnd, foreign.isEnded(by: name) { leaveForeign(before: mark) }
        let isForeign = ForeignContent.begins(name)
        if !isEnd, isForeign || !foreign.isEmpty, source[start..<end].suffix(2).elementsEqual(Self.slashEnd) {
            endForeign(name)
            return end
        }
        if !isEnd, key == Self.numbered, !mayCountDown {
            let tag = String(decoding: source[start..<min(end, start + 1_000)], as: UTF8.self)
            mayCountDown = tag.lowercased().contains("reversed")
        }
        if !isEnd, let close = Self.rawEnds[key ?? 0],
            let next = find(close, in: source, from: end)
        {
            // The content of these elements is not markup, even where it looks like it.
            if close == Self.styleEnd { takeSheet(source[end..<next], html[mark...]) }
            html += source[end..<next]
            end = next
        }
        if !changeDepth(name, isEnd: isEnd) {
            html.removeSubrange(mark...)
            if !html.suffix(Self.lineBreak.count).elementsEqual(Self.lineBreak) { html += Self.lineBreak }
        } else if key == Self.link {
            isInLink = !isEnd
        } else {
            foreign.take(name, isEnd: isEnd)
        }
        return end
    }

    /// - Parameter tag: may name the media for the sheet.
    mutating func takeSheet(_ text: ArraySlice<UInt8>, _ tag: ArraySlice<UInt8>) {
        let tag = String(decoding: tag.prefix(1_000), as: UTF8.self).lowercased()
        if let media = tag.firstRange(of: "media=") {
            let rest = tag[media.upperBound...]
            let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
            let value =
                quote.map { quote in rest.dropFirst().prefix { $0 != quote } }
                ?? rest.prefix { $0 != " " && $0 != ">" }
            guard StyleCondition.media(String(value)) != false else { return }
        }
        styleSheets.append(String(decoding: text, as: UTF8.self))
    }

    /// Returns the index after a comment, or after `<![if …]>` or `<![endif]>`. The text between those two is meant for every program but
    /// Word, and the marks themselves are not text.
    mutating func endOfMarkup(_ source: [UInt8], at start: Int) -> Int? {
        guard start + 3 < source.count, source[start + 1] == 0x21 else { return nil }
        switch (source[start + 2], source[start + 3] | 0x20) {
        case (0x2D, 0x2D): return find(Self.commentEnd, in: source, from: start + 2).map { $0 + 3 }
        case (0x5B, 0x69), (0x5B, 0x65):
            return source[start..<min(source.count, start + 200)].firstIndex(of: 0x3E).map { $0 + 1 }
        default: return nil
        }
    }

    /// Returns the next index of a mark, ignoring case.
    mutating func find(_ mark: [UInt8], in source: [UInt8], from start: Int) -> Int? {
        guard !missing.contains(mark) else { return nil }
        var index = start
        while index + mark.count <= source.count {
            if source[index] == mark[0], mark.indices.allSatisfy({ source[index + $0] | 0x20 == mark[$0] | 0x20 }) {
                return index
            }
            index += 1
        }
        missing.insert(mark)
        return nil
    }

    static let commentEnd = Array("-->".utf8)
    static let styleEnd = Array("</style".utf8)
    /// Elements whose content is not markup, with their end tags.
    static let rawEnds: [UInt64: [UInt8]] = [
        "style": "</style", "script": "</script", "title": "</title", "textarea": "</textarea",
    ].reduce(into: [:]) { $0[key(Array($1.key.utf8)[...]) ?? 0] = Array($1.value.utf8) }

    /// Copies at most 64 attributes, and cuts long values. An attribute that may hide the element is always copied, once (W-4).
    mutating func takeAttributes(_ source: [UInt8], from start: Int) -> Int {
        var index = start
        var words = 0
        var wasBlank = false
        var keeps = true
        var late: Set<String> = []
        // The last byte that wasn't blank: a quote begins a value only after an equals sign.
        let quoteEnd: UInt8 = 0x22
        var last: UInt8 = 0
        while index < source.count, source[index] != 0x3E {
            let byte = source[index]
            let isBlank = byte == 0x20 || byte == 0x2F || byte >= 0x09 && byte <= 0x0D
            if wasBlank, !isBlank {
                words += 1
                keeps = words <= Self.maximumAttributes || Self.mayHide(source[index...], besides: &late)
            }
            if byte == 0x22 || byte == 0x27, last == 0x3D {
                index = takeValue(source, at: index, isKept: keeps)
                wasBlank = true
                last = quoteEnd
                continue
            }
            if !isBlank { last = byte }
            if byte == 0x3C, wasBlank { break }
            if keeps, !(isBlank && wasBlank) { html.append(byte) }
            wasBlank = isBlank
            index += 1
        }
        html.append(0x3E)
        return index < source.count && source[index] == 0x3E ? index + 1 : index
    }

    /// Whether an attribute that may hide its element begins here, the first of its name in this tag.
    static func mayHide(_ rest: ArraySlice<UInt8>, besides met: inout Set<String>) -> Bool {
        let name = String(decoding: rest.prefix(12).prefix(while: isNameByte), as: UTF8.self).lowercased()
        return ["style", "hidden", "class", "id", "aria-hidden"].contains(name) && met.insert(name).inserted
    }

    mutating func takeValue(_ source: [UInt8], at start: Int, isKept: Bool) -> Int {
        let quote = source[start]
        var end = start + 1
        while end < source.count, source[end] != quote { end += 1 }
        if isKept {
            html.append(quote)
            appendValue(source, start + 1, min(end, start + 1 + Self.maximumValue))
            html.append(quote)
            html.append(0x20)
        }
        return min(end + 1, source.count)
    }

    private mutating func appendValue(_ source: [UInt8], _ start: Int, _ end: Int) {
        guard source[start..<end].contains(0x26) else { return html += source[start..<end] }
        var index = start
        while index < end {
            guard source[index] == 0x26,
                let found = LegacyEntity.completed(
                    in: source, at: index, end: end, isInValue: true)
            else {
                html.append(source[index])
                index += 1
                continue
            }
            html += found.reference
            index = found.next
        }
    }

    static let lineBreak = Array("<br>".utf8)
    static let inLink = Array("<maraca-link>".utf8)
    static let link = key(Array("a".utf8)[...])
    static let table = key(Array("table".utf8)[...])
    static let numbered = key(Array("ol".utf8)[...])
    static let slashEnd = Array("/>".utf8)

    /// Returns a name of at most eight bytes as a number, ignoring case. Called for every tag of a mail.
    static func key(_ name: ArraySlice<UInt8>) -> UInt64? {
        name.count > 8 ? nil : name.reduce(0) { $0 << 8 | UInt64($1 | 0x20) }
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}
