import InboxModel
import MailContent
import TerminalUI

extension ThreadScreen {
    func draw(into grid: inout Grid) {
        let (head, middle, foot) = grid.readingParts
        grid.inside(head) { drawHead(into: &$0) }
        let shown = pane.shown.count
        grid.inside(middle) { part in
            if isGone { drawGone(into: &part) } else { pane.draw(into: &part) }
        }
        grid.inside(foot) { drawFoot(into: &$0) }
        if let question {
            grid.frame.hideCursor()
            question.dialog(around).draw(into: &grid)
            self.question?.isShown = true
        }
        noteShown(shown, &grid.frame)
        lastFrame = (grid.fullSize.width, grid.frame.glyphs)
        order?.expect(isGoingBack ? order?.thread(before: thread) : order?.thread(after: thread), &grid.frame)
    }

    private func drawHead(into grid: inout Grid) {
        let glyphs = grid.frame.glyphs
        if isGone {
            grid.draw(glyphs.back, x: 1, y: 0, .accent)
            if grid.height > 1 { TopLine.drawRule(into: &grid, y: 1) }
            return
        }
        let thread = heading
        let places = mailboxes
        var about = Wording.count(pane.items.count, "message")
        if let unread = thread?.unreadCount, unread > 0 {
            let words = "\(Wording.number(unread)) unread"
            about = grid.width < 60 ? words : "\(words) · \(about)"
        }
        if !places.isEmpty, grid.width >= 60 {
            about += " · " + TextCells.truncated(places, to: grid.width / 3, ellipsis: glyphs.ellipsis)
        }
        if pane.items.contains(where: { $0.keywords.contains(.muted) }) {
            about = grid.width < 60 ? "muted" : "muted · \(about)"
        }
        if thread?.awaitsReply == true { about = grid.width < 60 ? "reply later" : "reply later · \(about)" }
        if let until = thread?.snoozedUntil {
            let words = "until " + RowDate.coming(until, clock: around.clock)
            about = grid.width < 60 ? words : "\(words) · \(about)"
        }
        let start = grid.draw(about, endingAt: grid.width - 1, y: 0, .dim)
        var x = grid.draw(glyphs.back + " ", x: 1, y: 0, .accent)
        if thread?.isStarred == true { x = grid.draw(glyphs.star + " ", x: x, y: 0, Style(.star)) }
        let subject = CleanText.line(thread?.subject ?? "")
        let title = TextCells.truncated(
            subject.isEmpty ? "(no subject)" : subject, to: max(0, start - x - 2), ellipsis: glyphs.ellipsis)
        grid.draw(title, x: x, y: 0, .bold)
        if grid.height > 1 { TopLine.drawRule(into: &grid, y: 1) }
    }

    private var mailboxes: String {
        let ids = pane.items.reduce(into: Set<MailboxID>()) { $0.formUnion($1.mailboxes) }
        let tags = pane.items.reduce(into: Set<Keyword>()) { $0.formUnion($1.keywords.filter(\.isTag)) }
        let names = ids.compactMap { pane.mailboxes.names[$0] }.sorted() + tags.map(\.tagName).sorted()
        return names.map { CleanText.line($0) }.joined(separator: ", ")
    }

    private func drawFoot(into grid: inout Grid) {
        var bar = StatusBar()
        if let saving, saving.isRunning {
            bar.status.append(Spinner(begin: saving.begin).sign(in: &grid.frame).map { $0 + " " } ?? "", .accent)
            bar.status.append(saving.text, .text)
            bar.hints = [around.hint(.back, "stop", in: .thread)].compactMap(\.self)
        } else {
            if !isGone { bar.status.append("\(pane.percent)%", .dim) }
            let status = around.statusText(for: pane.items.first?.account)
            // The position in the thread is shown where there is room for it.
            bar.shortStatus = status.shortFoot.map { StyledLine($0, .dim) }
            if !status.foot.isEmpty { bar.status.append("  " + status.foot, .dim) }
            // A question has the keyboard, and names its keys itself.
            if question == nil { (bar.hints, bar.last) = (hints(status), hint(.help)) }
        }
        bar.draw(into: &grid)
    }

    private func hints(_ status: StatusText) -> [StatusBar.Hint] { status.possible(hinted).compactMap(hint) }

    private var hinted: [Command] {
        if pane.selection != nil { return [.reply, .replyAll, .copy, .back] }
        if let file = fileInFocus?.file {
            let card: [Command] = FileText.isCard(file.contentType, name: file.fileName) ? [.addContact] : []
            return [.open, .outbox, .save] + card + [.nextLink, .back]
        }
        if pane.focus != nil { return [.open, .nextLink, .back, .reply, .shake, .archive] }
        let always: [Command] = isGone ? [.back] : [.back, .reply, .shake, .archive]
        return always + working + [.undo]
    }

    /// The commands that have an effect in this thread, as it is shown now.
    private var working: [Command] {
        // A user who searches goes from match to match first.
        var commands: [Command] = isGone || pane.hits.isEmpty && wanted.isEmpty ? [] : [.nextMatch]
        if pane.rows.count > 1 { commands.append(.down) }
        if order?.thread(after: thread) != nil || order?.thread(before: thread) != nil { commands.append(.nextThread) }
        if pane.hasTargets { commands.append(.nextLink) }
        if pane.hasQuotes { commands.append(.quotes) }
        if pane.hasOtherForm { commands.append(.html) }
        if pane.items.contains(where: { !$0.files.isEmpty }) { commands.append(.save) }
        return commands
    }

    private func hint(_ command: Command) -> StatusBar.Hint? {
        guard var key = around.keyName(of: command, in: .thread) else { return nil }
        let other: Command? = command == .down ? .up : command == .nextThread ? .previousThread : nil
        if let second = other.flatMap({ around.keyName(of: $0, in: .thread) }) { key += "/" + second }
        let label =
            switch command {
            case .back: isFinding ? "end search" : "back"
            case .down: "message"
            case .nextThread: "thread"
            case .open: "open"
            case .quotes: "quotes"
            case .outbox: "with a program"
            case .save: fileInFocus != nil ? "save" : CommandTable.definition(of: command)?.hint ?? ""
            default: CommandTable.definition(of: command)?.hint ?? ""
            }
        return StatusBar.Hint(key, label, isWayBack: command == .back)
    }
}
