/// A part of a screen that is drawn anew only when what it shows, or its size, has changed. Only for what asks for no more
/// frames.
public struct KeptPicture<Content: Equatable> {
    private var content: Content?
    private var picture = Grid(width: 0, height: 0)

    public init() {}

    /// Fills the whole of the part.
    public mutating func draw(_ content: Content, into grid: inout Grid, _ draw: (inout Grid) -> Void) {
        if content == self.content, picture.fullSize == grid.size { return grid.draw(picture, x: 0, y: 0) }
        draw(&grid)
        self.content = nil
        guard grid.isInSight else { return }
        picture = grid.picture(of: grid.bounds)
        self.content = content
    }
}
