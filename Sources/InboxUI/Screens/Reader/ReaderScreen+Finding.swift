import MailContent
import TerminalUI

/// Finding words in the text.
extension ReaderScreen {
    func askForWords() {
        around.push(
            EntryScreen(
                "Find", deed: "find", offered: wanted, around: around,
                note: { .init(text: "", isProblem: $0.isEmpty) },
                done: { [weak self] in
                    self?.wanted = $0
                    self?.find(1, fromHere: true)
                }))
    }

    func find(_ direction: Int, fromHere: Bool = false) {
        let words = wanted.lowercased()
        guard !words.isEmpty else { return askForWords() }
        let lines = view.lines
        let last = fromHere ? nil : foundLine
        let start = last ?? view.top
        let first = fromHere ? 0 : 1
        // There are no lines while the text is fetched, or when it could not be.
        let steps = lines.isEmpty ? [] : (first..<first + lines.count).map { start + direction * $0 }
        let isMatch: (Int) -> Bool = { lines[($0 + 2 * lines.count) % lines.count].text.lowercased().contains(words) }
        guard let place = steps.first(where: isMatch) else {
            return around.say("“\(CleanText.line(wanted))” is not here", kind: .info)
        }
        let line = (place + 2 * lines.count) % lines.count
        view.scroll(to: line)
        found = (line, view.top)
        if line == last {
            around.say("This is the only match.", kind: .info)
        } else if line != place {
            around.say(Wording.begunAgain(direction), kind: .info)
        }
    }

    /// The line that was found last, unless the text was scrolled since: then a search begins at what is in sight.
    var foundLine: Int? { found.flatMap { $0.top == view.top ? $0.line : nil } }

    /// Marks the line that was found: near the end of the text it is not the first one in sight.
    func markFound(in grid: inout Grid) {
        guard let line = foundLine else { return }
        grid.setGround(.selection, in: Rect(x: 0, y: line - view.top, width: grid.width, height: 1))
        if grid.frame.glyphs.areWords { grid.showCursor(x: 0, y: line - view.top) }
    }
}
