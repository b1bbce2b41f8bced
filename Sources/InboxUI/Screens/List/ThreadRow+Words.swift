import InboxModel
import MailContent
import TerminalUI

/// A row as it is heard: marks as words before the names, nothing in columns of its own.
extension ThreadRow {
    func drawInWords(into grid: inout Grid) {
        let width = grid.width
        let end = grid.draw(date, endingAt: width - 1, y: 0, dateStyle) - 1
        let style = thread.isUnread ? Style(.unread) : .plain
        let marks = words(grid.frame.glyphs)
        var x = grid.draw(marks.isEmpty ? "" : marks + ", ", x: 0, y: 0, .accent, columns: end)
        let isTwoLined = grid.height > 1
        let room = max(8, isTwoLined ? end - x : (end - x) / 3)
        x = grid.draw(
            names(min(room, max(0, end - x)), ellipsis: grid.frame.glyphs.ellipsis) + ": ", x: x, y: 0, style,
            columns: max(0, end - x))
        let about = [place, subject, labels.isEmpty ? nil : labels.joined(separator: ", ")].compactMap(\.self)
        let snippet = CleanText.line(found?.preview?.map(\.text).joined() ?? thread.snippet)
        let head = about.joined(separator: ", ")
        let pause = head.last.map { ".!?:".contains($0) } == true ? " " : ". "
        let text = head + (snippet.isEmpty ? "" : pause + snippet)
        draw(
            text, into: &grid, x: isTwoLined ? 0 : x, y: isTwoLined ? 1 : 0, end: isTwoLined ? width - 1 : end,
            style: style)
    }

    /// What signs say elsewhere, the most important first.
    private func words(_ glyphs: Glyphs) -> String {
        let count =
            thread.isUnread && count.contains("/")
            ? "\(thread.unreadCount) of \(thread.messageCount) \(glyphs.unread)" : nil
        let marks = [
            isMarked ? glyphs.marked : nil, count ?? (thread.isUnread ? glyphs.unread : nil), isNew ? glyphs.new : nil,
            thread.isStarred ? glyphs.star : nil, isDoubtful ? "sender in doubt" : nil, accountMark?.letter,
            thread.hasFiles ? glyphs.file : nil,
            thread.awaitsReply ? glyphs.replyLater : thread.isAnswered ? glyphs.answered : nil,
            count == nil && thread.messageCount > 1 ? "\(thread.messageCount) messages" : nil,
        ]
        return marks.compactMap(\.self).joined(separator: ", ")
    }
}
