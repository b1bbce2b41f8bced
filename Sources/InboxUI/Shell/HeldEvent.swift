import TerminalUI

/// Input that waits until a screen has ended or shows the result of an action.
@UI
struct HeldEvent {
    let event: InputEvent
    private weak var screen: (any Screen)?
    /// What was under the mouse when the event came.
    private let target: AnyHashable?

    init(_ event: InputEvent, on screen: (any Screen)?) {
        self.event = event
        self.screen = screen
        target = event.pointedAt.flatMap { screen?.target(at: $0) }
    }

    /// Whether what was under the mouse has gone from there: a click would hit another row. Keys go to the selection, wherever it is.
    var missesTarget: Bool {
        guard let place = event.pointedAt, let screen else { return false }
        return screen.target(at: place) != target
    }

    var isPress: Bool { if case .mouse(let mouse) = event, case .press = mouse.action { true } else { false } }
}

extension InputEvent {
    /// The place of a mouse event that is about what is there.
    fileprivate var pointedAt: Point? {
        guard case .mouse(let mouse) = self else { return nil }
        switch mouse.action {
        case .press, .release, .drag, .move: return mouse.position
        case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: return nil
        }
    }
}
