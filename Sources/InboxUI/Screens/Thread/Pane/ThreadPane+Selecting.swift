import InboxModel
import TerminalUI

extension ThreadPane {
    /// Starts a selection at the first visible line of the current message's text. Returns whether there is one.
    func beginSelection() -> Bool {
        guard let id = current, let row = row(of: id), rows[row].isOpen else { return false }
        let places = textLines(of: id)
        let seen = drawn.lines(of: row)
        let here = found?.message == id ? found?.line : nil
        guard
            let line = here.flatMap({ places.contains($0) ? $0 : nil }) ?? places.first(where: seen.contains)
                ?? places.first
        else { return false }
        focus = nil
        selection = LineSelection(message: id, anchor: line, head: line)
        showHead()
        return true
    }

    /// Moves the end of the selection by some lines of text.
    func extendSelection(by count: Int) {
        guard let message = self.selection?.message else { return }
        let places = textLines(of: message)
        guard let selection, let index = places.firstIndex(where: { $0 >= selection.head }) else { return }
        self.selection?.head = places[min(places.count - 1, max(0, index + count))]
        showHead()
    }

    /// Selects from the line at one point of the whole grid to the line at another, within one message.
    func select(from start: Point, to end: Point) {
        guard let first = line(at: start), let last = line(at: end) else { return }
        let places = textLines(of: first.message)
        guard let anchor = places.min(by: { abs($0 - first.line) < abs($1 - first.line) }) else { return }
        let isAbove = last.row < first.row
        let wanted = last.message == first.message ? last.line : isAbove ? 0 : Int.max
        guard let head = places.last(where: { $0 <= wanted }) ?? places.first else { return }
        current = first.message
        focus = nil
        selection = LineSelection(message: first.message, anchor: anchor, head: head)
    }

    func isSelected(_ line: Int, of message: MessageID) -> Bool {
        guard let selection, selection.message == message else { return false }
        return selection.lines.contains(line)
    }

    /// The selected text, each line with a `>` for every enclosing quote.
    var selectedText: String? {
        // The layout may move the selection.
        guard let message = self.selection?.message, let laid = laid(message), let selection else { return nil }
        return laid.typed(selection.lines.clamped(to: 0...max(0, laid.lines.count - 1)))
    }

    private func textLines(of id: MessageID) -> [Int] {
        guard let lines = laid(id)?.lines else { return [] }
        return lines.indices.filter { lines[$0].typed != nil }
    }

    private func line(at point: Point) -> (message: MessageID, row: Int, line: Int)? {
        guard let found = drawn.line(beside: point), rows.indices.contains(found.row), rows[found.row].isOpen else {
            return nil
        }
        return (rows[found.row].first, found.row, found.line)
    }

    private func showHead() {
        guard let selection, let row = row(of: selection.message) else { return }
        scroll.reveal(
            row: row, lines: selection.head..<selection.head + 1, rows: rows.count, height: space.size.height,
            heightOf: height)
        settle()
    }
}
