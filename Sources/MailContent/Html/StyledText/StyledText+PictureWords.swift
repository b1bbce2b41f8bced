extension StyledText {
    /// Removes pictures whose words are also a text of their own directly above or below, as with articles and their headlines: they would
    /// be read twice.
    /// - Parameter words: the texts, in brackets, that stand for pictures without a link.
    func withoutRepeatedWords(of words: Set<String>) -> StyledText {
        guard !words.isEmpty else { return self }
        var result = self
        result.lines = []
        result.lines.reserveCapacity(lines.count)
        /// The last text, and the index of the next one if it was searched for already: each line is visited at most twice.
        var before = ""
        var next = -1
        var isAfterDropped = false
        for (index, line) in lines.enumerated() {
            if line.isEmpty {
                // One of the two empty lines around a removed picture goes as well.
                if !isAfterDropped || result.lines.last?.isEmpty == false { result.lines.append(line) }
                continue
            }
            if let words = line.picture(among: words) {
                if next <= index { next = lines[(index + 1)...].firstIndex { !$0.isEmpty } ?? lines.count }
                let after = next < lines.count ? lines[next].text.trimmingBlanks().lowercased() : ""
                if words == before || words == after {
                    isAfterDropped = true
                    continue
                }
            }
            isAfterDropped = false
            before = line.text.trimmingBlanks().lowercased()
            result.lines.append(line)
        }
        while isAfterDropped, result.lines.last?.isEmpty == true { result.lines.removeLast() }
        return result
    }
}

extension StyledText.Line {
    /// Returns the words, in lower case and without brackets, of the picture that is all this line has.
    fileprivate func picture(among words: Set<String>) -> String? {
        guard marker == nil, unrolled == nil, !isPreformatted else { return nil }
        let runs = runs.filter { !$0.text.isAllBlank }
        guard runs.count == 1, runs[0].link == nil, runs[0].style.contains(.dim) else { return nil }
        let text = runs[0].text.trimmingBlanks()
        return words.contains(text) ? text.dropFirst().dropLast().lowercased() : nil
    }
}
