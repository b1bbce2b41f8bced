import TerminalUI

/// Input that waits until a screen has ended or shows the result of an action.
@UI
struct HeldEvent {
    /// What is under the mouse: a hint, which lies above the screen, and what the screen has there.
    struct Target: Equatable {
        var hint: String?
        var row: AnyHashable?
    }

    let event: InputEvent
    private weak var screen: (any Screen)?
    /// What was under the mouse when the event came.
    private let target: Target?

    /// - Parameter hints: The hints of the last frame.
    init(_ event: InputEvent, on screen: (any Screen)?, _ hints: [PlacedHint]) {
        self.event = event
        self.screen = screen
        target = event.pointedAt.map { Target(hint: hints.key(at: $0), row: screen?.target(at: $0)) }
    }

    /// Whether what was under the mouse has gone from there: a click would hit another row, or the key of a message that has come.
    /// Keys go to the selection, wherever it is.
    func missesTarget(_ hints: [PlacedHint]) -> Bool {
        guard let place = event.pointedAt, let screen else { return false }
        return Target(hint: hints.key(at: place), row: screen.target(at: place)) != target
    }

    var isPress: Bool { if case .mouse(let mouse) = event, case .press = mouse.action { true } else { false } }
}

extension [PlacedHint] {
    /// Returns the key of the hint at a place; empty where a click does nothing.
    func key(at place: Point) -> String? { last { $0.place.contains(place) }?.key }
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
