/// Finds the fields of a row that must be kept apart from the text before them, from the first cell to the last.
///
/// A terminal may give a character another width than the grid does: the cursor is then placed anew at the next field. It may
/// also reorder right-to-left text, and does so by the whole line (UAX 9), wherever the cursor was placed: two Hebrew fields
/// with blanks between them become one and swap, and a date after one moves to its left. So the blank between them becomes one
/// that counts as a letter, but only for such a terminal: some fonts show it. Direction marks would do as well, but terminals
/// show them, or give them a cell.
struct RowFields {
    /// The braille pattern without dots: it looks like a blank, and has the direction of Latin letters.
    static let divider: UInt32 = 0x2800

    private var isUnsure = false
    private var isRightToLeft = false

    /// Takes the next cell.
    /// - Returns: whether the cursor must be placed at it, and whether the blank before it must divide.
    mutating func take(_ cell: Cell) -> (isPlaced: Bool, isDivided: Bool) {
        let content = cell.content
        let place = (content.beginsField && isUnsure, content.beginsField && isRightToLeft)
        if place.0 { isUnsure = false }
        if place.1 { isRightToLeft = false }
        guard content.columns > 0, !content.isASCII || isRightToLeft else { return place }
        if !content.isASCII { isUnsure = true }
        if Self.isRightToLeft(content.first) {
            isRightToLeft = true
        } else if isRightToLeft, Unicode.Scalar(content.first)?.properties.isAlphabetic == true {
            isRightToLeft = false
        }
        return place
    }

    /// Whether the letter is written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam and their relatives.
    private static func isRightToLeft(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
