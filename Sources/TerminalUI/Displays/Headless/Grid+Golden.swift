extension Grid {
    /// The grid as text for comparison: each row between bars, then one style letter for each cell, then the cursor.
    ///
    /// Letters: `r` reversed or selected, `b` bold, `u` underlined, `i` italic, `=` on the bar's ground, `p` paint; otherwise
    /// the role: `.` text, `d` dim, `a` accent, `n` unread, `s` star, `x` danger, `o` ok, `w` warn, `1` `2` `3` quotes, `l`
    /// link.
    public var golden: String {
        var lines: [String] = []
        for y in 0..<fullSize.height {
            let row = row(y)
            lines.append("|" + row.map(\.text).joined() + "|" + row.map { String($0.style.letter) }.joined() + "|")
        }
        for y in 0..<fullSize.height {
            let paints = row(y).compactMap(\.style.paint)
            if !paints.isEmpty { lines.append("paint \(y): " + paints.map(\.text).joined(separator: " ")) }
        }
        if let cursor = frame.cursor { lines.append("cursor \(cursor.x),\(cursor.y)") }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Paint {
    /// Ink and ground, with four bits for each colour component: `f80/000`.
    fileprivate var text: String {
        [ink, ground].map { color in
            [20, 12, 4].map { String(color >> $0 & 15, radix: 16) }.joined()
        }.joined(separator: "/")
    }
}

extension Style {
    fileprivate var letter: Character {
        if paint != nil { return "p" }
        if attributes.contains(.reverse) || ground == .selection || role == .selection { return "r" }
        if attributes.contains(.bold) { return "b" }
        if attributes.contains(.underline) && role != .link { return "u" }
        if attributes.contains(.italic) { return "i" }
        if ground == .bar && (role == .bar || role == .text) { return "=" }
        if attributes.contains(.dim) { return "d" }
        switch role {
        case .text: return "."
        case .dim: return "d"
        case .accent: return "a"
        case .unread: return "n"
        case .star: return "s"
        case .danger: return "x"
        case .ok: return "o"
        case .warn: return "w"
        case .quote1: return "1"
        case .quote2: return "2"
        case .quote3: return "3"
        case .link: return "l"
        case .selection: return "r"
        case .bar: return "="
        }
    }
}
