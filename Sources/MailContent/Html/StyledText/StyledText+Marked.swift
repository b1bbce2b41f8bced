// Marks for styles, where the output is plain text.
extension StyledText {
    private static let told: Style = [.bold, .italic, .code, .strike]

    /// Returns the text with Markdown marks for what plain text can't show: `#` before headings; `**`, `*`, `~~` and backticks around
    /// words. Preformatted code is indented. Tables stay as they are, because marks would shift their columns.
    package func markingStyles() -> StyledText {
        var text = self
        for index in lines.indices where !lines[index].isRule && lines[index].unrolled == nil {
            let line = lines[index]
            if line.isPreformatted {
                if line.runs.contains(where: { $0.style.contains(.code) }) { text.lines[index].indent += 4 }
                continue
            }
            let isHeading = !line.isEmpty && line.runs.allSatisfy { $0.style.contains(.heading) || $0.text.isAllBlank }
            text.lines[index].runs = Self.marked(line.runs, besides: isHeading ? .bold : [])
            if isHeading { text.lines[index].runs.insert(Run(text: "# "), at: 0) }
        }
        return text
    }

    /// - Parameter known: the styles that need no mark here.
    private static func marked(_ runs: [Run], besides known: Style) -> [Run] {
        var result: [Run] = []
        var rest = runs[...]
        while let first = rest.first {
            func looks(_ run: Run) -> Style { run.style.intersection(told).subtracting(known) }
            let alike = rest.prefix { looks($0) == looks(first) }
            rest = rest.dropFirst(alike.count)
            let (open, close) = marks(for: looks(first), around: alike.map(\.text).joined())
            guard !open.isEmpty else {
                result += alike
                continue
            }
            let (before, after) = (result.last { !$0.text.isAllBlank }, rest.first { !$0.text.isAllBlank })
            result += wrapped(Array(alike), in: open, close, before: before?.link, after: after?.link)
        }
        return result
    }

    /// Wraps runs in marks right next to the words; blanks at the ends stay outside.
    private static func wrapped(_ runs: [Run], in open: String, _ close: String, before: Int?, after: Int?) -> [Run] {
        var runs = runs
        let lead = String(runs[0].text.prefix { $0 == " " })
        runs[0].text.removeFirst(lead.count)
        let last = runs.count - 1
        let end = String(runs[last].text.reversed().prefix { $0 == " " })
        runs[last].text.removeLast(end.count)
        // Between words of the same link, a mark is part of the link.
        func mark(_ text: String, _ outer: Int?, _ inner: Int?) -> Run {
            Run(text: text, link: outer == inner ? inner : nil)
        }
        return [mark(lead + open, before, runs[0].link)] + runs + [mark(close + end, after, runs[last].link)]
    }

    /// Returns the marks for a style; empty where there is nothing to mark.
    private static func marks(for style: Style, around text: String) -> (open: String, close: String) {
        guard !text.isAllBlank else { return ("", "") }
        let marks =
            (style.contains(.strike) ? "~~" : "") + (style.contains(.bold) ? "**" : "")
            + (style.contains(.italic) ? "*" : "")
        guard style.contains(.code) else { return (marks, String(marks.reversed())) }
        // Text that holds backticks needs more of them around it (CommonMark 0.30 §6.1).
        let ticks = text.contains("`") ? "``" : "`"
        return (marks + ticks, ticks + String(marks.reversed()))
    }
}
