import InboxModel
import MailContent
import TerminalUI

extension RecipientField {
    /// The most rows for a field that shows addresses; beyond that, addresses are omitted, except for names that may deceive.
    private static let mostRowsWithAddresses = 3
    /// More tokens than any terminal has room for; no others are placed.
    private static let mostPlaced = 400

    private struct Place {
        var name: String
        /// The text behind the name, with a leading blank; empty when the address is shown as the name.
        var address: String
        var x = 0
        var y = 0
    }

    /// Draws the tokens and the text in as many rows as they need and the grid has. The current one stays visible, with the number of
    /// hidden ones. The address is shown beside a name (H-1).
    /// - Returns: The number of rows.
    mutating func draw(into grid: inout Grid, isFocused: Bool) -> Int {
        let ellipsis = grid.frame.glyphs.ellipsis
        let shown = shown(isFocused)
        var (places, end) = placed(shown, grid.width, ellipsis, hasAddresses: true)
        if end.y >= min(Self.mostRowsWithAddresses, grid.height) {
            (places, end) = placed(shown, grid.width, ellipsis, hasAddresses: false)
        }
        let hasText = isFocused || !text.isEmpty
        if !hasText { end = (0, places.last?.y ?? 0) }
        if hasText, end.x > 0, grid.width - end.x < min(12, TextCells.width(text.text) + 1) { end = (0, end.y + 1) }
        let atHand = !isFocused ? 0 : selected.map { places[$0 - shown.lowerBound].y } ?? end.y
        let first = max(0, min(atHand, end.y) - grid.height + 1)
        for (index, place) in places.enumerated() where (first..<first + grid.height).contains(place.y) {
            let isSelected = isFocused && selected == shown.lowerBound + index
            let style = isSelected ? Style(.accent, .reverse) : Style(.accent)
            var x = grid.draw(place.name, x: place.x, y: place.y - first, style)
            x = grid.draw(place.address, x: x, y: place.y - first, .dim)
            if index + 1 < places.count || hasText { grid.draw(",", x: x, y: place.y - first, .dim) }
        }
        let hidden = tokens.count - places.count { (first..<first + grid.height).contains($0.y) }
        if hidden > 0 { tell(hidden, above: first > 0 || shown.lowerBound > 0, into: &grid) }
        guard hasText, end.y - first < grid.height else { return min(end.y + 1, grid.height) }
        let hasCursor = isFocused && selected == nil
        grid.inside(Rect(x: end.x, y: end.y - first, width: grid.width - end.x, height: 1)) {
            if isFocused {
                text.draw(into: &$0, isFocused: hasCursor)
            } else {
                // Leftover text is no address.
                $0.draw(CleanText.line(text.text), x: 0, y: 0, .warn, columns: $0.width)
            }
        }
        return min(end.y + 1, grid.height)
    }

    /// Draws the number of hidden tokens at the right end of the row next to them.
    private func tell(_ hidden: Int, above: Bool, into grid: inout Grid) {
        let words = " +\(hidden) more"
        let x = max(0, grid.width - TextCells.width(words))
        grid.draw(words, x: x, y: above ? 0 : grid.height - 1, Style(.dim, .bold))
    }

    /// Returns the tokens around the current one.
    private func shown(_ isFocused: Bool) -> Range<Int> {
        let middle = !isFocused ? 0 : selected ?? tokens.count
        let end = min(tokens.count, max(Self.mostPlaced, middle + Self.mostPlaced / 2))
        return max(0, end - Self.mostPlaced)..<end
    }

    /// Returns the place of each token, and where the text continues.
    private func placed(
        _ shown: Range<Int>, _ width: Int, _ ellipsis: String, hasAddresses: Bool
    ) -> (places: [Place], end: (x: Int, y: Int)) {
        var places: [Place] = []
        var (x, y) = (0, 0)
        for index in shown {
            let token = tokens[index]
            let hasAddress = hasAddresses || selected == index || !SenderCheck.notes(on: token).isEmpty
            let name = token.name.isEmpty ? EmailAddress.shown(token.email) : CleanText.line(token.name)
            // An unquoted name with a comma would read as two people.
            var place = Place(name: RecipientsLabel.quotedIfParted(name), address: "")
            if hasAddress, !token.name.isEmpty, token.displayName != token.email {
                place.address = " " + EmailAddress.shown(token.email)
            }
            let most = place.address.isEmpty ? width - 2 : min(width - 2, width / 2)
            place.name = TextCells.truncated(place.name, to: max(1, most), ellipsis: ellipsis)
            let room = max(0, width - TextCells.width(place.name) - 1)
            place.address = TextCells.truncated(place.address, to: room, ellipsis: ellipsis)
            let taken = TextCells.width(place.name) + TextCells.width(place.address) + 1
            if x > 0, x + taken > width { (x, y) = (0, y + 1) }
            (place.x, place.y) = (x, y)
            places.append(place)
            x += taken + 1
        }
        return (places, (x, y))
    }
}
