/// Renders address cards (RFC 6350) as text.
enum CardText {
    private static let maximumCards = 500
    private static let maximumLines = 20_000
    private static let names = [
        "EMAIL": "Mail", "TEL": "Phone", "ORG": "Firm", "TITLE": "Title", "ROLE": "Role", "URL": "Page", "BDAY": "Born",
        "ADR": "Address", "NICKNAME": "Called", "NOTE": "Note", "IMPP": "Chat",
    ]

    static func read(_ text: String) -> StyledText {
        var styled = StyledText()
        var card: [ContentLine] = []
        var count = 0
        for line in VCard.lines(of: text, limit: maximumLines) where count < maximumCards {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VCARD"): card = []
            case ("END", "VCARD"):
                if !styled.lines.isEmpty { styled.lines.append(StyledText.Line()) }
                styled.lines += lines(card)
                count += 1
            default: card.append(line)
            }
        }
        if styled.lines.isEmpty {
            styled.lines = [StyledText.Line(runs: [StyledText.Run(text: "No card in this file")])]
        }
        return styled
    }

    private static func lines(_ card: [ContentLine]) -> [StyledText.Line] {
        let name = card.first { $0.name == "FN" }?.text ?? card.first { $0.name == "N" }.map(fullName) ?? "(no name)"
        var lines = [StyledText.Line(runs: [StyledText.Run(text: CleanText.line(name), style: [.heading, .bold])])]
        for entry in card {
            guard let label = names[entry.name], lines.count < 100 else { continue }
            let parts = ["ADR", "ORG"].contains(entry.name) ? entry.fields : [entry.text]
            let text = parts.map { $0.withoutLineEnds.trimmingBlanks() }.filter { !$0.isEmpty }
                .joined(separator: ", ")
            guard !text.isEmpty else { continue }
            var line = StyledText.Line(runs: [StyledText.Run(text: CleanText.line(text))], indent: 10)
            line.marker = label + String(repeating: " ", count: max(1, 10 - label.count))
            lines.append(line)
        }
        return lines
    }

    /// Returns the given name and the family name of an N line, which has the family name first (RFC 6350 §6.2.2).
    static func fullName(_ line: ContentLine) -> String {
        let fields = line.fields
        return ((fields.count > 1 ? [fields[1]] : []) + fields.prefix(1)).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
