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
        let count = view.lines.count
        // There are no lines while the text is fetched, or when it could not be.
        for step in (fromHere ? 0 : 1)..<max(1, count) where count > 0 {
            let index = ((view.top + direction * step) % count + count) % count
            guard view.lines[index].text.lowercased().contains(words) else { continue }
            view.scroll(to: index)
            return
        }
        around.say("“\(CleanText.line(wanted))” is not here", kind: .info)
    }
}
