extension StyledText {
    /// Without pictures whose words stand as a text of their own right above or below, as those of articles under their
    /// headlines do: they would be read twice.
    /// - Parameter words: what pictures that lead nowhere are shown as, in brackets.
    func withoutRepeatedWords(of words: Set<String>) -> StyledText {
        guard !words.isEmpty else { return self }
        var result = self
        result.lines = []
        result.lines.reserveCapacity(lines.count)
        /// The last text, and the next one where it was looked for already: each line is looked at twice at most.
        var before = ""
        var next = -1
        var isAfterDropped = false
        for (index, line) in lines.enumerated() {
            if line.isEmpty {
                // Of the two empty lines around what was dropped one goes too.
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
    /// The words of the picture that is all this line has, in lower case and without brackets.
    fileprivate func picture(among words: Set<String>) -> String? {
        guard marker == nil, unrolled == nil, !isPreformatted else { return nil }
        let runs = runs.filter { !$0.text.isAllBlank }
        guard runs.count == 1, runs[0].link == nil, runs[0].style.contains(.dim) else { return nil }
        let text = runs[0].text.trimmingBlanks()
        return words.contains(text) ? text.dropFirst().dropLast().lowercased() : nil
    }
}
