/// What the last frame showed of a list.
struct ShownRows<ID: Hashable & Sendable>: Sendable {
    /// Ids and lines at rest.
    var layout: [(id: ID, line: Int)] = []
    /// Ids and lines as painted.
    var painted: [(id: ID, line: Int)] = []
    /// The list as it looked, if nothing moved.
    var picture: Grid?
    /// Each row as it looked, if something moved: rows may then overlap.
    var pictures: [ID: Grid] = [:]
    /// The list's area on the screen.
    var place = Rect(x: 0, y: 0, width: 0, height: 0)
    var top = 0
}

extension ShownRows {
    /// Returns a row as it looked in the last frame, so that a deleted row can slide out.
    func picture(of id: ID, height: Int) -> Grid? {
        if let known = pictures[id] { return known }
        guard let picture, let line = painted.first(where: { $0.id == id })?.line else { return nil }
        return picture.picture(of: Rect(x: 0, y: line, width: place.width, height: height))
    }
}

/// The changes since the last frame, relative to that frame.
struct PendingRows<ID: Hashable & Sendable>: Sendable {
    var hasChanges = false
    /// The rows that were in sight, with their current positions.
    var positions: [ID: Int] = [:]
    var left: Set<ID> = []
    var arrived: Set<ID> = []
    var updated: Set<ID> = []
}

extension ListWidget {
    private static var mostAnimated: Int { 1000 }

    /// Replaces all rows without animation. The selection stays on its row if that row still exists, otherwise at its
    /// position.
    public mutating func reset(_ rows: [ID]) {
        let selection = self.selection
        let anchor = anchorIndex.map { self.rows[$0] }
        self.rows = rows
        settle()
        if !marked.isEmpty { marked.formIntersection(rows) }
        if !markedBefore.isEmpty { markedBefore.formIntersection(rows) }
        anchorIndex = anchor.flatMap { rows.firstIndex(of: $0) }
        guard !rows.isEmpty else { return selectedIndex = nil }
        let kept = selection.flatMap { rows.firstIndex(of: $0) }
        selectedIndex = kept ?? min(selectedIndex ?? 0, rows.count - 1)
        revealsSelection = true
    }

    /// Applies changes. The next frame starts the animation; changes before it, or while rows still move, are merged.
    ///
    /// - Parameters:
    ///   - changes: the changes from the old rows to the new rows.
    ///   - rows: the new rows.
    public mutating func apply(_ changes: RowChanges, rows newRows: [ID]) {
        guard !changes.isEmpty || newRows.count != rows.count else { return }
        let before = rows
        let map = RowChanges.Map(changes)
        rows = newRows
        forgetMarks(of: changes.deletes, in: before)
        let wasVisible = selectedIndex.map { $0 >= top && $0 < top + visibleRows } ?? false
        if endMoves(changes) { (anchorIndex, pressed) = (nil, nil) }
        let anchor = anchorIndex.map { before[$0] }
        anchorIndex = anchorIndex.flatMap { map.after($0) }.flatMap { newRows.indices.contains($0) ? $0 : nil }
        if let index = anchorIndex, newRows[index] != anchor { anchorIndex = nil }
        followTop(map, changes, before)
        followSelection(map, changes, before)
        if wasVisible || top == 0 { revealsSelection = true }
        note(changes, map)
    }

    /// Whether a row at an end of the range moves: between that row and the other end, there are then rows that nobody chose.
    private func endMoves(_ changes: RowChanges) -> Bool {
        guard let anchorIndex else { return false }
        return changes.moves.contains { $0.from == anchorIndex || $0.from == selectedIndex }
    }

    /// Ends all movement; the next changes are drawn without animation.
    public mutating func settle() {
        animation.finish()
        pending = PendingRows()
        shown.layout = []
        shown.picture = nil
        shown.pictures = [:]
    }

    private mutating func forgetMarks(of deletes: [Int], in before: [ID]) {
        guard !marked.isEmpty else { return }
        for index in deletes where before.indices.contains(index) {
            marked.remove(before[index])
            markedBefore.remove(before[index])
        }
    }

    private mutating func followSelection(_ map: RowChanges.Map, _ changes: RowChanges, _ before: [ID]) {
        guard !rows.isEmpty else { return selectedIndex = nil }
        guard let old = selectedIndex else { return selectedIndex = 0 }
        if let index = map.after(old) {
            // Changes that do not match the rows must not select another row.
            let fits = rows.indices.contains(index) && rows[index] == before[old]
            selectedIndex = fits ? index : rows.firstIndex(of: before[old]) ?? min(old, rows.count - 1)
            return
        }
        let moved = Set(changes.moves.map(\.from))
        func survivor(_ candidates: some Sequence<Int>) -> Int? {
            for candidate in candidates where !moved.contains(candidate) {
                if let index = map.after(candidate), rows.indices.contains(index) { return index }
            }
            return nil
        }
        func next() -> Int? { survivor(old + 1..<max(old + 1, before.count)) }
        func previous() -> Int? { survivor((0..<old).reversed()) }
        // If all rows after it left too, the selection goes to a row that was inserted there.
        func came() -> Int? {
            previous().map { $0 + 1 }.flatMap { changes.inserts.contains($0) && rows.indices.contains($0) ? $0 : nil }
        }
        let found = prefersPrevious ? previous() ?? next() : next() ?? came() ?? previous()
        selectedIndex = found ?? min(old, rows.count - 1)
    }

    /// Keeps the visible rows in place, except at the top, where the list stays at the top.
    private mutating func followTop(_ map: RowChanges.Map, _ changes: RowChanges, _ before: [ID]) {
        guard top > 0 else { return }
        let moved = Set(changes.moves.map(\.from))
        for index in top..<max(top, min(before.count, top + visibleRows)) where !moved.contains(index) {
            guard let after = map.after(index) else { continue }
            top = max(0, after - (index - top))
            return
        }
    }

    private mutating func note(_ changes: RowChanges, _ map: RowChanges.Map) {
        let count = changes.deletes.count + changes.inserts.count + changes.moves.count
        guard count <= Self.mostAnimated else { return settle() }
        if !pending.hasChanges {
            pending.hasChanges = true
            for (offset, row) in shown.layout.enumerated() { pending.positions[row.id] = shown.top + offset }
        }
        for (id, position) in pending.positions {
            if let after = map.after(position) {
                pending.positions[id] = after
            } else {
                pending.positions[id] = nil
                pending.left.insert(id)
            }
        }
        for index in changes.inserts where rows.indices.contains(index) {
            let isBack = pending.left.remove(rows[index]) != nil
            if isBack { pending.positions[rows[index]] = index } else { pending.arrived.insert(rows[index]) }
        }
        for index in changes.updates.prefix(Self.mostAnimated) where rows.indices.contains(index) {
            pending.updated.insert(rows[index])
        }
    }
}
