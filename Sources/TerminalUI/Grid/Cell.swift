/// One place of the grid. It has no gaps, so that a grid is filled, copied and compared as plain memory: a frame of 200×60 has
/// 12,000 cells.
public struct Cell: Hashable, Sendable {
    var content: CellText
    public internal(set) var style: Style

    /// 1, or 2 for the left half of a wide character, or 0 for its right half.
    public var width: Int { content.columns }

    /// A character that may be printed, with its marks: never a control, at most five scalars. Empty in the right half of
    /// a wide character.
    public var text: String { content.string }

    static let blank = Cell(content: .blank, style: .plain)

    var isBlank: Bool { content == .blank }

    static func blank(_ style: Style) -> Cell {
        Cell(content: .blank, style: style)
    }
}
