/// Consecutive lines of a text that are all Markdown, or all quoted from others.
struct MarkdownRun {
    var isQuoted: Bool
    var lines: [Substring]

    /// Returns the runs of a text in order. Quoted are the lines that begin with `>`, except in a code block, and every line from the head
    /// of a forwarded message on.
    static func runs(of text: String) -> [MarkdownRun] {
        var runs: [MarkdownRun] = []
        var fence: Fence?
        var isForwarded = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if fence == nil, ForwardedHead.begins(line) { isForwarded = true }
            let isQuoted = isForwarded || fence == nil && isQuote(line)
            if !isQuoted { fence = fence.map { $0.isClosed(by: line) ? nil : $0 } ?? Fence(opening: line) }
            if runs.last?.isQuoted == isQuoted {
                runs[runs.count - 1].lines.append(line)
            } else {
                runs.append(MarkdownRun(isQuoted: isQuoted, lines: [line]))
            }
        }
        return runs
    }

    private static func isQuote(_ line: Substring) -> Bool {
        let rest = line.drop { $0 == " " }
        return rest.first == ">" && line.distance(from: line.startIndex, to: rest.startIndex) < 4
    }

    /// The link reference definitions (CommonMark 0.30 §4.7).
    var linkTargets: [Substring] { isQuoted ? [] : lines.filter { $0.starts(with: /\ {0,3}\[[^\[\]]+\]:/) } }

    /// The opening fence of a code block (CommonMark 0.30 §4.5).
    private struct Fence {
        var mark: Character
        var count: Int

        init?(opening line: Substring) {
            guard let (mark, count, rest) = Self.run(line), mark == "~" || !rest.contains("`") else { return nil }
            (self.mark, self.count) = (mark, count)
        }

        func isClosed(by line: Substring) -> Bool {
            guard let (mark, count, rest) = Self.run(line) else { return false }
            return mark == self.mark && count >= self.count && rest.allSatisfy { $0 == " " || $0 == "\t" }
        }

        private static func run(_ line: Substring) -> (mark: Character, count: Int, rest: Substring)? {
            let text = line.drop { $0 == " " }
            guard line.distance(from: line.startIndex, to: text.startIndex) < 4, let mark = text.first,
                mark == "`" || mark == "~"
            else { return nil }
            let rest = text.drop { $0 == mark }
            let count = text.distance(from: text.startIndex, to: rest.startIndex)
            return count < 3 ? nil : (mark, count, rest)
        }
    }
}
