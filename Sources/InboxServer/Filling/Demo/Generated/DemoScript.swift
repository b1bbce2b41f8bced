/// A short exchange in the notation of this folder: `# ` and a subject, then one line for each letter, with its author's key
/// before the colon; ` // ` stands for an empty line.
struct DemoScript: Sendable {
    let subject: String
    let lines: [(author: DemoPerson, text: String)]

    private static let cast: [DemoPerson] = [
        .me, .ben, .grace, .harold, .jurgen, .helene, .chen, .layla, .mira, .mum, .tomas, .devon, .priya, .lars, .sofia,
        .judith, .owen, .nadia, .felix, .ingrid, .piotr, .gwen, .hiro, .marcus, .aoife, .colin, .yusuf, .quoin,
        .library, .school,
    ]

    /// Parses the exchanges in a text; drops lines of unknown authors.
    static func parse(_ text: String) -> [DemoScript] {
        var scripts: [DemoScript] = []
        var subject = ""
        var lines: [(author: DemoPerson, text: String)] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# ") {
                if !lines.isEmpty { scripts.append(DemoScript(subject: subject, lines: lines)) }
                subject = String(line.dropFirst(2))
                lines = []
                continue
            }
            let pieces = line.split(separator: ":", maxSplits: 1)
            guard pieces.count == 2, let author = cast.first(where: { $0.key == pieces[0] }) else { continue }
            lines.append((author, paragraphs(pieces[1].drop { $0 == " " })))
        }
        if !lines.isEmpty { scripts.append(DemoScript(subject: subject, lines: lines)) }
        return scripts
    }

    /// All authors except the owner, in order of appearance.
    var others: [DemoPerson] {
        var others: [DemoPerson] = []
        for line in lines where line.author != .me && !others.contains(line.author) { others.append(line.author) }
        return others
    }

    private static func paragraphs(_ text: Substring) -> String {
        String(text).replacing(" // ", with: "\n\n")
    }
}
