import Foundation

extension StyledText {
    /// Returns the lines of the text for a plain text mail: with quote marks in front, and long lines wrapped between words, except those
    /// whose blanks or tabs carry meaning. Lines that are already wrapped for plain text mail stay as they are, however deep they are
    /// quoted: wrapped again, each would leave a word or two on a line of its own.
    /// - Parameters:
    ///   - depth: how much deeper to quote the text.
    ///   - namesTargets: whether to add the target to links whose words don't say it, for readers who want to follow them.
    public func typedLines(quotedDeeper depth: Int = 0, namesTargets: Bool = false) -> [String] {
        guard !namesTargets else { return namingTargets().typedLines(quotedDeeper: depth) }
        return lines.indices.flatMap { index -> [String] in
            let line = lines[index]
            let marks = line.quoteDepth + depth
            let isKept =
                line.isPreformatted || line.isRule || marks == 0 || line.text.utf8.contains(UInt8(ascii: "\t"))
                || line.indent + TextWidth.of(line.text) <= FlowedText.longest
            // A quote mark takes one column here, and more on a screen.
            let room = max(20, FlowedText.width - marks - 1) + line.quoteDepth * Self.quoteColumns
            // The pieces of a long address would lead nowhere.
            let rows =
                isKept ? [line] : wrapped(index..<(index + 1), to: room, cutsWords: false) { TextWidth.of($0) }
            return rows.map { Self.typed($0, depth) }
        }
    }

    /// Adds the target behind each link whose words are not its address: `here <https://shop.test/a>`.
    private func namingTargets() -> StyledText {
        var text = self
        for index in text.lines.indices {
            var runs: [Run] = []
            var words = ""
            let all = text.lines[index].runs
            for (place, run) in all.enumerated() {
                runs.append(run)
                guard let link = run.link, links.indices.contains(link) else { continue }
                words += run.text
                if all[(place + 1)...].first(where: { !$0.text.isAllBlank })?.link == link { continue }
                // A link over several lines has its address behind the last of them.
                let goesOn = text.lines.indices.contains(index + 1) && text.lines[index + 1].runs.first?.link == link
                if !goesOn, let address = Self.address(links[link].target, besides: words) {
                    runs.append(Run(text: " <\(address)>"))
                }
                words = ""
            }
            text.lines[index].runs = runs
        }
        return text
    }

    /// Returns the address to add; `nil` where the words say it, or where the link leads nowhere.
    private static func address(_ target: String, besides words: String) -> String? {
        guard target.contains(":") else { return nil }
        let link = Link(target: target, text: words)
        return link.isSaid || link.bare.contains(where: \.isWhitespace) ? nil : link.bare
    }

    /// More quote marks would leave no room for words.
    private static let mostMarks = 50

    private static func typed(_ line: Line, _ depth: Int) -> String {
        let marks = String(repeating: ">", count: min(line.quoteDepth + depth, mostMarks))
        let indent = String(repeating: " ", count: max(0, line.indent - (line.marker?.count ?? 0)))
        let text = line.isRule ? "---" : indent + (line.marker ?? "") + line.text
        return marks.isEmpty ? text : text.isEmpty ? marks : marks + " " + text
    }
}

extension StyledText.Link {
    fileprivate var bare: String { target.hasPrefix("mailto:") ? String(target.dropFirst(7)) : target }

    /// Whether its words say where it leads.
    public var isSaid: Bool {
        let words = text.trimmingCharacters(in: .whitespaces)
        return [target, bare].contains { $0 == words || $0 == "https://\(words)" || $0 == "http://\(words)" }
    }
}
