import MailContent
import TerminalUI

/// Breaks a mail's text into lines, with its quotes folded and its links numbered.
struct BodyLines {
    let width: Int
    let showsQuotes: Bool
    let glyphs: Glyphs

    /// The key that shows folded quotes, followed by a blank; empty where there is none.
    var quotesKey = ""
    /// The words of the texts that stand above on the screen.
    var above: [QuotedWords] = []
    /// The number of links in the texts of the same message above this one.
    var linksBefore = 0

    /// The labels of the pictures that came with the mail, by their index in the text's list.
    var pictures: [Int: MailPictures.Label] = [:]

    private(set) var lines: [LaidMessage.Line] = []
    private(set) var hasFolds = false
    private var foldedLinks: Set<Int> = []
    private var shownLinks: Set<Int> = []

    /// The links that occur only in folded quotes, by their index in the text's list.
    var hiddenLinks: Set<Int> { foldedLinks.subtracting(shownLinks) }

    init(width: Int, showsQuotes: Bool, glyphs: Glyphs) {
        self.width = max(1, width)
        self.showsQuotes = showsQuotes
        self.glyphs = glyphs
    }

    mutating func add(_ original: StyledText) {
        let folding = QuoteFolding(original)
        var text = original.numberingLinks(
            after: linksBefore, warning: glyphs.areWords ? ", warning" : glyphs.warning)
        if !pictures.isEmpty { text.lines = labelled(text.lines) }
        var next = text.lines.startIndex
        for fold in folding.folds {
            add(text, next..<fold.lines.lowerBound)
            addFold(fold, text, standsAbove: folding.stands(fold, of: original, in: above))
            next = fold.lines.upperBound
        }
        add(text, next..<text.lines.endIndex)
        while lines.last.map({ $0.spans.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } }) == true {
            lines.removeLast()
        }
    }

    private mutating func addFold(_ fold: QuoteFolding.Fold, _ text: StyledText, standsAbove: Bool) {
        hasFolds = true
        guard !showsQuotes else { return add(text, fold.lines) }
        foldedLinks.formUnion(Self.links(in: text.lines[fold.lines]))
        let count =
            standsAbove ? Wording.count(fold.count, "line") + " from above" : Wording.count(fold.count, "quoted line")
        let hint = quotesKey.isEmpty ? count : "\(count)  \(quotesKey)show"
        let room = max(0, width - TextCells.width(hint) - 2 - 2)
        let lead = fold.lead.map { TextCells.truncated($0, to: room, ellipsis: glyphs.ellipsis) } ?? ""
        self.lines.append(
            LaidMessage.Line(
                [.init(glyphs.quote + " ", Style(.quote1)), .init(lead, .dim)], end: .init(hint, .dim), press: .quotes))
    }

    private mutating func add(_ text: StyledText, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        shownLinks.formUnion(Self.links(in: text.lines[range]))
        for paragraph in HardBreaks(text, width: width).paragraphs(range) {
            let isFromRight = BaseDirection.isFromRight(paragraph)
            var one = StyledText()
            one.lines = [paragraph]
            var rows = one.wrapped(to: width, measure: TextCells.columns)
            let isDrawn = rows.count > 1 && paragraph.isDrawn
            if isDrawn { rows.removeLast(rows.count - 1) }
            // Rows of a table are lines of their own.
            let isOneLine = rows.count > 1 && paragraph.unrolled == nil
            var rest = paragraph.text[...]
            for (index, row) in rows.enumerated() {
                var line = line(row)
                if isFromRight { line = fromRight(line, behind: row.quoteDepth) }
                line.typed = Self.typed(isDrawn ? paragraph : row)
                let more = isOneLine ? Self.words(row, &rest) : nil
                if index > 0 { line.continuing = more }
                lines.append(line)
            }
        }
    }

    private static func links(in lines: ArraySlice<StyledText.Line>) -> [Int] {
        lines.flatMap { $0.runs.compactMap(\.link) }
    }

    /// Moves a line of a right-to-left paragraph to the right. The order of its letters is up to the terminal, and no mark for
    /// it is written.
    /// - Parameter bars: the number of spans at the start that are the bars of quotes, which stay in place.
    private func fromRight(_ line: LaidMessage.Line, behind bars: Int) -> LaidMessage.Line {
        let room = width - line.spans.reduce(0) { $0 + TextCells.width($1.text) }
        guard room > 0 else { return line }
        var line = line
        line.spans.insert(.init(String(repeating: " ", count: room)), at: min(bars, line.spans.count))
        return line
    }

    private static func typed(_ row: StyledText.Line) -> String {
        let marks = String(repeating: ">", count: row.quoteDepth)
        let indent = String(repeating: " ", count: max(0, row.indent - (row.marker?.count ?? 0)))
        let text = row.isRule ? "---" : indent + (row.marker ?? "") + words(row)
        return marks.isEmpty ? text : text.isEmpty ? marks : marks + " " + text
    }

    /// Returns the text of a row without the numbers of links.
    private static func words(_ row: StyledText.Line) -> String {
        let runs = row.runs.filter { run in
            !(run.style == .dim && run.text.hasPrefix(" [") && run.text.hasSuffix("]")
                && Int(run.text.dropFirst(2).dropLast()) != nil)
        }
        return runs.map(\.text).joined()
    }

    /// Returns what a row adds to the rows above it, with the blank that the break removed.
    /// - Parameter rest: the rest of the line, from this row on.
    private static func words(_ row: StyledText.Line, _ rest: inout Substring) -> String {
        let isAtBlank = !rest.hasPrefix(row.text)
        if isAtBlank { rest = rest.drop { $0 == " " } }
        rest = rest.dropFirst(row.text.count)
        return (isAtBlank ? " " : "") + words(row)
    }

    private func line(_ row: StyledText.Line) -> LaidMessage.Line {
        var spans: [LaidMessage.Span] = []
        let base = Style(BodyLines.role(depth: row.quoteDepth))
        if row.quoteDepth > 0 {
            for depth in 1...row.quoteDepth {
                spans.append(.init(glyphs.quote + " ", Style(BodyLines.role(depth: depth))))
            }
        }
        if row.isRule {
            let room = max(1, width - row.quoteDepth * StyledText.quoteColumns - row.indent)
            return LaidMessage.Line(spans + [.init(String(repeating: glyphs.horizontal, count: min(room, 40)), .dim)])
        }
        if let marker = row.marker {
            let blanks = max(0, row.indent - TextCells.width(marker))
            spans.append(.init(String(repeating: " ", count: blanks) + marker, base))
        } else if row.indent > 0 {
            spans.append(.init(String(repeating: " ", count: row.indent), base))
        }
        for run in row.runs {
            spans.append(.init(run.text, style(run, base, row), target(of: run)))
        }
        return LaidMessage.Line(spans)
    }

    private func target(of run: StyledText.Run) -> LaidMessage.Target? {
        run.link.map { .link(linksBefore + $0) } ?? run.picture.flatMap { pictures[$0] }.map { .picture($0.number) }
    }

    private func style(_ run: StyledText.Run, _ base: Style, _ row: StyledText.Line) -> Style {
        var style = base
        if run.style.contains(.code) { style.role = .accent }
        if run.style.contains(.dim) || run.style.contains(.strike) { style.role = .dim }
        if run.style.contains(.heading) { style.attributes.formUnion(.bold) }
        if run.style.contains(.bold) { style.attributes.formUnion(.bold) }
        if run.style.contains(.italic) { style.attributes.formUnion(.italic) }
        if run.style.contains(.underline) { style.attributes.formUnion(.underline) }
        if run.link != nil {
            style.role = .link
            style.attributes.formUnion(.underline)
        } else if row.isPreformatted && row.quoteDepth == 0 {
            style.role = BodyLines.patchRole(row.text) ?? style.role
        }
        return style
    }

    private static func role(depth: Int) -> Role {
        depth == 0 ? .text : [Role.quote1, .quote2, .quote3][(depth - 1) % 3]
    }

    /// Returns the role of a line in a patch, from its first characters.
    private static func patchRole(_ line: String) -> Role? {
        if line.hasPrefix("@@") { return .accent }
        if line.hasPrefix("+") { return .ok }
        if line.hasPrefix("-") && line != "-- " { return .danger }
        return nil
    }

    /// Adds number, name and size to pictures in the text; in the columns of a table only where there is room.
    private func labelled(_ lines: [StyledText.Line]) -> [StyledText.Line] {
        lines.map { line in
            var line = line
            for index in line.runs.indices {
                let text = line.runs[index].text
                guard let label = line.runs[index].picture.flatMap({ pictures[$0] }), text.hasPrefix("["),
                    text.hasSuffix("]")
                else { continue }
                let more = TextCells.width(label.text) - TextCells.width(text)
                if line.unrolled != nil, !line.runs.giveWay(more, after: index), !line.runs.isLast(index) { continue }
                line.runs[index].text = label.text
            }
            if let unrolled = line.unrolled?.lines { line.unrolled?.lines = labelled(unrolled) }
            return line
        }
    }
}

extension [StyledText.Run] {
    fileprivate func isLast(_ index: Int) -> Bool { index == count - 1 }
}
