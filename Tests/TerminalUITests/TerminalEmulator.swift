@testable import TerminalUI

/// A terminal with its own idea of how wide characters are, fed with what is written to it.
struct TerminalEmulator {
    struct Cell: Equatable {
        /// Empty in the right half of a wide character.
        var text = " "
        var look = Theme.Resolved()
    }

    let size: Size
    private let width: (Unicode.Scalar) -> Int
    private(set) var rows: [[Cell]]
    private var look = Theme.Resolved()
    private var cursor = Point.zero
    private var region: ClosedRange<Int>

    /// - Parameter width: 0, 1 or 2 columns.
    init(columns: Int, rows: Int, width: @escaping (Unicode.Scalar) -> Int = Self.usualWidth) {
        size = Size(width: columns, height: rows)
        self.width = width
        self.rows = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
        region = 0...rows - 1
    }

    static func usualWidth(_ scalar: Unicode.Scalar) -> Int { TextCells.width(of: scalar) ?? 1 }

    /// A row without the blanks at its end.
    func text(_ row: Int) -> String {
        var text = rows[row].map(\.text).joined()
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }

    /// What is in some columns of a row.
    func text(_ row: Int, _ columns: Range<Int>) -> String { rows[row][columns].map(\.text).joined() }

    mutating func feed(_ output: String) {
        var scalars = Array(output.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\u{1B}": obey(&scalars)
            case "\r": cursor.x = 0
            case "\n": cursor.y == region.upperBound ? scroll(region, by: 1) : move(y: cursor.y + 1)
            case "\u{08}": move(x: cursor.x - 1)
            case "\t": move(x: (cursor.x / 8 + 1) * 8)
            default: print(scalar)
            }
        }
    }
}

extension TerminalEmulator {
    private mutating func move(x: Int? = nil, y: Int? = nil) {
        if let x { cursor.x = min(max(0, x), size.width - 1) }
        if let y { cursor.y = min(max(0, y), size.height - 1) }
    }

    private mutating func print(_ scalar: Unicode.Scalar) {
        let columns = width(scalar)
        if columns == 0 {
            guard let base = rows[cursor.y][..<cursor.x].lastIndex(where: { !$0.text.isEmpty }) else { return }
            rows[cursor.y][base].text.unicodeScalars.append(scalar)
            return
        }
        let x = min(cursor.x, size.width - columns)
        for column in x..<x + columns { blankHalves(column) }
        rows[cursor.y][x] = Cell(text: String(scalar), look: look)
        if columns == 2 { rows[cursor.y][x + 1] = Cell(text: "", look: look) }
        // There is no automatic wrap.
        move(x: x + columns)
    }

    /// Of a wide character of which a half is overwritten, the other half becomes a blank.
    private mutating func blankHalves(_ column: Int) {
        if rows[cursor.y][column].text.isEmpty { rows[cursor.y][column - 1].text = " " }
        if column + 1 < size.width, rows[cursor.y][column + 1].text.isEmpty { rows[cursor.y][column + 1].text = " " }
        rows[cursor.y][column].text = " "
    }

    private mutating func erase(_ columns: Range<Int>) {
        for column in columns.clamped(to: 0..<size.width) {
            blankHalves(column)
            rows[cursor.y][column] = Cell(look: Theme.Resolved(background: look.background))
        }
    }

    private mutating func scroll(_ region: ClosedRange<Int>, by count: Int) {
        let blank = Array(repeating: Cell(look: Theme.Resolved(background: look.background)), count: size.width)
        for _ in 0..<abs(count) {
            rows.remove(at: count > 0 ? region.lowerBound : region.upperBound)
            rows.insert(blank, at: count > 0 ? region.upperBound : region.lowerBound)
        }
    }

    private mutating func obey(_ scalars: inout ArraySlice<Unicode.Scalar>) {
        switch scalars.popFirst() {
        case "[": control(&scalars)
        case "]": while let scalar = scalars.popFirst(), scalar != "\u{07}", scalar != "\\" {}
        case "(": _ = scalars.popFirst()
        case "M": cursor.y == region.lowerBound ? scroll(region, by: -1) : move(y: cursor.y - 1)
        default: break
        }
    }

    private mutating func control(_ scalars: inout ArraySlice<Unicode.Scalar>) {
        guard let end = scalars.firstIndex(where: { (0x40...0x7E).contains($0.value) }) else { return }
        let parameters = String(String.UnicodeScalarView(scalars[..<end]))
        let final = scalars[end]
        scalars = scalars[(end + 1)...]
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let count = max(1, numbers.first ?? 1)
        switch final {
        case "H": move(x: (numbers.count > 1 ? max(1, numbers[1]) : 1) - 1, y: count - 1)
        case "d": move(y: count - 1)
        case "G": move(x: count - 1)
        case "A": move(y: cursor.y - count)
        case "B": move(y: cursor.y + count)
        case "C": move(x: cursor.x + count)
        case "D": move(x: cursor.x - count)
        case "X": erase(cursor.x..<cursor.x + count)
        case "K": erase(numbers.first == 1 ? 0..<cursor.x + 1 : (numbers.first == 2 ? 0 : cursor.x)..<size.width)
        case "J":
            if numbers.first != 2 { erase(cursor.x..<size.width) }
            for row in (numbers.first == 2 ? 0 : cursor.y + 1)..<size.height {
                rows[row] = Array(repeating: Cell(look: Theme.Resolved(background: look.background)), count: size.width)
            }
        case "L": scroll(cursor.y...region.upperBound, by: -count)
        case "M": scroll(cursor.y...region.upperBound, by: count)
        case "r":
            region = count - 1...(numbers.count > 1 && numbers[1] > 0 ? numbers[1] : size.height) - 1
            cursor = .zero
        case "m": paint(numbers)
        default: break
        }
    }

    private mutating func paint(_ numbers: [Int]) {
        var numbers = numbers[...]
        while let number = numbers.popFirst() {
            switch number {
            case 0: look = Theme.Resolved()
            case 1: look.attributes.insert(.bold)
            case 2: look.attributes.insert(.dim)
            case 3: look.attributes.insert(.italic)
            case 4: look.attributes.insert(.underline)
            case 7: look.attributes.insert(.reverse)
            case 22: look.attributes.subtract([.bold, .dim])
            case 23: look.attributes.remove(.italic)
            case 24: look.attributes.remove(.underline)
            case 27: look.attributes.remove(.reverse)
            case 30...37, 90...97: look.foreground = Int32(number >= 90 ? number - 82 : number - 30)
            case 40...47, 100...107: look.background = Int32(number >= 100 ? number - 92 : number - 40)
            case 38: look.foreground = color(&numbers)
            case 48: look.background = color(&numbers)
            case 39: look.foreground = -1
            case 49: look.background = -1
            default: break
            }
        }
    }

    private func color(_ numbers: inout ArraySlice<Int>) -> Int32 {
        guard numbers.popFirst() == 2 else { return Int32(numbers.popFirst() ?? 0) }
        let parts = (0..<3).map { _ in numbers.popFirst() ?? 0 }
        return Int32(parts[0] << 16 | parts[1] << 8 | parts[2])
    }
}
