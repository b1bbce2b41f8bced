import TerminalUI

/// Three lines for whoever sees the list for the first time. They go for good with the first of the keys that they name
/// for going on.
struct FirstHint {
    /// The setting that says that they have gone.
    static let key = "hint.seen"
    static let height = 4

    private let lines: [[(key: String, words: String)]]

    /// - Parameter key: the key of a command in the list; parts without one are left out.
    @UI
    init(key: (Command) -> String?) {
        func parts(_ entries: [(Command, String)]) -> [(key: String, words: String)] {
            entries.compactMap { command, words in key(command).map { ($0, words) } }
        }
        lines = [
            parts([
                (.down, ""), (.up, "move"), (.open, "open"), (.archive, "archive"), (.undo, "take back"),
                (.quit, "quit"),
            ]),
            parts([(.shake, "read, on to the next"), (.search, "search"), (.drawer, "mailboxes"), (.compose, "write")]),
            parts([(.palette, "every command"), (.help, "the keys of this screen"), (.back, "put this away for good")]),
        ]
    }

    /// Commands after which nobody needs them any more.
    static func ends(with command: Command) -> Bool {
        switch command {
        case .open, .back, .palette, .help, .drawer, .search: true
        default: false
        }
    }

    func draw(into grid: inout Grid) {
        grid.clear()
        TopLine.drawRule(into: &grid, y: 0)
        for (y, line) in lines.enumerated() {
            var x = 1
            for part in line where x + TextCells.width(part.key + part.words) + 1 < grid.width {
                x = grid.draw(part.key, x: x, y: y + 1, .accent) + 1
                // Keys without words share those of the next.
                if !part.words.isEmpty { x = grid.draw(part.words, x: x, y: y + 1) + 3 }
            }
        }
    }
}
