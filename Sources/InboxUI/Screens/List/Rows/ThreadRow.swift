import InboxModel
import MailContent
import TerminalUI

/// A thread as a row of a list, drawn in one line or two.
struct ThreadRow: Equatable {
    var thread: MailThread
    var own: [String]
    var date: String
    /// The mark of the account, in a list of several accounts.
    var accountMark: AccountMark?
    var isOutgoing = false
    /// The people to whom the user wrote in the thread; nil if unknown, or not shown.
    var recipients: [MailAddress]?
    var isMarked = false
    var isSelected = false
    /// The words to set in bold, for a search.
    var matches = SoughtWords.none
    /// The name of a mailbox that makes the mail suspect: junk, trash.
    var place: String?
    /// The labels, or other mailboxes of the thread, in order.
    var labels: [String] = []
    /// What a server found in the thread, for a search; replaces the beginning of the newest message.
    var found: SearchSnippet?
    /// The people whom a sender may imitate.
    var known = KnownPeople()
    /// The state of outgoing mail in the thread, shown in place of the date.
    var outgoing: OutgoingMail.State?
    /// Whether it arrived since the last visit to this list.
    var isNew = false
    /// Whether a reply was begun, and is neither sent nor about to be.
    var hasDraft = false
    /// Whether it was read, and stays only so that it does not disappear while the user reads.
    var lingers = false
    /// The user's style for names and subject.
    var style: Style?

    /// The columns of the marks before the names: selection, unread, star, blank.
    private static let gutter = 4
    private static let marksWidth = 3
    /// The columns that suffice to recognise most people; a count beside them gives way.
    private static let leastNames = 8
    /// The maximum number of senders of a thread that are checked.
    private static let judged = 20
    /// Below this width the snippet is dropped, names shrink, and dates of other years lose their day.
    static let narrow = 60
    /// From this width on, a row of one line has room for labels.
    static let wide = 100

    func draw(into grid: inout Grid) {
        if grid.frame.glyphs.areWords { return drawInWords(into: &grid) }
        drawGutter(into: &grid)
        if grid.height > 1 { drawTwoLines(into: &grid) } else { drawOneLine(into: &grid) }
        if isSelected { grid.draw(grid.frame.glyphs.rightMark, endingAt: grid.width, y: 0, .accent) }
    }

    /// `2/7` while two of seven messages are unread, `7` when all or none are; empty for a single message.
    var count: String {
        guard total > 1 else { return "" }
        let isMixed = thread.isUnread && thread.unreadCount < total
        return isMixed ? "\(thread.unreadCount)/\(total)" : "\(total)"
    }

    /// Returns as much of the count as fits beside the names in that many columns: all of it, the total, or nothing.
    private func count(beside columns: Int) -> String {
        guard !count.isEmpty else { return "" }
        let needed = min(ThreadRow.leastNames, TextCells.width(names(1_000, ellipsis: "")))
        return [count, "\(total)"].first { columns - TextCells.width($0) - 1 >= needed } ?? ""
    }

    private var countStyle: Style { thread.isUnread ? .accent : .dim }

    /// That a row stays only for a while is shown whatever the user's style.
    var textStyle: Style {
        if lingers { return .dim }
        guard let style else { return thread.isUnread ? Style(.unread) : .plain }
        return thread.isUnread ? style.with(.bold) : style
    }

    var subject: String {
        let text = CleanText.line(thread.subject)
        return text.isEmpty ? "(no subject)" : text
    }

    func names(_ width: Int, ellipsis: String) -> String {
        if isOutgoing || thread.messageCount == 0 {
            return RecipientsLabel.text(
                addresses: recipients ?? likelyRecipients, own: own, width: width, prefix: "To: ", showing: .dropped,
                joinsNames: true, nobody: "(draft)", ellipsis: ellipsis)
        }
        return Self.senders(of: thread, own: own, width, ellipsis: ellipsis)
    }

    /// The probable recipients: all participants but the only sender. With several senders, any of them may be a recipient. For a draft
    /// without other participants, the recipients are unknown here.
    private var likelyRecipients: [MailAddress] {
        guard thread.senders.count < 2 else { return thread.participants }
        let others = thread.participants.filter { person in
            !thread.senders.contains { $0.isSameMailbox(as: person) }
        }
        return others.isEmpty && thread.messageCount > 0 ? thread.participants : others
    }

    /// Returns the senders of a thread. "Me" is omitted if somebody writes to the user alone.
    static func senders(of thread: MailThread, own: [String], _ width: Int, ellipsis: String) -> String {
        let isConversation = thread.messageCount > 1 || thread.senders.count > 2
        return RecipientsLabel.text(
            addresses: thread.senders, own: own, width: width, showing: isConversation ? .first : .dropped,
            joinsNames: true, nobody: "(no sender)", ellipsis: ellipsis)
    }

    private func drawGutter(into grid: inout Grid) {
        let glyphs = grid.frame.glyphs
        if isMarked {
            grid.draw(glyphs.marked, x: 0, y: 0, .accent)
        } else if isSelected {
            grid.draw(glyphs.leftMark, x: 0, y: 0, .accent)
        }
        if thread.isUnread { grid.draw(glyphs.unread, x: 1, y: 0, .accent) }
        if thread.isStarred { grid.draw(glyphs.star, x: 2, y: 0, Style(.star)) }
        if isDoubtful { grid.draw(glyphs.warning, x: 3, y: grid.height > 1 ? 1 : 0, .warn) }
    }

    /// Whether a sender may not be who the row seems to say; the open message tells why (H-1, H-2). The mark has a column of its own, which
    /// no text of a mail can reach.
    var isDoubtful: Bool {
        !isOutgoing
            && thread.senders.prefix(Self.judged).contains { sender in
                !own.contains(sender.email.lowercased()) && !SenderCheck.notes(on: sender, known: known).isEmpty
            }
    }

    /// Draws the marks for files and for a reply, begun, due or sent, in two columns.
    private func drawMarks(into grid: inout Grid, x: Int, y: Int) {
        let glyphs = grid.frame.glyphs
        if thread.hasFiles { grid.draw(glyphs.file, x: x, y: y, .dim) }
        if let mark = openReplyMark(glyphs) {
            grid.draw(mark, x: x + 1, y: y, .accent)
        } else if thread.isAnswered {
            grid.draw(glyphs.answered, x: x + 1, y: y, .dim)
        }
    }

    /// The mark for a reply that the user still has to finish, or to write.
    private func openReplyMark(_ glyphs: Glyphs) -> String? {
        hasDraft ? glyphs.draft : thread.awaitsReply ? glyphs.replyLater : nil
    }

    private func drawNames(into grid: inout Grid, y: Int, end: Int, style: Style) {
        var x = ThreadRow.gutter
        if let mark = accountMark { x = grid.draw(mark.letter, x: x, y: y, Style(mark.role)) + 1 }
        let names = names(end - x, ellipsis: grid.frame.glyphs.ellipsis)
        guard !matches.isEmpty else { return _ = grid.draw(names, x: x, y: y, style, columns: end - x) }
        grid.draw(MatchMarks.line(names, matches, showing: .people, style: style), x: x, y: y, columns: end - x)
    }

    var dateStyle: Style {
        if outgoing?.isTrouble == true { return Style(.danger, .bold) }
        return isNew || outgoing != nil || thread.snoozedUntil != nil ? .accent : .dim
    }

    /// Draws the date, with a sign before new mail; returns the column where it begins.
    private func drawDate(into grid: inout Grid) -> Int {
        let start = grid.draw(date, endingAt: grid.width - 1, y: 0, dateStyle)
        return isNew ? grid.draw(grid.frame.glyphs.new, endingAt: start - 1, y: 0, .accent) : start
    }

    private func drawOneLine(into grid: inout Grid) {
        let width = grid.width
        if width < ThreadRow.narrow { return drawNarrowLine(into: &grid) }
        let namesEnd = ThreadRow.gutter + min(28, width / 4)
        let countEnd = namesEnd + 5
        let countStart = grid.draw(count, endingAt: countEnd, y: 0, countStyle)
        drawNames(into: &grid, y: 0, end: min(namesEnd, countStart - 1), style: textStyle)
        drawMarks(into: &grid, x: countEnd + 1, y: 0)
        let dateStart = drawDate(into: &grid)
        let start = countEnd + 1 + ThreadRow.marksWidth
        let end = drawLabels(into: &grid, y: 0, end: dateStart - 1)
        let subjectEnd = draw(
            subject, into: &grid, x: drawPlace(into: &grid, x: start, end: end), y: 0, end: end, style: textStyle)
        drawSnippet(into: &grid, x: subjectEnd + 2, y: 0, end: end)
    }

    /// Draws a narrow line: names and subject share the space beside the date. Of the marks, only that for a reply begun or due is shown.
    private func drawNarrowLine(into grid: inout Grid) {
        var dateStart = drawDate(into: &grid)
        if let mark = openReplyMark(grid.frame.glyphs) {
            dateStart = grid.draw(mark, endingAt: dateStart - 1, y: 0, .accent)
        }
        let namesEnd = ThreadRow.gutter + max(8, grid.width / 4)
        let count = count(beside: namesEnd - ThreadRow.gutter - (accountMark == nil ? 0 : 2))
        let countStart = grid.draw(count, endingAt: namesEnd, y: 0, countStyle)
        drawNames(into: &grid, y: 0, end: count.isEmpty ? namesEnd : countStart - 1, style: textStyle)
        draw(
            subject, into: &grid, x: drawPlace(into: &grid, x: namesEnd + 2, end: dateStart - 1), y: 0,
            end: dateStart - 1, style: textStyle)
    }

    private func drawTwoLines(into grid: inout Grid) {
        let width = grid.width
        let dateStart = drawDate(into: &grid)
        let marks = dateStart - 1 - ThreadRow.marksWidth
        drawMarks(into: &grid, x: marks + 1, y: 0)
        draw(
            subject, into: &grid, x: drawPlace(into: &grid, x: ThreadRow.gutter, end: marks), y: 0, end: marks,
            style: textStyle)
        let namesEnd = ThreadRow.gutter + max(8, min(28, width / 3))
        let countEnd = namesEnd + 5
        let countStart = grid.draw(count, endingAt: countEnd, y: 1, countStyle)
        drawNames(into: &grid, y: 1, end: min(namesEnd, countStart - 1), style: lingers ? .dim : style ?? .plain)
        drawSnippet(into: &grid, x: countEnd + 2, y: 1, end: drawLabels(into: &grid, y: 1, end: width - 1))
    }

    /// Draws the labels at the end of the line, in a fifth of it; returns the column where the rest must end.
    private func drawLabels(into grid: inout Grid, y: Int, end: Int) -> Int {
        guard !labels.isEmpty, grid.width >= (grid.height > 1 ? ThreadRow.narrow : ThreadRow.wide) else { return end }
        let text = ThreadRow.shortened(labels, to: grid.width / 5 - 2, ellipsis: grid.frame.glyphs.ellipsis)
        return grid.draw("[\(text)]", endingAt: end, y: y, .accent) - 1
    }

    /// Returns as many names as fit, and the number of the others.
    private static func shortened(_ names: [String], to columns: Int, ellipsis: String) -> String {
        for count in stride(from: names.count, to: 1, by: -1) {
            let more = names.count > count ? " +\(names.count - count)" : ""
            let text = names.prefix(count).joined(separator: ", ") + more
            if TextCells.width(text) <= columns { return text }
        }
        let more = names.count > 1 ? " +\(names.count - 1)" : ""
        return TextCells.truncated(names.first ?? "", to: columns - TextCells.width(more), ellipsis: ellipsis) + more
    }

    /// Draws the place; returns the column where the subject begins.
    private func drawPlace(into grid: inout Grid, x: Int, end: Int) -> Int {
        guard let place else { return x }
        return grid.draw(place, x: x, y: 0, .warn, columns: max(0, end - x)) + 2
    }

    private func drawSnippet(into grid: inout Grid, x: Int, y: Int, end: Int) {
        guard end - x >= 4 else { return }
        let text = found?.preview?.map(\.text).joined() ?? thread.snippet
        draw(CleanText.line(text), showing: .body, into: &grid, x: x, y: y, end: end, style: .dim)
    }

    /// Draws what fits before `end`, with matches in bold, and returns the column after it.
    @discardableResult
    func draw(
        _ text: String, showing field: MailPredicate.Field = .subject, into grid: inout Grid, x: Int, y: Int, end: Int,
        style: Style
    ) -> Int {
        guard end > x else { return x }
        let fitting = TextCells.truncated(text, to: end - x, ellipsis: grid.frame.glyphs.ellipsis)
        let words = matches + SoughtWords(found: found?.matches ?? [])
        guard !words.isEmpty else { return grid.draw(fitting, x: x, y: y, style) }
        return grid.draw(MatchMarks.line(fitting, words, showing: field, style: style), x: x, y: y)
    }
}
