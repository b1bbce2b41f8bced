/// Limits how deeply elements may be nested.
extension HTMLGuard {
    /// Counts open elements that need an end tag, each with the elements that it usually implies. Returns false if this one is nested
    /// too deeply; its content then continues as flat text, one line per element.
    mutating func changeDepth(_ name: ArraySlice<UInt8>, isEnd: Bool) -> Bool {
        let key = Self.key(name)
        if let key, Self.needsNoEnd.contains(key) {
            return isEnd || notice == nil || open < Self.flatFrom || Self.standsAlone.contains(key)
        }
        let count = key.flatMap { Self.opening[$0] } ?? 2
        if isEnd {
            open = max(0, open - count)
            return true
        }
        guard open + count <= Self.maximumOpen else {
            notice = notice ?? "The text is nested too deeply; its deepest layout is left out."
            return false
        }
        open += count
        return true
    }

    /// The number of open elements that a tag stands for: a table with its body, row, cell and paragraph; a list with its item and
    /// paragraph; a link with what keeps it open around a table. Others have at most a paragraph.
    static let opening: [UInt64: Int] = ["table": 5, "ul": 3, "ol": 3, "dl": 3, "a": 3].reduce(into: [:]) {
        if let key = key(ArraySlice($1.key.utf8)) { $0[key] = $1.value }
    }

    /// Elements that need no end tag: the next element ends them, or they have no content.
    static let needsNoEnd: Set<UInt64> = Set(
        [
            "p", "li", "td", "tr", "th", "dt", "dd", "option", "tbody", "thead", "tfoot", "html", "head", "body", "br",
            "hr",
            "img", "input", "meta", "link", "base", "area", "col", "param", "frame", "wbr", "source", "embed",
        ].compactMap { key(ArraySlice($0.utf8)) })

    /// Those that have no content.
    static let standsAlone: Set<UInt64> = Set(
        ["br", "hr", "img", "input", "meta", "link", "base", "area", "col", "param", "frame", "wbr", "source", "embed"]
            .compactMap { key(ArraySlice($0.utf8)) })
}
