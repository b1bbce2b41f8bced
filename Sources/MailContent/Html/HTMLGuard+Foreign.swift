/// The open formulas and drawings. In them, a trailing slash ends an element, as in XML. A block element of HTML ends those that the
/// sender forgot to end, as in browsers (HTML Standard §13.2.6.5).
struct ForeignContent {
    private var open: [String] = []
    /// The number of open `foreignObject` elements, which hold HTML in drawings.
    private var hosts = 0

    var isEmpty: Bool { open.isEmpty }

    /// The end tags of everything that is open.
    var ends: String { open.reversed().map { "</\($0)>" }.joined() }
    var count: Int { open.count }

    /// Whether a tag begins a formula or drawing. Called for each tag of a mail.
    static func begins(_ name: ArraySlice<UInt8>) -> Bool { (3...4).contains(name.count) && roots.contains(word(name)) }

    func isEnded(by name: ArraySlice<UInt8>) -> Bool {
        !open.isEmpty && hosts == 0 && Self.blocks.contains(Self.word(name))
    }

    mutating func take(_ name: ArraySlice<UInt8>, isEnd: Bool) {
        guard !open.isEmpty || Self.begins(name) else { return }
        let name = Self.word(name)
        if Self.roots.contains(name) {
            if !isEnd { open.append(name) } else if !open.isEmpty { open.removeLast() }
            if open.isEmpty { hosts = 0 }
        } else if name == "foreignobject", !open.isEmpty {
            hosts = max(0, hosts + (isEnd ? -1 : 1))
        }
    }

    private static func word(_ name: ArraySlice<UInt8>) -> String { String(decoding: name, as: UTF8.self).lowercased() }

    private static let roots: Set<String> = ["svg", "math"]
    private static let blocks: Set<String> = [
        "blockquote", "body", "br", "center", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li",
        "ol", "p", "pre",
        "table", "ul",
    ]
}

extension HTMLGuard {
    /// Ends all foreign elements before the tag that is copied from `mark` on.
    mutating func leaveForeign(before mark: Int) {
        let tag = html[mark...]
        html.removeSubrange(mark...)
        html += Array(foreign.ends.utf8)
        html += tag
        open = max(0, open - 2 * foreign.count)
        foreign = ForeignContent()
    }

    /// Replaces a trailing slash with an end tag, because the parser ignores the slash behind an attribute.
    mutating func endForeign(_ name: ArraySlice<UInt8>) {
        guard Self.key(name).map(Self.standsAlone.contains) != true else { return }
        html.removeLast()
        if html.last == 0x2F { html.removeLast() }
        html += Array("></".utf8) + name + [0x3E]
    }
}
