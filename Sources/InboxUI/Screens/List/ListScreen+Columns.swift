import TerminalUI

/// Which columns the list, the drawer and the preview have.
extension ListScreen {
    /// Fewer columns hold no row that tells anything.
    private static let leastBesideDrawer = 20
    /// Fewer hold no list with a preview beside it.
    private static let leastWithPreview = 120

    /// Where the list begins: beside the drawer, in the columns that this leaves it at each moment as it comes and goes, so that no
    /// row loses its beginning or its end.
    /// - Returns: also whether the drawer lies over it.
    func columns(in grid: inout Grid) -> (left: Int, isUnder: Bool) {
        if drawer.isPinned { return (min(around.settings.drawerWidth, grid.width / 4), false) }
        let part = drawer.slide.value(in: &grid.frame)
        let taken = drawerColumns(of: grid.width)
        guard grid.width - taken >= Self.leastBesideDrawer else { return (0, drawer.isOpen && part > 0) }
        return (Int((part * Double(taken)).rounded()), false)
    }

    /// What it takes of so many columns where it is not pinned.
    func drawerColumns(of columns: Int) -> Int { min(around.settings.drawerWidth, columns - 4) }

    /// The list's part and that of the preview, where there is room for one: the list keeps three fifths of the columns, or half
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

    /// A preview that has no room beside the drawer leaves over the right edge while that comes, and the list goes over into what it
    /// has then.
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
}
