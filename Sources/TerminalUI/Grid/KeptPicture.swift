/// A part of the screen that is redrawn only when its content or size changes. Only for parts that request no frames.
package struct KeptPicture<Content: Equatable> {
    private var content: Content?
    private var picture = Grid(width: 0, height: 0)

    package init() {}

    /// Draws the content, or its cached picture. `draw` must fill the whole part.
    package mutating func draw(_ content: Content, into grid: inout Grid, _ draw: (inout Grid) -> Void) {
        if content == self.content, picture.fullSize == grid.size { return grid.draw(picture, x: 0, y: 0) }
        draw(&grid)
        self.content = nil
        guard grid.isInSight else { return }
        picture = grid.picture(of: grid.bounds)
        self.content = content
    }
}
