import InboxModel
import TerminalUI

extension SearchLine {
    /// Narrower than that, what is wrong with a search is told in whole only where the rows would be.
    static let roomForFlaws = 60
    private static let wholeWords = " type another search, or Space to add to this one "

    func flaw(_ clock: WallClock) -> String? {
        if let problem = LiveQuery(field.text, clock: clock).query.problem {
            return "\(problem.message); read as plain words"
        }
        return doubt?.message
    }

    private var doubt: QueryDoubt? { QueryDoubt.all(in: field.text, mailboxes: completion.known).first }

    /// Draws the line being typed and, beneath the word that they are about, what is wrong with it or what Tab offers.
    /// - Parameters:
    ///   - found: how many there are; empty while that is not known.
    ///   - said: what the servers say to the search, and whether that is good.
    mutating func draw(
        into grid: inout Grid, found: String, said: (text: String, isGood: Bool)?, hasKeyboard: Bool, tab: String,
        clock: WallClock
    ) {
        grid.clear(Rect(x: 0, y: 0, width: grid.width, height: 2))
        TopLine.drawRule(into: &grid, y: 1)
        var right = grid.width - 1
        if let said, !found.isEmpty, grid.width >= 60 {
            right = grid.draw(said.text, endingAt: right, y: 0, said.isGood ? .dim : .warn) - 2
        }
        if !found.isEmpty { right = grid.draw(found, endingAt: right, y: 0, .dim) - 2 }
        let start = grid.draw("/", x: 1, y: 0, .accent) + 1
        let isSelected = isTyping && isWhole
        let room = max(8, right - start)
        let width = isSelected ? min(room, TextCells.width(field.text) + 1) : room
        grid.inside(Rect(x: start, y: 0, width: width, height: 1)) {
            let style = isSelected ? Style(.selection, on: .selection) : .plain
            field.draw(into: &$0, style: style, isFocused: isTyping && hasKeyboard)
        }
        if isSelected {
            grid.draw(Self.wholeWords, x: start, y: 1, .dim, columns: grid.width - start)
        } else if isTyping, let offer, !field.isEmpty {
            drawChoices(offer, tab, into: &grid, x: start + field.column(of: offer.range.lowerBound))
        } else if let problem = LiveQuery(field.text, clock: clock).query.problem {
            draw(
                "\(problem.message); read as plain words", of: problem.length, into: &grid,
                x: start + field.column(of: problem.column))
        } else if let doubt {
            draw(doubt.message, of: doubt.length, into: &grid, x: start + field.column(of: doubt.column))
        }
    }

    private func drawChoices(_ offer: QueryCompletion.Offer, _ tab: String, into grid: inout Grid, x start: Int) {
        // The chosen one is in sight, with those after it.
        let first = completing.map { max(0, $0.index - 2) } ?? 0
        var x = max(1, min(start, grid.width - 24))
        x = grid.draw(completing == nil ? tab + " " : "    ", x: x, y: 1, .accent)
        for (index, choice) in offer.choices.enumerated().dropFirst(first) {
            guard x + TextCells.width(choice) < grid.width else { break }
            let isChosen = completing?.index == index
            x = grid.draw(choice, x: x, y: 1, isChosen ? Style(.selection, on: .selection) : .dim)
            x = grid.draw("  ", x: x, y: 1)
        }
    }

    private func draw(_ words: String, of length: Int, into grid: inout Grid, x: Int) {
        let sign = String(repeating: "^", count: max(1, min(length, 12))) + " "
        let room = grid.width - 1
        let width = TextCells.width(sign) + TextCells.width(words)
        if x + width <= room {
            let end = grid.draw(sign, x: x, y: 1, .warn)
            grid.draw(words + " ", x: end, y: 1, .warn)
        } else {
            // Not enough room behind the sign: the words stand before it; where they don't fit there either, without it.
            let isBefore = TextCells.width(words) + 2 <= x && x < room
            if isBefore {
                grid.draw(words + " ", endingAt: x, y: 1, .warn)
                grid.draw(sign, x: x, y: 1, .warn, columns: room - x)
            } else {
                let fitting = TextCells.truncated(words, to: room - 1, ellipsis: grid.frame.glyphs.ellipsis)
                grid.draw(" " + fitting + " ", x: 0, y: 1, .warn)
            }
        }
    }
}
