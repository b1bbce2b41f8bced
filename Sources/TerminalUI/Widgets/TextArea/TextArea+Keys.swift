extension TextArea {
    /// Handles typing, Enter, Backspace, Del, cursor keys, Home, End, paging, Ctrl-w, Ctrl-u, Ctrl-k, Ctrl- or Alt-Left and
    /// -Right, Ctrl-Home and -End, Ctrl-_ and Alt-_ for undo and redo, pasting, the wheel and clicks.
    public mutating func handle(_ event: InputEvent) -> TextField.Response {
        switch event {
        case .paste(let text): return edited { $0.insert(text) }
        case .key(let key): return handle(key)
        case .mouse(let mouse): return handle(mouse)
        default: return .ignored
        }
    }

    private mutating func edited(_ change: (inout TextArea) -> Void) -> TextField.Response {
        let before = lines
        change(&self)
        return lines == before ? .moved : .edited
    }

    private mutating func handle(_ key: Key) -> TextField.Response {
        if let character = key.typed { return type(character) }
        switch key {
        case .enter: return edited { $0.edit(.other) { $0.put([WrappedLine([]), WrappedLine([])]) } }
        case .backspace, .ctrl("h"): return remove(.deleting, from: before(cursor), to: cursor)
        case .delete, .ctrl("d"): return remove(.deleting, from: cursor, to: after(cursor))
        case .ctrl("w"), Key(.backspace, .alt), Key(.backspace, .control):
            return remove(.other, from: wordStart, to: cursor)
        case .alt("d"), Key(.delete, .control): return remove(.other, from: cursor, to: wordEnd)
        case .ctrl("u"): return remove(.other, from: Place(line: cursor.line, column: 0), to: cursor)
        case .ctrl("k"):
            let end = Place(line: cursor.line, column: lines[cursor.line].text.count)
            return remove(.other, from: cursor, to: cursor == end ? after(cursor) : end)
        case .ctrl("_"), .ctrl("/"): return edited { _ = $0.undo() }
        case .alt("_"), .alt("/"): return edited { _ = $0.redo() }
        default: return move(key)
        }
    }

    private mutating func type(_ character: Character) -> TextField.Response {
        if character == " " { endStep() }
        return edited { $0.edit(.typing) { $0.put([WrappedLine([character])]) } }
    }

    private mutating func remove(_ kind: EditKind, from start: Place, to end: Place) -> TextField.Response {
        edited { $0.edit(kind) { $0.delete(from: start, to: end) } }
    }

    // MARK: Moving

    private mutating func move(_ key: Key) -> TextField.Response {
        switch key {
        case .left: go(to: before(cursor))
        case .right: go(to: after(cursor))
        case Key(.left, .control), Key(.left, .alt), .alt("b"): go(to: wordStart)
        case Key(.right, .control), Key(.right, .alt), .alt("f"): go(to: wordEnd)
        case .home: go(to: Place(line: cursor.line, column: rowRange.lowerBound))
        case .end: go(to: Place(line: cursor.line, column: rowEnd))
        case Key(.home, .control): go(to: Place(line: 0, column: 0))
        case Key(.end, .control): go(to: last)
        case .up: return moveRows(-1) ? .moved : .ignored
        case .down: return moveRows(1) ? .moved : .ignored
        case .pageUp: _ = moveRows(-max(1, size.height - 1))
        case .pageDown: _ = moveRows(max(1, size.height - 1))
        default: return .ignored
        }
        return .moved
    }

    private mutating func go(to place: Place) {
        cursor = place
        goal = nil
        endStep()
    }

    private var last: Place { Place(line: lines.count - 1, column: lines[lines.count - 1].text.count) }

    private func before(_ place: Place) -> Place {
        if place.column > 0 { return Place(line: place.line, column: place.column - 1) }
        guard place.line > 0 else { return place }
        return Place(line: place.line - 1, column: lines[place.line - 1].text.count)
    }

    private func after(_ place: Place) -> Place {
        if place.column < lines[place.line].text.count { return Place(line: place.line, column: place.column + 1) }
        return place.line + 1 < lines.count ? Place(line: place.line + 1, column: 0) : place
    }

    private var wordStart: Place {
        guard cursor.column > 0 else { return before(cursor) }
        return Place(line: cursor.line, column: WordEdge.start(before: cursor.column, in: lines[cursor.line].text))
    }

    private var wordEnd: Place {
        let text = lines[cursor.line].text
        guard cursor.column < text.count else { return after(cursor) }
        return Place(line: cursor.line, column: WordEdge.end(after: cursor.column, in: text))
    }

    // MARK: Rows

    /// The row of the cursor, counted within its line.
    var cursorRow: Int {
        mutating get {
            let rows = lines[cursor.line].rows(size.width)
            return rows.lastIndex { $0.lowerBound <= cursor.column } ?? 0
        }
    }

    private var rowRange: Range<Int> { mutating get { lines[cursor.line].rows(size.width)[cursorRow] } }

    /// The last column that is still in the cursor's row.
    private var rowEnd: Int {
        mutating get {
            let range = rowRange
            return range.upperBound == lines[cursor.line].text.count ? range.upperBound : range.upperBound - 1
        }
    }

    /// Moves by rows of the screen, in the column where the movement began. Returns whether the cursor moved.
    private mutating func moveRows(_ count: Int) -> Bool {
        let wanted = goal ?? WrappedLine.columns(of: lines[cursor.line].text[rowRange.lowerBound..<cursor.column])
        var (line, row) = (cursor.line, cursorRow)
        var moved = 0
        while moved != count {
            guard let next = neighbour(line, row, forward: count > 0) else { break }
            (line, row) = next
            moved += count > 0 ? 1 : -1
        }
        guard moved != 0 else { return false }
        cursor = placeIn(line, row, column: wanted)
        goal = wanted
        endStep()
        return true
    }

    mutating func neighbour(_ line: Int, _ row: Int, forward: Bool) -> (line: Int, row: Int)? {
        if forward {
            if row + 1 < lines[line].rows(size.width).count { return (line, row + 1) }
            return line + 1 < lines.count ? (line + 1, 0) : nil
        }
        if row > 0 { return (line, row - 1) }
        return line > 0 ? (line - 1, lines[line - 1].rows(size.width).count - 1) : nil
    }

    /// Returns the place at a screen column of a row.
    private mutating func placeIn(_ line: Int, _ row: Int, column: Int) -> Place {
        let rows = lines[line].rows(size.width)
        let text = lines[line].text
        let isLast = row == rows.count - 1
        var index = rows[row].lowerBound
        var used = 0
        while index < rows[row].upperBound - (isLast ? 0 : 1) {
            used += WrappedLine.columns(of: text[index], at: used)
            if used > column { break }
            index += 1
        }
        return Place(line: line, column: index)
    }

    // MARK: Mouse

    private mutating func handle(_ mouse: Mouse) -> TextField.Response {
        guard place.contains(mouse.position) else { return .ignored }
        switch mouse.action {
        case .wheelUp: _ = moveRows(-3)
        case .wheelDown: _ = moveRows(3)
        case .press(.left):
            var at = top
            for _ in 0..<(mouse.position.y - place.y) {
                guard let next = neighbour(at.line, at.row, forward: true) else { break }
                at = next
            }
            cursor = placeIn(at.line, at.row, column: mouse.position.x - place.x)
            goal = nil
            endStep()
        default: return .ignored
        }
        return .moved
    }
}
