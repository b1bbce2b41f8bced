import InboxKit
import InboxModel
import MailContent
import TerminalUI

extension ThreadPane {
    /// Draws the messages into the whole grid.
    func draw(into grid: inout Grid) {
        take(grid.size, grid.frame.glyphs)
        drawn = DrawnLines(in: grid.place)
        grid.clear()
        guard !rows.isEmpty else { return }
        let wasFresh = isFresh
        isFresh = false
        if !goToWantedSight(), wasFresh { chooseFirstSight() }
        goToAwaitedPlace()
        settle()
        var y = -scroll.line
        var row = scroll.row
        while row < rows.count, y < grid.height {
            y = draw(row, at: y, into: &grid)
            row += 1
        }
        // The head of the current message may be out of sight.
        if space.glyphs.areWords, showsCurrent, grid.frame.cursor == nil {
            grid.showCursor(x: 0, y: min(firstNew, grid.height - 1))
        }
    }

    /// Chooses the first view: the match of a search, the first unread message, or the last one. What comes before it stays
    /// visible as far as there is room.
    private func chooseFirstSight() {
        if goToFirstHit() { return }
        let unread = newMessages.first ?? items.first(where: \.isUnread)?.id
        guard
            let id = unread ?? items.first(where: isNew)?.id ?? provider.items.last(where: { !$0.isDraft })?.id
                ?? rows.last?.first,
            let row = row(of: id)
        else { return }
        go(toRow: row)
        begunAt = current
    }

    private func draw(_ row: Int, at y: Int, into grid: inout Grid) -> Int {
        let isCurrent = showsCurrent && current == rows[row].first
        switch rows[row] {
        case .message(let id, isOpen: true):
            guard let laid = laid(id) else { return y }
            if laid.isCounting { grid.frame.redraw(at: grid.frame.now + .seconds(1)) }
            let shift = slide(of: id, &grid.frame)
            for index in max(0, -y)..<max(0, -y, min(laid.lines.count, grid.height - y)) {
                let line = laid.lines[index]
                let x = line.press == .header ? 0 : -shift
                grid.inside(Rect(x: x, y: y + index, width: grid.width, height: 1)) { part in
                    draw(line, of: id, isCurrent: isCurrent && index == 0, into: &part)
                }
                if found?.message == id && found?.line == index || isSelected(index, of: id) { mark(y + index, &grid) }
                drawn.append(row: row, line: index, at: y + index)
            }
            if messages[id].map({ bodies.state(of: $0).state.isHere }) == true {
                shown.insert(id)
                drawn.append(textOf: id)
            }
            return y + laid.lines.count
        case .message(let id, isOpen: false):
            if y >= 0, let message = messages[id] { drawFolded(message, isCurrent: isCurrent, at: y, into: &grid) }
        case .run(let ids):
            if y >= 0 { drawRun(ids, isCurrent: isCurrent, at: y, into: &grid) }
        }
        if y >= 0 { drawn.append(row: row, line: 0, at: y) }
        return y + 1
    }

    /// Returns how many columns left of its place a text is that has just been fetched.
    private func slide(of id: MessageID, _ frame: inout Frame) -> Int {
        guard frame.motion, let arrival = bodies.arrival(of: id), frame.now < arrival + Self.slideLength else {
            return 0
        }
        frame.animate(until: arrival + Self.slideLength)
        let part = max(0, (frame.now - arrival) / Self.slideLength)
        return Int(Double(textWidth) * (1 - Easing.out(part)))
    }

    private static var slideLength: Duration { .milliseconds(150) }

    private func draw(_ line: LaidMessage.Line, of id: MessageID, isCurrent: Bool, into grid: inout Grid) {
        let end = line.end.map { grid.draw($0.text, endingAt: textWidth + 1, y: 0, $0.style) } ?? grid.width
        var x = 1
        for span in line.spans {
            var style = span.style
            if let target = span.target, target == focus, current == id {
                style.attributes.formUnion(.reverse)
                // Notices keep away from the cursor, and screen readers find it.
                if x < end { grid.showCursor(x: x, y: 0) }
            }
            if hits.words.isEmpty {
                x = grid.draw(span.text, x: x, y: 0, style, columns: max(0, end - x))
            } else {
                let marked = MatchMarks.line(
                    span.text, hits.words, showing: line.press == .header ? .people : .body, style: style)
                x = grid.draw(marked, x: x, y: 0, columns: max(0, end - x))
            }
        }
        if isCurrent { markCurrent(0, &grid) }
    }

    /// Returns the mailbox of a message that is told of; nil for most.
    func place(of message: Message) -> String? {
        mailboxes.place(of: message, among: provider.items, isOwn: isOwn)
    }

    private func drawFolded(_ message: Message, isCurrent: Bool, at y: Int, into grid: inout Grid) {
        let isOwn = isOwn(message)
        let from = message.from.first.map { CleanText.line($0.displayName) } ?? "(no sender)"
        let room = min(20, max(8, textWidth / 4))
        let date = shortDate(message)
        let start = grid.draw(date, endingAt: textWidth + 1, y: y, .dim)
        var x = 1 + indent(of: message.id)
        if message.isUnread { x = grid.draw(space.glyphs.unread + " ", x: x, y: y, Style(.unread)) }
        if isNew(message) { x = grid.draw(space.glyphs.new + " ", x: x, y: y, .accent) }
        if message.isStarred { x = grid.draw(space.glyphs.star + " ", x: x, y: y, Style(.star)) }
        if let place = place(of: message) { x = grid.draw(place + " ", x: x, y: y, .warn) }
        let shown = TextCells.truncated(isOwn ? "Me" : from, to: room, ellipsis: space.glyphs.ellipsis)
        let name = TextCells.padded(shown, to: room)
        x = grid.draw(name, x: x, y: y, isOwn ? .accent : message.isUnread ? Style(.unread, .bold) : .text) + 1
        if message.hasFiles { x = grid.draw(space.glyphs.file + " ", x: x, y: y, .dim) }
        if let answers = messages.replies.notes[message.id] {
            let text = answers.short(own: own(), space.glyphs, isNarrow: space.isNarrow)
            x = grid.draw(text, x: x, y: y, columns: max(0, start - x - 1)) + (space.glyphs.areWords ? 1 : 2)
        }
        if let subject = messages.subject(above: message.id).flatMap({ NewSubject.text(message.subject, after: $0) }) {
            // A series of patches is one thread: without their subjects its rows look all the same.
            let fitting = TextCells.truncated(
                CleanText.line(subject), to: max(0, start - x - 1), ellipsis: space.glyphs.ellipsis)
            x = grid.draw(fitting, x: x, y: y, .text) + 2
        }
        let state = outgoing().messages[message.id]
        let word = message.isDraft || state?.isTrouble == true ? state?.word ?? "Draft" : nil
        let snippet = CleanText.line(word.map { "\($0): \(message.snippet)" } ?? message.snippet)
        let fitting = TextCells.truncated(snippet, to: max(0, start - x - 1), ellipsis: space.glyphs.ellipsis)
        grid.draw(fitting, x: x, y: y, .dim)
        if isCurrent { markCurrent(y, &grid) }
    }

    private func drawRun(_ ids: [MessageID], isCurrent: Bool, at y: Int, into grid: inout Grid) {
        let hint = keyName?(.open).map { "\($0) unfold" } ?? ""
        let start = grid.draw(hint, endingAt: textWidth + 1, y: y, .dim)
        grid.draw("  \(Wording.number(ids.count)) more read messages", x: 1, y: y, .dim, columns: max(0, start - 2))
        if isCurrent { markCurrent(y, &grid) }
    }

    /// Marks the current line. Among several rows it also has the sign of list rows: colour alone is not enough.
    private func markCurrent(_ y: Int, _ grid: inout Grid) {
        if rows.count > 1 { grid.draw(grid.frame.glyphs.leftMark, x: 0, y: y, .accent) }
        mark(y, &grid)
    }

    private func mark(_ y: Int, _ grid: inout Grid) {
        grid.setGround(.selection, in: Rect(x: 0, y: y, width: min(grid.width, textWidth + 2), height: 1))
        if grid.frame.glyphs.areWords, focus == nil { grid.showCursor(x: 0, y: y) }
    }

    // MARK: Looking

    /// Returns what was drawn at a point of the whole grid.
    func hit(at point: Point) -> (row: Int, target: LaidMessage.Target?, press: LaidMessage.Press)? {
        guard let found = drawn.line(at: point), rows.indices.contains(found.row) else { return nil }
        guard rows[found.row].isOpen, let laid = laid(rows[found.row].first), laid.lines.indices.contains(found.line)
        else {
            return (found.row, nil, .header)
        }
        let line = laid.lines[found.line]
        var x = 1
        for span in line.spans {
            let end = x + TextCells.width(span.text)
            if found.column >= x, found.column < end, let target = span.target {
                return (found.row, target, line.press)
            }
            x = end
        }
        return (found.row, nil, line.press)
    }
}
