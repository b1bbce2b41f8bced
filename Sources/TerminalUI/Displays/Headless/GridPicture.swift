/// Renders frames as SVG pictures for documents: text stays text, in the colours of a theme.
package struct GridPicture {
    private let theme: Theme
    private let paper: UInt32
    private let ink: UInt32

    private static let cellWidth = 8.4
    private static let cellHeight = 17.0
    private static let margin = 10.0

    package init(theme: Theme = .dark) {
        self.theme = theme
        paper = theme[.text].background?.rgb ?? (theme.isLight ? 0xFFFFFF : 0x15181E)
        ink = theme[.text].foreground?.rgb ?? (theme.isLight ? 0x24292F : 0xD5DAE1)
    }

    /// Renders one frame.
    package func svg(_ grid: Grid) -> String {
        let rows = (0..<grid.fullSize.height).map { y in
            "<g transform=\"\(place(row: y))\">\(svg(row: grid.row(y)))</g>\n"
        }
        return document(grid.fullSize, rows.joined())
    }

    /// Renders several frames as an endless animation. Identical rows are written once.
    package func svg(_ frames: [(grid: Grid, lasts: Duration)]) -> String {
        guard let first = frames.first else { return "" }
        let whole = frames.reduce(0) { $0 + $1.lasts / .seconds(1) }
        var known: [String: Int] = [:]
        var definitions = ""
        var body = ""
        var begin = 0.0
        for frame in frames {
            let end = begin + frame.lasts / .seconds(1)
            var uses = ""
            for y in 0..<frame.grid.fullSize.height {
                let row = svg(row: frame.grid.row(y))
                guard !row.isEmpty else { continue }
                let number = known[row] ?? known.count
                if known[row] == nil {
                    known[row] = number
                    definitions += "<g id=\"r\(number)\">\(row)</g>\n"
                }
                uses += "<use href=\"#r\(number)\" transform=\"\(place(row: y))\"/>"
            }
            let times = begin == 0 ? "0;\(text(end / whole))" : "0;\(text(begin / whole));\(text(end / whole))"
            let values = begin == 0 ? "visible;hidden" : "hidden;visible;hidden"
            let isLast = end >= whole
            body += "<g visibility=\"hidden\"><animate attributeName=\"visibility\" calcMode=\"discrete\" "
            body += "values=\"\(isLast && begin > 0 ? "hidden;visible" : values)\" "
            body += "keyTimes=\"\(isLast && begin > 0 ? "0;\(text(begin / whole))" : times)\" "
            body += "dur=\"\(text(whole))s\" repeatCount=\"indefinite\"/>\(uses)</g>\n"
            begin = end
        }
        return document(first.grid.fullSize, "<defs>\n\(definitions)</defs>\n\(body)")
    }

    // MARK: Parts

    private func document(_ size: Size, _ content: String) -> String {
        let width = Double(size.width) * Self.cellWidth + 2 * Self.margin
        let height = Double(size.height) * Self.cellHeight + 2 * Self.margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(text(width)) \(text(height))" width="\(text(width))" height="\(text(height))" \
            font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
            <rect width="100%" height="100%" rx="8" fill="\(color(paper))"/>
            \(content)</svg>

            """
    }

    private func place(row: Int) -> String {
        "translate(\(text(Self.margin)) \(text(Self.margin + Double(row) * Self.cellHeight)))"
    }

    private func svg(row: some Collection<Cell>) -> String {
        var svg = ""
        var x = 0
        var run = ""
        var begin = 0
        var style = Style.plain
        for cell in row {
            if cell.style != style {
                svg += self.svg(run: run, style, from: begin, columns: x - begin)
                (run, begin, style) = ("", x, cell.style)
            }
            run += cell.text
            x += 1
        }
        return svg + self.svg(run: run, style, from: begin, columns: x - begin)
    }

    private func svg(run: String, _ style: Style, from column: Int, columns: Int) -> String {
        guard columns > 0 else { return "" }
        let look = theme.resolve(style, depth: .full)
        var fore = look.foreground >= 0 ? UInt32(look.foreground) : ink
        var back = look.background >= 0 ? UInt32(look.background) : nil
        if look.attributes.contains(.reverse) { (fore, back) = (back ?? paper, fore) }
        let x = text(Double(column) * Self.cellWidth)
        let width = text(Double(columns) * Self.cellWidth)
        var svg = ""
        if let back, back != paper {
            svg += "<rect x=\"\(x)\" width=\"\(width)\" height=\"\(text(Self.cellHeight))\" fill=\"\(color(back))\"/>"
        }
        guard run.contains(where: { $0 != " " }) else { return svg }
        // Blanks at the end need no ink; each is one column wide.
        let blanks = run.reversed().prefix { $0 == " " }.count
        let ink = text(Double(columns - blanks) * Self.cellWidth)
        var attributes = ""
        if look.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
        if look.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
        if look.attributes.contains(.underline) { attributes += " text-decoration=\"underline\"" }
        if look.attributes.contains(.dim) { attributes += " opacity=\"0.65\"" }
        return svg
            + "<text x=\"\(x)\" y=\"13\" textLength=\"\(ink)\" fill=\"\(color(fore))\" xml:space=\"preserve\"\(attributes)>\(escaped(String(run.dropLast(blanks))))</text>"
    }

    private func escaped(_ run: String) -> String {
        var text = ""
        for character in run {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.append(character)
            }
        }
        return text
    }

    private func color(_ rgb: UInt32) -> String {
        let digits = String(rgb, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Formats a number with at most four decimal places.
    private func text(_ number: Double) -> String {
        let rounded = (number * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
