extension StyledText {
    /// Restores the blank behind the two dashes above a signature, which collapses in HTML, and dims the signature as in plain text.
    mutating func markSignature() {
        var isInSignature = false
        for index in lines.indices {
            guard lines[index].quoteDepth == 0, !lines[index].isRule else {
                isInSignature = false
                continue
            }
            if !lines[index].isPreformatted, lines[index].marker == nil, ["--", "-- "].contains(lines[index].text) {
                isInSignature = true
                lines[index].runs = [Run(text: "-- ", style: .dim)]
            } else if isInSignature {
                for run in lines[index].runs.indices { lines[index].runs[run].style.insert(.dim) }
            }
        }
    }
}
