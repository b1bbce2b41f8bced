extension ListWidget {
    /// How long a changed row is highlighted.
    static var flash: Duration { .milliseconds(180) }

    /// Draws the visible rows into the whole part.
    ///
    /// - Parameters:
    ///   - heading: returns the line above the row at an index; told whether that row is the first in sight. Headings are
    ///     never selected.
    ///   - row: draws one row in a part of its own. Selection and flash become its background afterwards; the selected row
    ///     gets a mark in its first column if that is blank.
    public mutating func draw(
        into grid: inout Grid, heading: (Int, Bool) -> StyledLine? = { _, _ in nil },
        row drawRow: (inout Grid, ID, RowState) -> Void
    ) {
        let fitting = max(1, grid.height / rowHeight)
        // Keys act on the selection, so it must stay in sight when there is less room than before.
        if fitting < visibleRows { revealsSelection = true }
        visibleRows = fitting
        if grid.place.width != shown.place.width || grid.place.height != shown.place.height { settle() }
        let scrolled = revealSelection(height: grid.height, heading)
        let (layout, headings) = lay(height: grid.height, heading)
        start(layout, scrolled: scrolled, grid)
        grid.clear()
        for heading in headings { grid.draw(heading.text, x: 0, y: heading.line, columns: grid.width) }
        let painted = paint(layout, &grid, drawRow)
        shown.layout = layout
        shown.painted = painted
        shown.place = grid.place
        shown.top = top
        pending = PendingRows()
    }

    /// Returns the rows from the top on that are at least partly in sight, and the headings between them.
    private func lay(height: Int, _ heading: (Int, Bool) -> StyledLine?) -> (
        rows: [(id: ID, line: Int)], headings: [(text: StyledLine, line: Int)]
    ) {
        var layout: [(id: ID, line: Int)] = []
        var headings: [(text: StyledLine, line: Int)] = []
        var line = 0
        var index = top
        while index < rows.count, line < height {
            if let text = heading(index, index == top) {
                // On the last line there would be nothing below the heading.
                if line + 1 >= height, !layout.isEmpty { break }
                headings.append((text, line))
                line += 1
            }
            if line < height { layout.append((rows[index], line)) }
            line += rowHeight
            index += 1
        }
        return (layout, headings)
    }

    /// Scrolls so that the selection is in sight. Returns whether the visible rows differ from those of the last frame for a
    /// reason other than changes.
    private mutating func revealSelection(height: Int, _ heading: (Int, Bool) -> StyledLine?) -> Bool {
        let last = max(0, rows.count - visibleRows)
        let before = min(top, last)
        top = before
        if let index = selectedIndex {
            if revealsSelection { top = max(leastTop, min(top, max(0, index - kept))) }
            // Headings take up lines too.
            let wanted = revealsSelection ? min(rows.count - 1, index + kept) : min(index, top + visibleRows - 1)
            while top < index, !fits(wanted, height, heading) { top += 1 }
        }
        revealsSelection = false
        return pending.hasChanges ? false : top != shown.top
    }

    /// Whether the row at the index is completely in sight.
    private func fits(_ index: Int, _ height: Int, _ heading: (Int, Bool) -> StyledLine?) -> Bool {
        var line = 0
        for row in top...max(top, index) {
            if heading(row, row == top) != nil { line += 1 }
            line += rowHeight
            if line > height { return false }
        }
        return true
    }

    private mutating func start(_ layout: [(id: ID, line: Int)], scrolled: Bool, _ grid: Grid) {
        let now = grid.frame.now
        for id in pending.updated where grid.frame.motion { flashes[id] = now }
        flashes = flashes.filter { now - $0.value < Self.flash }
        guard grid.frame.motion, !scrolled, !shown.layout.isEmpty || shown.place.height == grid.height else {
            return animation.finish()
        }
        guard pending.hasChanges, hasVisibleChanges(layout) else { return }
        var target: [ID: Int] = [:]
        for (id, position) in pending.positions {
            // Far away is as good as just out of sight.
            target[id] = min(grid.height, max(-rowHeight, (position - top) * rowHeight))
        }
        animation.go(
            from: shown.layout, to: layout, arrived: pending.arrived, left: pending.left,
            origin: origins(of: layout), target: target, width: grid.width, at: now)
    }

    private func hasVisibleChanges(_ layout: [(id: ID, line: Int)]) -> Bool {
        layout.count != shown.layout.count || !zip(layout, shown.layout).allSatisfy { $0.id == $1.id }
    }

    /// Returns where rows that come into sight stood: they move with the row above.
    private func origins(of layout: [(id: ID, line: Int)]) -> [ID: Int] {
        let lines = Dictionary(shown.layout.map { ($0.id, $0.line) }) { first, _ in first }
        var origins: [ID: Int] = [:]
        var shift = 0
        for row in layout {
            if let line = lines[row.id] {
                shift = line - row.line
            } else if !pending.arrived.contains(row.id) {
                origins[row.id] = row.line + shift
            }
        }
        return origins
    }

    private mutating func paint(
        _ layout: [(id: ID, line: Int)], _ grid: inout Grid, _ drawRow: (inout Grid, ID, RowState) -> Void
    ) -> [(id: ID, line: Int)] {
        let now = grid.frame.now
        guard animation.isRunning(at: now), let end = animation.end else {
            for (offset, row) in layout.enumerated() {
                paint(row.id, top + offset, x: 0, y: row.line, isAtRest: true, &grid, drawRow)
            }
            shown.pictures = [:]
            shown.picture = grid.frame.motion ? grid.picture(of: grid.bounds) : nil
            return layout
        }
        grid.frame.animate(until: end)
        let positions = Dictionary(layout.enumerated().map { ($1.id, top + $0) }) { first, _ in first }
        var pictures: [ID: Grid] = [:]
        var painted: [(id: ID, line: Int)] = []
        for place in animation.places(at: now) {
            guard let index = positions[place.id] else {
                // Leaving the list or the sight: draw it as it last looked.
                guard var picture = shown.picture(of: place.id, height: rowHeight) else { continue }
                // Another row is selected by now.
                if place.isLeaving { picture.deselect() }
                grid.draw(picture, x: place.x, y: place.y)
                pictures[place.id] = picture
                continue
            }
            let area = paint(place.id, index, x: place.x, y: place.y, isAtRest: false, &grid, drawRow)
            if place.x == 0 { pictures[place.id] = grid.picture(of: area) }
            painted.append((place.id, place.y))
        }
        shown.pictures = pictures
        shown.picture = nil
        return painted
    }

    @discardableResult
    private func paint(
        _ id: ID, _ index: Int, x: Int, y: Int, isAtRest: Bool, _ grid: inout Grid,
        _ drawRow: (inout Grid, ID, RowState) -> Void
    ) -> Rect {
        let area = Rect(x: x, y: y, width: grid.width, height: rowHeight)
        let isWhole = x == 0 && y >= 0 && y + rowHeight <= grid.height
        grid.inside(area) { part in
            // At rest the area is still clear.
            if !isAtRest { part.clear() }
            draw(id, index, isWhole, &part, drawRow)
        }
        return area
    }

    private func draw(
        _ id: ID, _ index: Int, _ isWhole: Bool, _ part: inout Grid, _ drawRow: (inout Grid, ID, RowState) -> Void
    ) {
        let flash = flashes[id]
        let isSelected = showsSelection && index == selectedIndex
        drawRow(&part, id, RowState(isSelected: isSelected, isMarked: marked.contains(id), isWhole: isWhole))
        if isSelected {
            // Nothing is conveyed by colour alone; the row's own character there stays.
            if part[part.place.x, part.place.y]?.isBlank == true {
                part.draw(part.frame.glyphs.leftMark, x: 0, y: 0, .accent)
            }
            part.setGround(.selection)
            part.frame.selectedRows = part.place.y..<part.place.maxY
            if showsCursor || part.frame.glyphs.areWords { part.showCursor(x: 0, y: 0) }
        } else if let flash {
            part.setGround(.bar)
            part.frame.redraw(at: flash + Self.flash)
        }
    }
}

extension Grid {
    /// Makes a row that was drawn as selected look like any other row.
    fileprivate mutating func deselect() {
        let mark = self[0, 0]
        if mark?.style.ground == .selection, mark?.text == frame.glyphs.leftMark { draw(" ", x: 0, y: 0) }
        restyle { if $0.ground == .selection { $0.ground = nil } }
    }
}
