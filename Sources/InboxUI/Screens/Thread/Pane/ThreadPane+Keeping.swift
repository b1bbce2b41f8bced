import InboxModel

/// Keeping what was found and selected when a message is laid out again.
extension ThreadPane {
    func keepLines(in id: MessageID, from old: LaidMessage, to new: LaidMessage) {
        keepFound(in: id, from: old, to: new)
        keepSelection(in: id, from: old, to: new)
    }

    /// Keeps the found line when other lines appear above it.
    private func keepFound(in id: MessageID, from old: LaidMessage, to new: LaidMessage) {
        guard let found, found.message == id, old.lines.indices.contains(found.line) else { return }
        let text = old.lines[found.line].text
        let same = new.lines.indices.filter { new.lines[$0].text == text }
        self.found = same.min { abs($0 - found.line) < abs($1 - found.line) }.map { (id, $0) }
    }

    /// Keeps the same text selected. Where it is not certain which lines show it now, nothing stays selected.
    private func keepSelection(in id: MessageID, from old: LaidMessage, to new: LaidMessage) {
        guard let before = selection, before.message == id else { return }
        selection = TypedText(new).lines(showing: before.lines, of: TypedText(old)).map { before.moved(to: $0) }
        if selection == nil { selectionLost() }
    }

    /// Whether the selected lines are found no more as the message is now, which may differ from what was drawn.
    func losesSelection() -> Bool {
        guard let message = selection?.message else { return false }
        _ = laid(message)
        return selection == nil
    }
}
