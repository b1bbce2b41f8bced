/// One place of the grid.
public struct Cell: Hashable, Sendable {
    /// A character that may be printed, with its marks: never a control, at most 64 bytes. Empty in the right half of
    /// a wide character.
    public internal(set) var text: String
    /// 1, or 2 for the left half of a wide character, or 0 for its right half.
    public internal(set) var width: Int8
    public internal(set) var style: Style

    static let blank = Cell(text: " ", width: 1, style: .plain)

    static func blank(_ style: Style) -> Cell {
        Cell(text: " ", width: 1, style: style)
    }
}
