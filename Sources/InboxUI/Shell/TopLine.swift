import TerminalUI

/// The first line of a screen: the place at the left, the account and its status at the right.
struct TopLine: Equatable {
    var lead: String
    var title: String
    /// Shown beside the title in the accent colour: “12 unread”.
    var count = ""
    /// The account's name, the first to go when there is little room.
    var owner = ""
    /// The account's letter among several, where there is no room for its name.
    var ownerMark = ""
    var status = StatusText(connection: "", queue: "", isGood: true)

    /// Draws the line, and a rule beneath it.
    func draw(into grid: inout Grid) {
        let width = grid.width
        grid.clear(Rect(x: 0, y: 0, width: width, height: 2))
        let least = TextCells.width(lead) + TextCells.width(title) + TextCells.width(count) + 6
        var right = width - 1
        let connection = fitting(status.connection, to: right - (status.isGood ? least : TextCells.width(lead) + 14))
        if !connection.isEmpty {
            right = grid.draw(connection, endingAt: right, y: 0, status.isGood ? .ok : .warn) - 2
        }
        let named = [owner, ownerMark].first { !$0.isEmpty && least + TextCells.width($0) <= right }
        if let named { right = grid.draw(named, endingAt: right, y: 0, .dim) - 2 }
        var x = grid.draw(lead, x: 1, y: 0, .accent) + 1
        // The title comes before the count.
        let room = max(8, right - x - TextCells.width(count) - 2)
        x = grid.draw(TextCells.truncated(title, to: room, ellipsis: grid.frame.glyphs.ellipsis), x: x, y: 0, .bold) + 2
        let about = TextCells.truncated(count, to: max(0, right - x), ellipsis: grid.frame.glyphs.ellipsis)
        grid.draw(about, x: x, y: 0, .accent)
        TopLine.drawRule(into: &grid, y: 1)
    }

    /// Returns as many whole words as fit. A problem comes before what is beside the title.
    private func fitting(_ text: String, to room: Int) -> String {
        var words = text.split(separator: " ")
        let count = words.count
        while !words.isEmpty, TextCells.width(words.joined(separator: " ")) > room { words.removeLast() }
        // A word that only leads to the next one means nothing without it.
        if words.count < count, let last = words.last, ["of", "since"].contains(last) { words.removeLast() }
        return words.joined(separator: " ")
    }

    static func drawRule(into grid: inout Grid, y: Int) {
        let sign = grid.frame.glyphs.horizontal.first ?? "-"
        grid.fill(Rect(x: 0, y: y, width: grid.width, height: 1), with: sign, .dim)
    }
}

extension Grid {
    /// Makes a click on the back sign, at the left of the first line, press its key.
    mutating func placeBack(_ key: String?) {
        if let key { place(hint: key, x: 0, y: 0, width: 3) }
    }
}
