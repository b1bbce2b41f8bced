import TerminalUI

/// Three lines for users who see the list for the first time, or one line where room is scarce. They disappear for good on the first use
/// of certain keys that they name.
struct FirstHint {
    /// The setting that tells that the hint has been dismissed.
    static let key = "hint.seen"
    /// Returns the rows that the hint takes of a list with that many: three lines below a rule, or a single line.
    static func height(in rows: Int) -> Int { rows >= 18 ? 4 : rows >= 9 ? 1 : 0 }

    private let short: [(key: String, words: String)]
    private let lines: [[(key: String, words: String)]]

    /// - Parameter key: Returns the key of a command in the list; parts without a key are omitted.
    @UI
    init(key: (Command) -> String?) {
        func parts(_ entries: [(Command, String)]) -> [(key: String, words: String)] {
            entries.compactMap { command, words in key(command).map { ($0, words) } }
        }
        short = parts([
            (.open, "open"), (.drawer, "mailboxes"), (.palette, "commands"), (.help, "keys"),
            (.back, "hide this for good"),
        ])
        lines = [
            parts([
                (.down, ""), (.up, "move"), (.open, "open"), (.archive, "archive"), (.undo, "undo"),
                (.quit, "quit"),
            ]),
            parts([(.shake, "read, on to the next"), (.search, "search"), (.drawer, "mailboxes"), (.compose, "write")]),
            parts([(.palette, "every command"), (.help, "the keys of this screen"), (.back, "hide this for good")]),
        ]
    }

    /// Whether a command shows that the user no longer needs the hint.
    static func ends(with command: Command) -> Bool {
        switch command {
        case .open, .back, .palette, .help, .drawer, .search: true
        default: false
        }
    }

    func draw(into grid: inout Grid) {
        grid.clear()
        guard grid.height > 1 else { return draw(short, into: &grid, y: 0, gap: 2) }
        TopLine.drawRule(into: &grid, y: 0)
        for (y, line) in lines.enumerated() { draw(line, into: &grid, y: y + 1, gap: 3) }
    }

    private func draw(_ line: [(key: String, words: String)], into grid: inout Grid, y: Int, gap: Int) {
        var x = 1
        for part in line where x + TextCells.width(part.key + part.words) + 1 < grid.width {
            x = grid.draw(part.key, x: x, y: y, .accent) + 1
            // Keys without words share the words of the next.
            if !part.words.isEmpty { x = grid.draw(part.words, x: x, y: y) + gap }
        }
    }
}
