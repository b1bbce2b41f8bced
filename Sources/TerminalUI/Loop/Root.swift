/// What an application shows and what it does with events.
@UI
public protocol Root: AnyObject {
    /// Handles an event. Must not block: start a task for work that takes time.
    func handle(_ event: InputEvent, in application: Application)
    /// Draws everything as of `grid.frame.now`. Anything that moves requests more frames with
    /// `grid.frame.animate(until:)` or `grid.frame.redraw(at:)`.
    func draw(into grid: inout Grid)
    /// Prepares something that the next frame may need, well under a millisecond of work. Called while the loop is idle.
    ///
    /// - Returns: whether there is more to prepare before the next frame.
    func prepare() -> Bool
}

extension Root {
    public func prepare() -> Bool { false }
}
