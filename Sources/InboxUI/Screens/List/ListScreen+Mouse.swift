import TerminalUI

extension ListScreen {
    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        switch event {
        case .mouse(let mouse): return handle(mouse, event)
        case .key, .paste: return takesText && (drawer.isOpen ? typeInDrawer(event) : type(event))
        default: return false
        }
    }

    func target(at position: Point) -> AnyHashable? {
        if drawer.isOpen || drawer.isPinned, let row = drawer.rows.row(at: position) { return AnyHashable(row) }
        return rows.row(at: position).map { AnyHashable($0) }
    }

    private func handle(_ mouse: Mouse, _ event: InputEvent) -> Bool {
        if drawer.isOpen || drawer.isPinned, handleInDrawer(event) { return true }
        if mouse.action == .press(.left), mouse.position.y == 0, mouse.position.x < 3, !drawer.isOpen {
            openDrawer()
            return true
        }
        if preview.handle(mouse) { return true }
        if mouse.action == .move { return shake(at: mouse.position) }
        switch rows.handle(event) {
        case .activated: openSelected()
        case .moved: extendWindow()
        case .ignored: return false
        }
        return true
    }

    /// Shakes the thread of a row over which the mouse is wiggled, or the whole selection if the row is selected.
    private func shake(at position: Point) -> Bool {
        guard let row = rows.row(at: position) else {
            shaking = nil
            return false
        }
        if shaking?.row != row { shaking = (row, ShakeDetector()) }
        guard shaking?.detector.moved(toX: position.x, at: .now) == true else { return true }
        shaking = nil
        shake(isMarked(row) ? targets : [row])
        return true
    }
}
