/// Finds the quotes in a text that may be folded. Text written between quotes always stays visible.
package struct QuoteFolding: Equatable, Sendable {
    /// A quote with the lines that introduce it.
    package struct Fold: Equatable, Sendable {
        /// The range in `StyledText.lines`.
        package var lines: Range<Int>
        /// The number of quoted lines, without empty ones and the lead.
        package var count: Int
        /// A name for the fold, such as "On … wrote:"; `nil` when nothing introduces the quote.
        package var lead: String?

        package init(lines: Range<Int>, count: Int, lead: String? = nil) {
            self.lines = lines
            self.count = count
            self.lead = lead
        }
    }

    /// In order, not overlapping.
    package private(set) var folds: [Fold] = []

    /// Quotes of this many lines or fewer stay unfolded.
    package static let shortQuote = 3
    /// The most lines over which "On … wrote:" may extend.
    static let maximumLead = 3

    /// - Parameter minimumLines: the fewest quoted lines that are folded.
    package init(_ text: StyledText, minimumLines: Int = shortQuote + 1) {
        let lines = text.lines
        var index = 0
        while index < lines.count {
            if lines[index].quoteDepth > 0 {
                index = takeQuote(lines, from: index, minimum: minimumLines)
            } else if QuoteLead.beginsForwardedReply(lines, at: index), !QuoteLead.isForwarded(lines, at: index) {
                takeRest(lines, from: index, minimum: minimumLines)
                index = lines.count
            } else {
                index += 1
            }
        }
    }

    /// Whether a line is in a fold.
    package func contains(_ line: Int) -> Bool {
        var low = 0
        var high = folds.count
        while low < high {
            let middle = (low + high) / 2
            if folds[middle].lines.upperBound <= line { low = middle + 1 } else { high = middle }
        }
        return low < folds.count && folds[low].lines.contains(line)
    }

    /// Takes the quote that begins at `start`, including empty lines within it, and returns the index after it.
    private mutating func takeQuote(_ lines: [StyledText.Line], from start: Int, minimum: Int) -> Int {
        var end = start
        var count = 0
        var index = start
        while index < lines.count, lines[index].quoteDepth > 0 || lines[index].isEmpty {
            if lines[index].quoteDepth > 0 { end = index + 1 }
            if !lines[index].isEmpty { count += 1 }
            index += 1
        }
        let previous = folds.last?.lines.upperBound ?? 0
        let above = QuoteLead.lines(above: start, in: lines, notBefore: previous, maximum: Self.maximumLead)
        let within =
            above == nil ? QuoteLead.lines(atTopOf: start..<end, in: lines, maximum: Self.maximumLead) : nil
        count -= within?.count ?? 0
        guard count >= minimum else { return end }
        let name = (above ?? within).map { range in
            Snippet.collapsed(lines[range].map(\.text).joined(separator: " "))
        }
        folds.append(Fold(lines: (above?.lowerBound ?? start)..<end, count: count, lead: name))
        return end
    }

    /// Takes everything to the end: the original message that some programs leave below a reply without quote marks.
    private mutating func takeRest(_ lines: [StyledText.Line], from start: Int, minimum: Int) {
        let count = lines[start...].count { !$0.isEmpty }
        guard count >= minimum else { return }
        folds.append(Fold(lines: start..<lines.count, count: count, lead: Snippet.collapsed(lines[start].text)))
    }
}
