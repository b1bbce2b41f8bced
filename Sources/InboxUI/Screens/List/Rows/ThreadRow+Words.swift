import InboxModel
import MailContent
import TerminalUI

/// A row for screen readers: marks are words before the names, and there are no columns. If room is scarce, names and subject come first,
/// since a row without them says nothing.
extension ThreadRow {
    /// The number of messages, or of drafts where there is nothing else.
    var total: Int { thread.messageCount == 0 ? thread.draftCount : thread.messageCount }

    func drawInWords(into grid: inout Grid) {
        let width = grid.width
        if width < Self.narrow { return drawNarrowInWords(into: &grid) }
        let end = grid.draw(date, endingAt: width - 1, y: 0, dateStyle) - 1
        let style = wordsStyle
        let marks = words(grid.frame.glyphs).joined(separator: ", ")
        var x = grid.draw(marks.isEmpty ? "" : marks + ", ", x: 0, y: 0, .accent, columns: end)
        let isTwoLined = grid.height > 1
        let room = max(8, isTwoLined ? end - x : (end - x) / 3)
        x = grid.draw(
            names(min(room, max(0, end - x)), ellipsis: grid.frame.glyphs.ellipsis) + ": ", x: x, y: 0, style,
            columns: max(0, end - x))
        let about = [place, subject, labels.isEmpty ? nil : labels.joined(separator: ", ")].compactMap(\.self)
        let text = withSnippet(about)
        draw(
            text, into: &grid, x: isTwoLined ? 0 : x, y: isTwoLined ? 1 : 0, end: isTwoLined ? width - 1 : end,
            style: style)
    }

    /// Draws a narrow row: whether it is marked or its sender in doubt comes first, and the other marks behind the names or the
    /// subject. That it is unread is told in any case: the subject gives way.
    private func drawNarrowInWords(into grid: inout Grid) {
        let glyphs = grid.frame.glyphs
        let end = grid.draw(date, endingAt: grid.width - 1, y: 0, dateStyle) - 1
        let style = wordsStyle
        let marks = words(glyphs, isNarrow: true)
        let first = [isMarked ? glyphs.marked : nil, isDoubtful ? "in doubt" : nil].compactMap(\.self)
        let x = grid.draw(first.map { $0 + ", " }.joined(), x: 0, y: 0, .accent, columns: end)
        let about = [place, subject].compactMap(\.self)
        if grid.height > 1 {
            let room = end - x - marks.reduce(0) { $0 + TextCells.width($1) + 2 }
            let names = names(max(8, room), ellipsis: glyphs.ellipsis)
            draw(
                ([names] + marks).joined(separator: ", "), showing: .people, into: &grid, x: x, y: 0, end: end,
                style: style)
            draw(withSnippet(about + labels), into: &grid, x: 0, y: 1, end: grid.width - 1, style: style)
        } else {
            let names = names(max(8, (end - x) * 2 / 5), ellipsis: glyphs.ellipsis)
            let start = grid.draw(names + ": ", x: x, y: 0, style, columns: max(0, end - x))
            let told = (about + marks.prefix(1)).joined(separator: ", ") + glyphs.ellipsis
            guard thread.isUnread, TextCells.width(told) > end - start else {
                draw(withSnippet(about + marks + labels), into: &grid, x: start, y: 0, end: end, style: style)
                return
            }
            let mark = ", " + glyphs.unread
            let next = draw(
                about.joined(separator: ", "), into: &grid, x: start, y: 0, end: end - TextCells.width(mark),
                style: style)
            grid.draw(mark, x: next, y: 0, style, columns: max(0, end - next))
        }
    }

    private func withSnippet(_ about: [String]) -> String {
        let snippet = CleanText.line(found?.preview?.map(\.text).joined() ?? thread.snippet)
        let head = about.joined(separator: ", ")
        let pause = head.last.map { ".!?:".contains($0) } == true ? " " : ". "
        return head + (snippet.isEmpty ? "" : pause + snippet)
    }

    private var wordsStyle: Style { lingers ? .plain : textStyle }

    /// Returns the words for the signs of a row, the most important first.
    /// - Parameter isNarrow: leaves out those that a narrow row has before the names.
    private func words(_ glyphs: Glyphs, isNarrow: Bool = false) -> [String] {
        let messages = Wording.number(thread.messageCount)
        let count =
            thread.isUnread && count.contains("/")
            ? "\(Wording.number(thread.unreadCount)) of \(messages) \(glyphs.unread)" : nil
        let marks: [String?] = [
            isMarked && !isNarrow ? glyphs.marked : nil, count ?? (thread.isUnread ? glyphs.unread : nil),
            isNew ? glyphs.new : nil, thread.isStarred ? glyphs.star : nil,
            isDoubtful && !isNarrow ? "sender in doubt" : nil, accountMark?.letter,
            thread.hasFiles ? glyphs.file : nil, hasDraft ? glyphs.draft : nil,
            thread.awaitsReply ? glyphs.replyLater : thread.isAnswered ? glyphs.answered : nil,
            count == nil && total > 1 ? Wording.count(total, thread.messageCount == 0 ? "draft" : "message") : nil,
        ]
        return marks.compactMap(\.self)
    }
}
