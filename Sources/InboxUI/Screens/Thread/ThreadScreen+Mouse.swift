import TerminalUI

/// The mouse: wheel, clicks, selecting by dragging, shaking.
extension ThreadScreen {
    func handle(_ event: InputEvent) -> Bool {
        if question != nil { return handleAnswer(event) }
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: pane.scroll(by: -3)
        case .wheelDown: pane.scroll(by: 3)
        case .press(.left):
            pane.selection = nil
            pressed = mouse.position
            press(at: mouse.position)
        case .drag(.left):
            if let pressed { pane.select(from: pressed, to: mouse.position) }
        case .move:
            guard detector.moved(toX: mouse.position.x, at: .now) else { return false }
            shake()
        default: return false
        }
        around.setNeedsDraw()
        return true
    }

    private func press(at point: Point) {
        if point.y == 0, point.x < 3 { return back() }
        guard let hit = pane.hit(at: point) else { return }
        (pane.current, pane.begunAt) = (pane.rows[hit.row].first, nil)
        if let target = hit.target {
            pane.focus = target
            openFocus()
        } else if hit.press == .quotes {
            _ = pane.toggleQuotes()
        } else if hit.press == .header {
            pane.toggleFold()
        }
    }
}
