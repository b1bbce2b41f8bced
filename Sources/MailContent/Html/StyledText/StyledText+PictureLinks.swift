extension StyledText {
    /// The most link texts per target with which a picture's words are compared: a mail has two or three.
    private static let mostTexts = 5

    /// Removes links that show nothing but a picture, where another link leads to the same target and says as much: mails link the picture
    /// above an article, its headline and its end alike. Also removes a picture without words beside words in the same link.
    /// - Parameter pictured: the links that show nothing but the words of pictures.
    func withoutWordlessLinks(pictured: Set<Int>) -> StyledText {
        var told: [String: Set<String>] = [:]
        for (index, link) in links.enumerated() where !link.text.isEmpty && !pictured.contains(index) {
            guard told[link.target, default: []].count < Self.mostTexts else { continue }
            told[link.target, default: []].insert(link.text.lowercased())
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
        guard Self.contains(lines, isSpare) else { return self }
        var result = self
        var numbers: [Int: Int] = [:]
        result.links = []
        for index in links.indices where !dropped.contains(index) {
            numbers[index] = result.links.count
            result.links.append(links[index])
        }
        result.lines = Self.lines(lines, without: isSpare, numbers)
        return result
    }

    private static func contains(_ lines: [Line], _ isSpare: (Run) -> Bool) -> Bool {
        lines.contains { line in
            line.runs.contains(where: isSpare)
                || line.table?.rows.joined().contains { contains($0.lines, isSpare) } ?? false
        }
    }

    /// - Parameter numbers: the new indices of the links that stay.
    private static func lines(_ lines: [Line], without isSpare: (Run) -> Bool, _ numbers: [Int: Int]) -> [Line] {
        var result: [Line] = []
        // The number of lines when the last one was removed.
        var vanished: Int?
        for line in lines {
            var kept = line
            kept.runs.removeAll(where: isSpare)
            for run in kept.runs.indices { kept.runs[run].link = kept.runs[run].link.flatMap { numbers[$0] } }
            kept.table = line.table?.mapped { Self.lines($0, without: isSpare, numbers) }
            let isGone = kept.isEmpty && !line.isEmpty
            // One of the two empty lines around a removed line goes as well.
            let isDouble = line.isEmpty && !line.isPreformatted && isAfterGap(result, vanished)
            if isGone { vanished = result.count } else if !isDouble { result.append(kept) }
        }
        while vanished != nil, result.last?.isEmpty == true { result.removeLast() }
        return result
    }

    private static func isAfterGap(_ lines: [Line], _ vanished: Int?) -> Bool {
        vanished == lines.count && lines.last.map(\.isEmpty) ?? true
    }
}
