/// What the last frame showed.
struct ShownRows<ID: Hashable & Sendable>: Sendable {
    /// Ids and lines when nothing moves.
    var layout: [(id: ID, line: Int)] = []
    /// Ids and lines as they were painted.
    var painted: [(id: ID, line: Int)] = []
    /// The list as it looked, when nothing moved.
    var picture: Grid?
    /// Each row as it looked, when something did: rows may lie over one another.
    var pictures: [ID: Grid] = [:]
    /// The list's area on the screen.
    var place = Rect(x: 0, y: 0, width: 0, height: 0)
    var top = 0
}

extension ShownRows {
    /// A row as it looked in the last frame, to let it slide out when it is gone.
    func picture(of id: ID, height: Int) -> Grid? {
        if let known = pictures[id] { return known }
        guard let picture, let line = painted.first(where: { $0.id == id })?.line else { return nil }
        return picture.picture(of: Rect(x: 0, y: line, width: place.width, height: height))
    }
}

/// What happened since the last frame, as far as that frame is concerned.
struct PendingRows<ID: Hashable & Sendable>: Sendable {
    var hasChanges = false
    /// The rows that were in sight, and their positions now.
    var positions: [ID: Int] = [:]
    var left: Set<ID> = []
    var arrived: Set<ID> = []
    var updated: Set<ID> = []
}

extension ListWidget {
    private static var mostAnimated: Int { 1000 }

    /// Other rows altogether: nothing moves, and the selection stays on its row when it is still there, else at its
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

    /// The rows changed. The next frame starts to show how; several changes before it, or while things still move, join.
    ///
    /// - Parameters:
    ///   - changes: what leads from the rows before to the rows after.
    ///   - rows: the rows after.
    public mutating func apply(_ changes: RowChanges, rows newRows: [ID]) {
        guard !changes.isEmpty || newRows.count != rows.count else { return }
        let before = rows
        let map = RowChanges.Map(changes)
        rows = newRows
        forgetMarks(of: changes.deletes, in: before)
        let wasVisible = selectedIndex.map { $0 >= top && $0 < top + visibleRows } ?? false
        let anchor = anchorIndex.map { before[$0] }
        anchorIndex = anchorIndex.flatMap { map.after($0) }.flatMap { newRows.indices.contains($0) ? $0 : nil }
        if let index = anchorIndex, newRows[index] != anchor { anchorIndex = nil }
        followTop(map, changes, before)
        followSelection(map, changes, before)
        if wasVisible || top == 0 { revealsSelection = true }
        note(changes, map)
    }

    /// Ends all movement; what comes next is drawn as it is.
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
            // Changes that do not fit the rows must not select something else.
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
        // Where all that stood behind it left, too, the list goes on with what came there.
        func came() -> Int? {
            previous().map { $0 + 1 }.flatMap { changes.inserts.contains($0) && rows.indices.contains($0) ? $0 : nil }
        }
        let found = prefersPrevious ? previous() ?? next() : next() ?? came() ?? previous()
        selectedIndex = found ?? min(old, rows.count - 1)
    }

    /// At the top the list stays at the top; elsewhere the rows in sight stay where they are.
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
