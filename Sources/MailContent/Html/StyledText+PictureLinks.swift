extension StyledText {
    /// Without links that show nothing but a picture without words, where another link with words leads to the same place:
    /// mails link the picture above an article, its headline and its end alike.
    func withoutWordlessLinks() -> StyledText {
        let told = Set(links.filter { !$0.text.isEmpty }.map(\.target))
        let dropped = Set(links.indices.filter { links[$0].text.isEmpty && told.contains(links[$0].target) })
        guard !dropped.isEmpty else { return self }
        var result = self
        result.lines = []
        // How many lines there were when the last one vanished.
        var vanished: Int?
        for line in lines {
            var kept = line
            kept.runs.removeAll { $0.link.map(dropped.contains) == true }
            let isGone = kept.isEmpty && !line.isEmpty
            // Of the two empty lines around it one goes too.
            let isDouble = line.isEmpty && !line.isPreformatted && isAfterGap(result.lines, vanished)
            if isGone { vanished = result.lines.count } else if !isDouble { result.lines.append(kept) }
        }
        var numbers: [Int: Int] = [:]
        result.links = []
        for index in links.indices where !dropped.contains(index) {
            numbers[index] = result.links.count
            result.links.append(links[index])
        }
        for line in result.lines.indices {
            for run in result.lines[line].runs.indices {
                result.lines[line].runs[run].link = result.lines[line].runs[run].link.flatMap { numbers[$0] }
            }
        }
        return result
    }

    private func isAfterGap(_ lines: [Line], _ vanished: Int?) -> Bool {
        vanished == lines.count && lines.last.map(\.isEmpty) ?? true
    }
}
