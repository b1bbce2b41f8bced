/// A status bar that is laid out only when it or its place changes.
package struct KeptBar {
    private var bar: StatusBar?
    private var place = Rect(x: 0, y: 0, width: 0, height: 0)
    private var picture = Grid(width: 0, height: 0)
    private var hints: [PlacedHint] = []

    package init() {}

    /// Draws the bar into the first row of the part, with clickable hints.
    package mutating func draw(_ bar: StatusBar, into grid: inout Grid) {
        let row = grid.place
        if bar == self.bar, row == place, picture.fullSize == grid.size {
            grid.frame.replaceHints(in: row, by: hints)
            return grid.draw(picture, x: 0, y: 0)
        }
        bar.draw(into: &grid)
        self.bar = nil
        guard grid.isInSight else { return }
        picture = grid.picture(of: grid.bounds)
        hints = grid.frame.hints(in: row)
        (self.bar, place) = (bar, row)
    }
}

extension Frame {
    /// The hints within a place.
    func hints(in place: Rect) -> [PlacedHint] { hints.filter { $0.place.intersection(place) == $0.place } }

    mutating func replaceHints(in place: Rect, by new: [PlacedHint] = []) {
        hints.removeAll { $0.place.intersection(place) == $0.place }
        hints += new
    }
}
