/// One cell of the grid. Its layout has no padding, so that grids are filled, copied and compared as plain memory: a frame of
/// 200×60 has 12,000 cells.
public struct Cell: Hashable, Sendable {
    var content: CellText
    public internal(set) var style: Style

    /// 1, or 2 for the left half of a wide character, or 0 for its right half.
    public var width: Int { content.columns }

    /// A printable character with its marks: never a control character, at most five scalars. Empty in the right half of a
    /// wide character.
    public var text: String { content.string }

    static let blank = Cell(content: .blank, style: .plain)

    var isBlank: Bool { content.isBlank }

    static func blank(_ style: Style) -> Cell {
        Cell(content: .blank, style: style)
    }
}
