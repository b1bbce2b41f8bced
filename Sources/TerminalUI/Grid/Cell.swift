/// One place of the grid.
public struct Cell: Hashable, Sendable {
    var content: CellText
    /// 1, or 2 for the left half of a wide character, or 0 for its right half.
    public internal(set) var width: Int8
    public internal(set) var style: Style

    /// A character that may be printed, with its marks: never a control, at most five scalars. Empty in the right half of
    /// a wide character.
    public var text: String { content.string }

    static let blank = Cell(content: .blank, width: 1, style: .plain)

    var isBlank: Bool { content == .blank }

    static func blank(_ style: Style) -> Cell {
        Cell(content: .blank, width: 1, style: style)
    }
}
