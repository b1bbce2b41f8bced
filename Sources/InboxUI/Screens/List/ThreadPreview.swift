import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The beginning of a thread beside the list. Looking at it marks nothing.
@UI
final class ThreadPreview {
    private var known: (thread: MailThread, width: Int, lines: [String])?

    func draw(_ thread: MailThread, session: MailSession, clock: WallClock, into grid: inout Grid) {
        let glyphs = grid.frame.glyphs
        let width = grid.width - 2
        guard width > 20 else { return }
        let subject = CleanText.line(thread.subject)
        grid.draw(
            TextCells.truncated(subject.isEmpty ? "(no subject)" : subject, to: width, ellipsis: glyphs.ellipsis), x: 1,
            y: 0,
            .bold)
        let date = RowDate.text(thread.lastDate, clock: clock)
        let start = grid.draw(date, endingAt: width + 1, y: 1, .dim)
        let names = thread.senders.map { CleanText.line($0.displayName) }.joined(separator: ", ")
        grid.draw(TextCells.truncated(names, to: start - 2, ellipsis: glyphs.ellipsis), x: 1, y: 1, .dim)
        for (offset, line) in lines(of: thread, session: session, width: width).prefix(max(0, grid.height - 3))
            .enumerated()
        {
            let isQuote = line.hasPrefix(">")
            grid.draw(line, x: 1, y: 3 + offset, isQuote ? Style(.quote1) : .plain, columns: width)
        }
    }

    /// The newest message's text, laid out once for each thread and width.
    private func lines(of thread: MailThread, session: MailSession, width: Int) -> [String] {
        if let known, known.thread == thread, known.width == width { return known.lines }
        let newest = (try? session.messages(of: thread.id))?.last { !$0.isDraft }
        let body = newest.flatMap { session.bodyInStore(of: $0.id) }
        let text = body.map { BodyText.forIndex($0) } ?? thread.snippet
        // More than a screen is not shown, so more is not laid out.
        let lines = CleanText.body(String(text.prefix(8000))).split(separator: "\n", omittingEmptySubsequences: false)
            .prefix(200).flatMap { $0.isEmpty ? [""] : TextCells.wrapped(String($0), to: width) }
        known = (thread, width, lines)
        return lines
    }
}
