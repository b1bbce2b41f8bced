import InboxModel
import TerminalUI

/// What the last frame of a thread showed, and where.
struct DrawnLines {
    /// The place of the pane in the whole grid.
    private let place: Rect
    private var lines: [(y: Int, row: Int, line: Int)] = []
    /// Messages whose text was visible.
    private(set) var texts: Set<MessageID> = []

    init(in place: Rect = Rect(x: 0, y: 0, width: 0, height: 0)) { self.place = place }

    /// - Parameters:
    ///   - line: the line within the row.
    ///   - y: the line within the pane.
    mutating func append(row: Int, line: Int, at y: Int) { lines.append((y, row, line)) }

    mutating func append(textOf message: MessageID) { texts.insert(message) }

    var rows: Set<Int> { Set(lines.map(\.row)) }

    func shows(row: Int) -> Bool { lines.contains { $0.row == row } }
    func shows(row: Int, line: Int) -> Bool { lines.contains { $0.row == row && $0.line == line } }

    /// Returns the visible lines of a row.
    func lines(of row: Int) -> Set<Int> { Set(lines.filter { $0.row == row }.map(\.line)) }

    /// Returns the line beside a point of the whole grid.
    func line(beside point: Point) -> (row: Int, line: Int)? {
        lines.first { $0.y == point.y - place.y }.map { ($0.row, $0.line) }
    }

    /// Returns the line at a point of the whole grid, and the column in it.
    func line(at point: Point) -> (row: Int, line: Int, column: Int)? {
        guard place.contains(point) else { return nil }
        return line(beside: point).map { ($0.row, $0.line, point.x - place.x) }
    }
}
