package import MailContent
import TerminalUI

extension StyledText {
    /// Returns the text with `[n]` behind the last piece of each link, where n is the link's number, from 1.
    /// - Parameters:
    ///   - before: the number of links in the texts above this one, whose numbers go on here.
    ///   - warning: follows the number of a suspicious link (W-5).
    ///   - isNumbered: whether a link gets a number.
    package func numberingLinks(
        after before: Int = 0, warning: String, _ isNumbered: (Link) -> Bool = { _ in true }
    ) -> StyledText {
        let chosen = Set(links.indices.filter { isNumbered(links[$0]) })
        guard !chosen.isEmpty else { return self }
        var result = self
        let marks = Dictionary(
            uniqueKeysWithValues: chosen.map { index in
                let isOdd = links[index].note != nil
                let number = before + index + 1
                return (index, Run(text: " [\(number)\(isOdd ? warning : "")]", style: isOdd ? .bold : .dim))
            })
        result.lines = Self.numbered(lines, marks)
        return result
    }

    private static func numbered(_ lines: [Line], _ marks: [Int: Run]) -> [Line] {
        var ends: [Int: (line: Int, run: Int)] = [:]
        for (lineIndex, line) in lines.enumerated() {
            for (runIndex, run) in line.runs.enumerated() {
                if let link = run.link, marks[link] != nil { ends[link] = (lineIndex, runIndex) }
            }
        }
        var result = lines
        for (link, end) in ends.sorted(by: { ($0.value.line, $0.value.run) > ($1.value.line, $1.value.run) }) {
            guard let mark = marks[link] else { continue }
            if result[end.line].unrolled != nil {
                _ = result[end.line].runs.giveWay(TextCells.width(mark.text), after: end.run)
            }
            result[end.line].runs.insert(mark, at: end.run + 1)
        }
        for index in result.indices {
            guard let unrolled = result[index].unrolled?.lines, !unrolled.isEmpty else { continue }
            result[index].unrolled?.lines = numbered(unrolled, marks)
        }
        return result
    }
}

extension [StyledText.Run] {
    /// Keeps the next column of a table row in place by removing blanks in front of it, where room was kept.
    /// - Returns: whether there was room.
    mutating func giveWay(_ count: Int, after index: Int) -> Bool {
        let next = self[(index + 1)...].firstIndex { $0.link == nil && $0.text.utf8.allSatisfy { $0 == 0x20 } }
        guard let next, self[next].text.utf8.count > count else { return false }
        if count > 0 { self[next].text.removeLast(count) }
        return true
    }
}
