import InboxModel
import MailContent
import TerminalUI

extension DeckScreen {
    func draw(into grid: inout Grid) {
        grid.clear()
        let (middle, foot) = grid.bounds.split(top: grid.height - 1)
        grid.inside(middle) { part in
            if card != nil { drawTitle(into: &part) } else { drawEnd(into: &part) }
            drawCards(into: &part)
        }
        grid.inside(foot) { drawFoot(into: &$0) }
    }

    private func drawTitle(into grid: inout Grid) {
        let position = state.position
        let (place, count) = (Wording.number(position.place), Wording.number(position.count))
        let line = grid.height > 12 ? 1 : 0
        let order = isOldestFirst ? ", oldest first" : ""
        let whose = isForAnswering ? "" : isOfChosen ? "selected in " : takesRead ? "all of " : "unread in "
        grid.draw(centred: "\(place) of \(count) · \(whose)\(CleanText.line(self.place))\(order)", y: line, .dim)
    }

    private func drawEnd(into grid: inout Grid) {
        picture = nil
        let glyphs = grid.frame.glyphs
        let middle = max(0, grid.height / 2 - 2)
        let kept = state.keptCount
        if kept == 0, failure == nil, middle >= CalmPicture.height, around.statusText(for: nil).isGood {
            CalmPicture.draw(
                into: &grid, y: middle - CalmPicture.height - (middle > CalmPicture.height ? 1 : 0),
                day: around.clock.today.dayNumber)
        }
        let what = kind
        let here = unreadInInbox == nil ? "" : " in \(CleanText.line(place))"
        grid.draw(centred: kept == 0 ? "No \(what)\(here)!" : "No more \(what)", y: middle, .bold)
        let summary = state.summary.isEmpty && kept == 0 ? around.doneToday : state.summary
        grid.draw(centred: summary, y: middle + 1, .dim)
        if let failure { grid.draw(centred: failure, y: middle + 2, .warn) }
        var keys: [String] = []
        if let unread = unreadInInbox, let key = key(.open, glyphs) {
            grid.draw(centred: "\(Wording.number(unread)) unread in the inbox", y: middle + 2, .accent)
            keys.append("\(key)  deal these")
        }
        if kept > 0, let key = key(.later, glyphs) { keys.append("\(key)  those kept for later") }
        if !state.steps.isEmpty, let key = key(.undo, glyphs) { keys.append("\(key)  undo the last one") }
        if !takesRead, let key = key(.dealAll, glyphs) { keys.append("\(key)  read ones too") }
        if let key = key(.back, glyphs) { keys.append("\(key)  back") }
        // If the keys do not fit on one line, each gets its own.
        let line = keys.joined(separator: "    ")
        let lines = TextCells.width(line) <= grid.width ? [line] : keys
        for (place, line) in lines.enumerated() { grid.draw(centred: line, y: middle + 4 + place, .dim) }
    }

    /// The kind of threads that the deck deals.
    var kind: String { isForAnswering ? "threads set aside" : takesRead ? "threads" : "unread threads" }

    /// Draws the card at rest or rising, and the thrown card that flies off over it.
    private func drawCards(into grid: inout Grid) {
        // Two thirds of a large screen, in lines that are still easy to read.
        var size = Size(
            width: min(max(58, min(84, grid.width * 2 / 3)), grid.width - 2),
            height: min(max(5, grid.height - (grid.height > 14 ? 6 : 3)), max(16, grid.height * 2 / 3)))
        // A short text needs less, down to the least height at which it looks like a card.
        let text = card.map { textLines($0, width: size.width - 4, room: size.height, grid.frame.glyphs) } ?? []
        let wanted = card.map { height(of: $0, text, width: size.width - 4) + 2 } ?? size.height
        size.height = min(size.height, max(wanted, Self.leastHeight))
        let area = Self.place(of: size, in: grid)
        let now = grid.frame.now
        var pose = CardThrow.Pose(thrown: nil, next: 0)
        if let thrown, grid.frame.motion, now < thrown.end {
            let reach = grid.width - area.x
            pose = CardThrow.pose(at: now - thrown.begin, width: reach, height: grid.height - area.y)
            grid.frame.animate(until: thrown.end)
        } else {
            thrown = nil
        }
        if card != nil, let low = pose.next {
            drawCard(text, in: area.moved(down: low), isAtRest: low == 0, into: &grid)
        }
        if let thrown, let off = pose.thrown {
            let picture = thrown.picture
            let place = Self.place(of: Size(width: picture.width, height: picture.height), in: grid)
            grid.draw(picture, x: place.x + (thrown.toLeft ? -off : off), y: place.y)
        }
    }

    private static let leastHeight = 10

    private static func place(of size: Size, in grid: Grid) -> Rect {
        var area = grid.bounds.centred(size)
        if grid.height > 14 { area.y = max(3, area.y - 1) }
        return area
    }

    /// Returns the number of lines that a thread takes inside its card.
    private func height(of thread: MailThread, _ text: [LaidMessage.Line], width: Int) -> Int {
        let subject = subjectLines(thread, width: width, date: date(of: thread), canTakeTwo: true)
        return subject.count + 2 + text.count
    }

    private func date(of thread: MailThread) -> String { RowDate.text(thread.lastDate, clock: around.clock) }

    /// Returns the first line of the subject, which stands beside the date, and the rest of a long subject for the line below.
    private func subjectLines(_ thread: MailThread, width: Int, date: String, canTakeTwo: Bool) -> [String] {
        let line = CleanText.line(thread.subject)
        let subject = line.isEmpty ? "(no subject)" : line
        let lines = TextCells.wrapped(subject, to: max(8, width - TextCells.width(date) - 2))
        guard canTakeTwo, lines.count > 1, let first = lines.first, subject.hasPrefix(first) else { return [subject] }
        // Text without blanks goes on within a word.
        return [first, String(subject.dropFirst(first.count).drop { $0 == " " })]
    }

    private func drawCard(_ text: [LaidMessage.Line], in area: Rect, isAtRest: Bool, into grid: inout Grid) {
        guard let thread = card else { return }
        grid.inside(area) { part in
            cardPlace = part.place
            Box.draw(into: &part) { drawInside(thread, text, &$0) }
        }
        if isAtRest { picture = grid.picture(of: area) }
    }

    private func drawInside(_ thread: MailThread, _ lines: [LaidMessage.Line], _ grid: inout Grid) {
        let ellipsis = grid.frame.glyphs.ellipsis
        if grid.frame.glyphs.areWords { grid.showCursor(x: 0, y: 0) }
        let date = date(of: thread)
        let room = grid.draw(date, endingAt: grid.width, y: 0, .dim) - 2
        let subject = subjectLines(thread, width: grid.width, date: date, canTakeTwo: grid.height >= 7)
        for (y, line) in subject.enumerated() {
            let line = TextCells.truncated(line, to: y == 0 ? room : grid.width, ellipsis: ellipsis)
            grid.draw(line, x: 0, y: y, Style(.unread, .bold))
        }
        let below = subject.count
        let count = thread.messageCount > 1 ? Wording.number(thread.messageCount) : ""
        let files = cardFiles > 0 ? "\(grid.frame.glyphs.file) \(cardFiles)" : ""
        let start = grid.draw(
            [files, count].filter { !$0.isEmpty }.joined(separator: "  "), endingAt: grid.width, y: below, .dim)
        var x = thread.isStarred ? grid.draw(grid.frame.glyphs.star + " ", x: 0, y: below, .accent) : 0
        if let mark = accountMark(of: thread) {
            x = grid.draw(mark.letter, x: x, y: below, Style(mark.role))
            x = grid.draw(grid.frame.glyphs.areWords ? ", " : " ", x: x, y: below, .accent)
        }
        let people = ThreadRow.senders(
            of: thread, own: Array(around.ownAddresses), max(4, start - 2 - x), ellipsis: ellipsis)
        grid.draw(people, x: x, y: below, .accent, columns: max(0, start - 1 - x))
        let text = grid.bounds.split(top: below + (grid.width >= 40 ? 2 : 1)).1
        grid.inside(text) { drawText(lines, &$0) }
    }

    /// Returns the mark that rows have in a list of several accounts; nil where the cards are of one account.
    private func accountMark(of thread: MailThread) -> AccountMark? {
        guard let list, list.view.account == nil else { return nil }
        let known = around.session.knownAccounts
        return known.count > 1 ? AccountMark.all(of: known)[thread.account] : nil
    }

    private func drawText(_ lines: [LaidMessage.Line], _ grid: inout Grid) {
        for (y, line) in lines.prefix(grid.height).enumerated() {
            if y == grid.height - 1, lines.count > grid.height {
                grid.draw(grid.frame.glyphs.ellipsis, x: 0, y: y, .dim)
                break
            }
            var x = 0
            for span in line.spans { x = grid.draw(span.text, x: x, y: y, span.style) }
        }
    }

    /// Returns the lines of a thread's text on its card: all of them, or more than there is room for.
    private func textLines(_ thread: MailThread, width: Int, room: Int, _ glyphs: Glyphs) -> [LaidMessage.Line] {
        if let message = cardMessage {
            let (state, version) = bodies.state(of: message)
            if case .here(let text, _, _, _) = state, !text.lines.isEmpty {
                let key = LaidCard.Key(
                    message: message.id, version: version, width: width, room: room, glyphs: glyphs)
                return laidCard.lines(of: text, for: key)
            }
        }
        return TextCells.wrapped(CleanText.line(cardMessage?.snippet ?? thread.snippet), to: width).map {
            LaidMessage.Line([.init($0)])
        }
    }

    private func drawFoot(into grid: inout Grid) {
        let glyphs = grid.frame.glyphs
        let status = around.statusText(for: card?.account)
        var bar = StatusBar(status: status.foot.isEmpty ? StyledLine() : StyledLine(status.foot, .dim))
        bar.shortStatus = status.shortFoot.map { StyledLine($0, .dim) }
        if card != nil {
            let hinted: [(Command, String)] = [
                (.shake, "shake"), (.later, grid.width >= 100 ? "keep for later" : "later"),
                (.archive, "archive"), (.trash, "trash"), (.reply, "reply"), (.open, "open"), (.undo, "undo"),
                (.up, "card before"), (.replyAll, "reply all"), (.forward, "forward"), (.unread, "stays unread"),
                (.compose, "write"), (.move, "move"), (.snooze, "snooze"),
                (.dealAll, takesRead ? "unread only" : "read too"), (.back, "back"),
            ]
            let possible = Set(status.possible(hinted.map(\.0)))
            bar.hints = hinted.compactMap { command, label in
                possible.contains(command)
                    ? key(command, glyphs).map { StatusBar.Hint($0, label, isWayBack: command == .back) } : nil
            }
        }
        bar.last = key(.help, glyphs).map { StatusBar.Hint($0, "help") }
        bar.draw(into: &grid)
    }

    /// Returns the name of a key. An arrow key is shown as its sign, except where signs are ASCII and would read as another key.
    private func key(_ command: Command, _ glyphs: Glyphs) -> String? {
        let name = around.keyName(of: command, in: .deck)
        return name == "Right" && glyphs == .unicode ? "→" : name
    }
}
