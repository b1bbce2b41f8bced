import InboxModel
import MailContent
import TerminalUI

extension RecipientField {
    /// Draws the completions over what is beneath. Each can be clicked.
    /// - Parameter x: The column at which the field's own text begins.
    func drawCompletions(x: Int, y: Int, into grid: inout Grid) {
        guard !completions.isEmpty else { return }
        let lines = completions.map(Self.label)
        let width = min(grid.width - x - 1, (lines.map { TextCells.width($0) }.max() ?? 0) + 2)
        let box = Rect(x: x, y: y, width: width, height: min(lines.count, grid.height - y))
        // A margin, so that the content beneath does not seem to continue a row of the box.
        grid.clear(Rect(x: box.x - 1, y: box.y, width: box.width + 2, height: box.height))
        grid.inside(box) { part in
            part.clear(nil, .bar)
            for (row, line) in lines.enumerated() where row < part.height {
                part.draw(
                    TextCells.truncated(line, to: part.width - 2, ellipsis: part.frame.glyphs.ellipsis), x: 1, y: row,
                    row == chosen ? Style(.accent, .bold) : .bar)
                // A click does what the keys do that lead there.
                let steps = (row - chosen + lines.count) % lines.count
                let keys = Array(repeating: Key.down, count: steps) + [.enter]
                part.place(hint: keys.map(\.description).joined(separator: " "), x: 0, y: row, width: part.width)
            }
            part.setGround(.bar)
        }
    }

    private static func label(_ choice: AddressBook.Choice) -> String {
        guard let group = choice.group else {
            return choice.addresses.map { address in
                let shown = MailAddress(name: address.name, email: EmailAddress.shown(address.email))
                return CleanText.line(AddressList.text(of: shown))
            }.joined()
        }
        let people = choice.addresses.map { RecipientsLabel.quotedIfParted(CleanText.line($0.displayName)) }
            .joined(separator: ", ")
        return "\(CleanText.line(group)): \(people)"
    }
}
