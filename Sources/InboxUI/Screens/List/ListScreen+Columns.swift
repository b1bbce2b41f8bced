import TerminalUI

/// The columns of the list, the drawer and the preview.
extension ListScreen {
    /// The least columns for a useful row.
    private static let leastBesideDrawer = 20
    /// The least columns for a list with a preview beside it.
    private static let leastWithPreview = 120

    /// Returns where the list begins: beside the drawer, in the columns that are left at each moment while the drawer slides, so that rows
    /// are not cut off.
    /// - Returns: Also whether the drawer covers the list.
    func columns(in grid: inout Grid) -> (left: Int, isUnder: Bool) {
        if drawer.isPinned { return (min(around.settings.drawerWidth, grid.width / 4), false) }
        let part = drawer.slide.value(in: &grid.frame)
        let taken = drawerColumns(of: grid.width)
        guard grid.width - taken >= Self.leastBesideDrawer else { return (0, drawer.isOpen && part > 0) }
        return (Int((part * Double(taken)).rounded()), false)
    }

    /// Returns the columns that an unpinned drawer takes of that many.
    func drawerColumns(of columns: Int) -> Int { min(around.settings.drawerWidth, columns - 4) }

    /// Returns the areas of the list and of the preview, if there is room for one: the list keeps three fifths of the columns, or half
    /// of the lines.
    func split(_ body: Rect, pushedBy left: Int) -> (list: Rect, preview: Rect?) {
        if let pushed = pushedOut(body, by: left) { return pushed }
        var (list, preview) = (body, body)
        switch around.settings.preview {
        case .beside where body.width >= Self.leastWithPreview:
            preview.width = body.width * 2 / 5
            list.width -= preview.width
            preview.x = list.maxX
        case .below where body.height >= 18 && !rows.rows.isEmpty:
            preview.height = body.height / 2
            list.height -= preview.height
            preview.y = list.maxY
        case .beside, .below, .none: return (body, nil)
        }
        return (list, preview)
    }

    /// Returns the areas while a preview that has no room beside the drawer slides out over the right edge, and the list moves to its final
    /// area.
    private func pushedOut(_ body: Rect, by left: Int) -> (list: Rect, preview: Rect?)? {
        let whole = left + body.width
        let taken = drawerColumns(of: whole)
        let loses = whole >= Self.leastWithPreview && whole - taken < Self.leastWithPreview
        guard around.settings.preview == .beside, !drawer.isPinned, loses, left < taken else { return nil }
        var (list, preview) = (body, body)
        preview.width = whole * 2 / 5
        list.width = whole - preview.width + (preview.width - taken) * left / taken
        preview.x = list.maxX
        return (list, preview)
    }

    func drawPreview(into grid: inout Grid) {
        var text = Rect(x: 0, y: 0, width: grid.width, height: grid.height)
        if around.settings.preview == .below {
            grid.clear()
            TopLine.drawRule(into: &grid, y: 0)
            (text.y, text.height) = (1, grid.height - 1)
        } else {
            let line = grid.frame.glyphs.vertical.first ?? "|"
            grid.fill(Rect(x: 0, y: 0, width: 1, height: grid.height), with: line, .dim)
            (text.x, text.width) = (1, grid.width - 1)
        }
        guard let thread = rows.selection.flatMap({ loaded[$0]?.thread }) else { return }
        grid.inside(text) {
            preview.draw(thread, search: lookedFor, into: &$0)
        }
    }
}
