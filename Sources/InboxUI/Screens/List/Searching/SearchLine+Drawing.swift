import InboxModel
import TerminalUI

extension SearchLine {
    private static let wholeWords = " type another search, or Space to add to this one "

    /// A problem of a search and its position, for the user.
    private struct Flaw {
        var words: String
        /// The position in characters.
        var column: Int
        var length: Int
    }

    /// The problems, the leftmost first. What can't be read at all is the only one: the rest is not read as fields then.
    private func flaws(_ clock: WallClock) -> [Flaw] {
        // Until Enter, a problem of an unfinished part is not shown.
        let query = LiveQuery(field.text, clock: clock).query
        if LiveQuery(settled, clock: clock).query.problem != nil, let problem = query.problem {
            let reading = query.predicate == .nothing ? "" : "; read as plain words"
            return [Flaw(words: problem.message + reading, column: problem.column, length: problem.length)]
        }
        return QueryDoubt.all(in: field.text, mailboxes: completion.known, accounts: completion.accounts)
            .map { Flaw(words: $0.message, column: $0.column, length: $0.length) }.sorted { $0.column < $1.column }
    }

    /// Draws the search line and, beneath the words in question, their signs and the first problem, or the completions.
    /// - Parameters:
    ///   - found: The number of results; empty while it is not known.
    ///   - said: The servers' answers in words, and whether they are good.
    ///   - isEmpty: Whether nothing was found, so that the problem is shown in place of the rows.
    /// - Returns: The problem, if nothing was found or there is no room for all of it.
    mutating func draw(
        into grid: inout Grid, found: String, said: (text: String, isGood: Bool)?, hasKeyboard: Bool, tab: String,
        isEmpty: Bool, clock: WallClock
    ) -> String? {
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
            let style: Style = isSelected ? .selection : .plain
            field.draw(into: &$0, style: style, isFocused: isTyping && hasKeyboard)
        }
        if isSelected {
            grid.draw(Self.wholeWords, x: start, y: 1, .dim, columns: grid.width - start)
            return nil
        }
        func column(of character: Int) -> Int { start + min(field.column(of: character), room - 1) }
        var flaws = flaws(clock)
        var end = grid.width - 1
        let offer = isTyping && !field.isEmpty ? self.offer : nil
        if let offer {
            end = drawChoices(offer, tab, into: &grid, x: column(of: offer.range.lowerBound)) - 1
            // A word that may still become one of the choices is no problem yet.
            flaws.removeAll { $0.column + $0.length > offer.range.lowerBound }
        }
        for flaw in flaws {
            let x = column(of: flaw.column)
            grid.draw(sign(flaw) + " ", x: x, y: 1, .warn, columns: end - x)
        }
        guard let first = flaws.first, !isEmpty, offer == nil else { return flaws.first?.words }
        return draw(first, into: &grid, x: column(of: first.column))
    }

    /// - Returns: The column where the choices begin.
    private func drawChoices(_ offer: QueryCompletion.Offer, _ tab: String, into grid: inout Grid, x start: Int) -> Int
    {
        let lead = completing == nil ? tab + " " : "    "
        let chosen = completing?.index ?? 0
        var first = max(0, chosen - 2)
        func width() -> Int {
            let choices = offer.choices[first...].prefix(chosen - first + 1)
            return TextCells.width(lead) + choices.reduce(-1) { $0 + TextCells.width($1) + 2 }
        }
        // The chosen one must be visible, with two before it if there is room, and those after it.
        while first < chosen, width() >= grid.width { first += 1 }
        let begin = max(1, min(start, grid.width - max(24, width())))
        var x = grid.draw(lead, x: begin, y: 1, .accent)
        for (index, choice) in offer.choices.enumerated().dropFirst(first) {
            let room = grid.width - 1 - x
            let choice =
                index == first ? TextCells.truncated(choice, to: room, ellipsis: grid.frame.glyphs.ellipsis) : choice
            guard TextCells.width(choice) <= room else { break }
            let isChosen = completing?.index == index
            x = grid.draw(choice, x: x, y: 1, isChosen ? .selection : .dim)
            x = grid.draw("  ", x: x, y: 1)
        }
        return begin
    }

    private func sign(_ flaw: Flaw) -> String { String(repeating: "^", count: max(1, min(flaw.length, 12))) }

    /// Draws the text after or before the sign, where there is more room; it may cover the signs of other problems.
    private func draw(_ flaw: Flaw, into grid: inout Grid, x: Int) -> String? {
        let room = grid.width - 1
        let end = grid.draw(sign(flaw) + " ", x: x, y: 1, .warn, columns: room - x)
        let width = TextCells.width(flaw.words)
        let (before, behind) = (x - 2, room - end)
        let isWhole = width <= max(before, behind)
        let words = TextCells.truncated(flaw.words, to: max(before, behind), ellipsis: grid.frame.glyphs.ellipsis)
        if width <= behind || behind >= before {
            grid.draw(words + " ", x: end, y: 1, .warn)
        } else {
            grid.draw(words + " ", endingAt: x, y: 1, .warn)
        }
        return isWhole ? nil : flaw.words
    }
}
