import MailContent

extension StyledText {
    /// The text with its web addresses as links, where it was read without any, as the text of a calendar is.
    var withFoundLinks: StyledText {
        guard links.isEmpty else { return self }
        var text = self
        for index in lines.indices {
            var runs: [Run] = []
            for run in lines[index].runs { runs += Self.found(in: run, adding: &text.links) }
            text.lines[index].runs = runs
        }
        return text
    }

    private static func found(in run: Run, adding links: inout [Link]) -> [Run] {
        let read = StyledText(plain: run.text)
        // Only what reads as the same text again: a leading mark of a quote would be lost.
        guard !read.links.isEmpty, read.lines.count == 1, read.lines[0].text == run.text else { return [run] }
        let first = links.count
        links += read.links
        return read.lines[0].runs.map { Run(text: $0.text, style: run.style, link: $0.link.map { first + $0 }) }
    }
}
