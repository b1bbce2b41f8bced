/// What an application shows and what it does with events.
@UI
public protocol Root: AnyObject {
    /// Something came in. Nothing here may wait: start a task for what takes time.
    func handle(_ event: InputEvent, in application: Application)
    /// Draws everything, as it is at `grid.frame.now`. What moves asks for more frames there
    /// (`grid.frame.animate(until:)`, `grid.frame.redraw(at:)`).
    func draw(into grid: inout Grid)
    /// Nobody waits for anything: makes a little ready that the next frame may need, well under a millisecond's work.
    ///
    /// - Returns: whether there is more to do, before the next frame.
    func prepare() -> Bool
}

extension Root {
    public func prepare() -> Bool { false }
}
