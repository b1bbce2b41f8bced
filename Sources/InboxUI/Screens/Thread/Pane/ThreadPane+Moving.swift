import InboxKit
import InboxModel
import TerminalUI

extension ThreadPane {
    /// The messages in the order shown.
    var items: [Message] { messages.shown }
    /// The message that keys act on.
    var currentMessage: Message? { current.flatMap { messages[$0] } }
    var currentRow: Int? { current.flatMap { row(of: $0) } }

    // MARK: Messages

    /// Goes to the next row (1) or the previous one (-1). Returns whether there was one.
    @discardableResult
    func step(_ direction: Int) -> Bool {
        let next = (currentRow ?? -1) + direction
        guard rows.indices.contains(next) else {
            // The rest of the last row may still be unread.
            return scroll(by: direction * max(1, space.size.height - 1))
        }
        go(toRow: next)
        return true
    }

    func goToTop() {
        guard !rows.isEmpty else { return }
        (focus, firstNew, begunAt) = (nil, 0, nil)
        current = rows[0].first
        scroll.go(toRow: 0)
        settle()
    }

    func goToEnd() {
        guard let last = rows.indices.last else { return }
        (focus, firstNew, begunAt) = (nil, 0, nil)
        current = rows[last].first
        showEnd()
    }

    /// Goes once more to the place whose texts are awaited, unless the user has moved on.
    func goToAwaitedPlace() {
        switch awaited {
        case .hit(let message, let then): goToHit(message, awaitedAt: then)
        // Texts that arrived meanwhile pushed it out of view.
        case .end(let then):
            if then == scroll, current == rows.last?.first { showEnd() } else { awaited = nil }
        case .message(let message, let then):
            if wanted == nil { show(message, awaitedAt: then) }
        case nil: break
        }
    }

    private func showEnd() {
        let last = rows.count - 1
        scroll.go(toRow: last, line: max(0, height(last) - 1))
        settle()
        awaited = areHere(to: last) ? nil : .end(scroll)
    }

    /// Whether all texts in view down to a row have been fetched.
    private func areHere(to last: Int) -> Bool {
        rows[min(scroll.row, last)...last].allSatisfy { row in
            !row.isOpen || messages[row.first].map { bodies.state(of: $0).state.isHere } ?? true
        }
    }

    /// Makes a row the current one, and shows as much of it as fits.
    func go(toRow row: Int) {
        (focus, firstNew, begunAt) = (nil, 0, nil)
        current = rows[row].first
        reveal(row)
    }

    private func reveal(_ row: Int) {
        scroll.reveal(row: row, lines: 0..<height(row), rows: rows.count, height: space.size.height, heightOf: height)
        settle()
        awaited = areHere(to: row) ? nil : .message(rows[row].first, scroll)
    }

    /// Shows as much as fits of a text that has just arrived.
    private func show(_ message: MessageID, awaitedAt then: RowScroll) {
        guard message == current, then == scroll, focus == nil, selection == nil, let row = currentRow else {
            return awaited = nil
        }
        reveal(row)
    }

    /// Whether the whole thread is in sight and the user went to no message: then an answer is about the thread, as in a list.
    var isAnsweredAsAWhole: Bool {
        let isWhole = scroll.row == 0 && scroll.line == 0 && isAtEnd
        return isWhole && begunAt != nil && begunAt == current && selection == nil && focus == nil
    }

    func settle() {
        scroll.clamp(rows: rows.count, height: space.size.height, heightOf: height)
    }

    // MARK: Scrolling

    /// Scrolls by some lines. The current row follows the view.
    @discardableResult
    func scroll(by lines: Int) -> Bool {
        let before = scroll
        let moved = scroll.scroll(by: lines, rows: rows.count, height: space.size.height, heightOf: height)
        if moved {
            firstNew =
                max(0, space.size.height - max(0, before.lines(to: scroll, heightOf: height)))
                % max(1, space.size.height)
            followSight()
        }
        return moved
    }

    @discardableResult
    func scroll(pages: Double) -> Bool {
        let kept = abs(pages) >= 1 ? 1 : 0
        let lines = Double(max(1, space.size.height - kept)) * pages
        return scroll(by: Int(lines.rounded()))
    }

    var isAtEnd: Bool { scroll.isAtEnd(rows: rows.count, height: space.size.height, heightOf: height) }

    /// How much of the thread has been passed, in percent. Counted in rows, since only visible ones have a known height.
    var percent: Int {
        guard !rows.isEmpty else { return 100 }
        if isAtEnd { return 100 }
        let inRow = Double(scroll.line) / Double(max(1, height(scroll.row)))
        return min(99, Int((Double(scroll.row) + inRow) / Double(rows.count) * 100))
    }

    /// Moves the current row into the view.
    private func followSight() {
        guard let row = currentRow else { return }
        let first =
            scroll.line > 0 && height(scroll.row) - scroll.line <= 1 && scroll.row + 1 < rows.count
            ? scroll.row + 1 : scroll.row
        var last = scroll.row
        var filled = height(last) - scroll.line
        while last + 1 < rows.count, filled < space.size.height {
            last += 1
            filled += height(last)
        }
        let next = min(max(row, first), last)
        if next != row {
            focus = nil
            current = rows[next].first
        }
    }

    /// Goes to the first unread message that has not been visible. Returns whether there was one.
    func goToUnshown() -> Bool {
        guard let next = items.first(where: { $0.isUnread && !shown.contains($0.id) }) else { return false }
        return open(next.id)
    }

    /// Goes to the next unread message below (1) or above (-1). Returns whether there was one.
    func goToUnread(_ direction: Int) -> Bool {
        let here = current.flatMap { messages.replies.places[$0] } ?? 0
        let found =
            direction > 0
            ? items.dropFirst(here + 1).first(where: \.isUnread) : items.prefix(here).last(where: \.isUnread)
        guard let found else { return false }
        return open(found.id)
    }

    /// Goes to a message and opens it. Returns whether it is in the thread.
    func open(_ id: MessageID) -> Bool {
        folding.open(id)
        arrange()
        guard let row = row(of: id) else { return false }
        go(toRow: row)
        return true
    }

    // MARK: Links and files

    /// Whether an open message has links or files to go to. Only visible messages are checked.
    var hasTargets: Bool { drawn.rows.contains { rows.indices.contains($0) && hasTargets($0) } }

    private func hasTargets(_ row: Int) -> Bool {
        rows[row].isOpen && laid(rows[row].first)?.targets.isEmpty == false
    }

    /// Goes to the next link or file (1), or the previous one (-1): of the current message, else of the next that has some.
    /// Texts out of sight are not fetched for that. Returns whether an open message has any.
    func moveFocus(_ direction: Int) -> Bool {
        guard let row = currentRow else { return false }
        let count = rows.count
        if rows[row].isOpen, let targets = laid(rows[row].first)?.targets, !targets.isEmpty {
            let index = focus.flatMap { targets.firstIndex(of: $0) }
            let next = index.map { $0 + direction } ?? (direction > 0 ? 0 : targets.count - 1)
            setFocus(targets[(next + targets.count) % targets.count], row: row)
            return true
        }
        for distance in 1..<max(2, count) {
            let other = ((row + direction * distance) % count + count) % count
            // Of a thread of thousands, most of which may have none, only this one is laid out.
            guard rows[other].isOpen, let message = messages[rows[other].first], bodies.mayHaveTargets(message),
                let targets = laid(message.id)?.targets, !targets.isEmpty
            else { continue }
            current = rows[other].first
            setFocus(direction > 0 ? targets[0] : targets[targets.count - 1], row: other)
            return true
        }
        return false
    }

    func setFocus(_ target: LaidMessage.Target, row: Int) {
        (focus, begunAt) = (target, nil)
        guard let line = laid(rows[row].first)?.line(of: target) else { return }
        scroll.reveal(row: row, lines: line..<line + 1, rows: rows.count, height: space.size.height, heightOf: height)
        settle()
    }
}
