extension StyledText {
    /// Without links that show nothing but a picture, where another link leads to the same place and says as much: mails link
    /// the picture above an article, its headline and its end alike. A picture without words beside words in one link goes too.
    /// - Parameter pictured: links that show nothing but the words of pictures.
    func withoutWordlessLinks(pictured: Set<Int>) -> StyledText {
        var told: [String: [String]] = [:]
        for (index, link) in links.enumerated() where !link.text.isEmpty && !pictured.contains(index) {
            told[link.target, default: []].append(link.text.lowercased())
        }
        let dropped = Set(
            links.indices.filter { index in
                guard links[index].text.isEmpty || pictured.contains(index) else { return false }
                let words = links[index].text.lowercased()
                return told[links[index].target]?.contains {
                    words.isEmpty || $0.contains(words) || words.contains($0)
                } ?? false
            })
        let worded = Set(links.indices.filter { !links[$0].text.isEmpty && !pictured.contains($0) })
        func isSpare(_ run: Run) -> Bool {
            guard let link = run.link else { return false }
            return dropped.contains(link) || run.text == "[picture]" && worded.contains(link)
        }
        guard lines.contains(where: { $0.runs.contains(where: isSpare) }) else { return self }
        var result = self
        result.lines = []
        // How many lines there were when the last one vanished.
        var vanished: Int?
        for line in lines {
            var kept = line
            kept.runs.removeAll(where: isSpare)
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
