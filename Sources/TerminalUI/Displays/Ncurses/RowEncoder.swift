import CNcurses
import Glibc

/// Cells as the C side takes them.
struct RowEncoder {
    private let theme: Theme
    private let depth: ColorDepth
    private let ascii: Bool
    private var row: [cnc_cell] = []
    private var resolved: [Style: Theme.Resolved] = [:]

    init(theme: Theme, depth: ColorDepth, ascii: Bool) {
        self.theme = theme
        self.depth = depth
        self.ascii = ascii
    }

    mutating func encode(_ cells: ArraySlice<Cell>, _ body: (UnsafePointer<cnc_cell>?, Int) -> Void) {
        row.removeAll(keepingCapacity: true)
        row.reserveCapacity(cells.count)
        cells.withUnsafeBufferPointer { cells in
            var last: Style?
            var own = Theme.Resolved()
            var look = Theme.Resolved()
            for index in cells.indices {
                let style = cells[index].style
                if style != last { (last, own) = (style, resolve(style)) }
                // A gap between two words looks like the first of them where nobody sees it: one change instead of two.
                let isGap = index > 0 && Self.isShortGap(index, in: cells) && own.looksAlikeBlank(look)
                if !isGap { look = own }
                row.append(encode(cells[index], look))
            }
        }
        row.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
    }

    /// Whether the cell is a blank with a letter soon behind it.
    private static func isShortGap(_ index: Int, in cells: UnsafeBufferPointer<Cell>) -> Bool {
        cells[index].isBlank && cells[(index + 1)...].prefix(2).contains { !$0.isBlank }
    }

    private mutating func resolve(_ style: Style) -> Theme.Resolved {
        if let known = resolved[style] { return known }
        let look = theme.resolve(style, depth: depth)
        resolved[style] = look
        return look
    }

    private func encode(_ cell: Cell, _ look: Theme.Resolved) -> cnc_cell {
        var encoded = cnc_cell()
        encoded.width = UInt8(cell.width)
        encoded.attributes = look.attributes.rawValue
        encoded.foreground = look.foreground
        encoded.background = look.background
        // Without UTF-8 what is wide becomes a narrow sign, and the blank beside it keeps the columns.
        if ascii && cell.width != 1 { encoded.width = 1 }
        var count = 0
        withUnsafeMutableBytes(of: &encoded.scalars) { raw in
            let scalars = raw.assumingMemoryBound(to: UInt32.self)
            if cell.content.isSingle {
                count = cell.content.first == 0 ? 0 : 1
                scalars[0] = ascii && cell.content.first > 0x7E ? UInt32(UInt8(ascii: "?")) : cell.content.first
                return
            }
            cell.content.forEach { value in
                guard count < scalars.count, count == 0 || !ascii else { return }
                scalars[count] = ascii && value > 0x7E ? UInt32(UInt8(ascii: "?")) : value
                count += 1
            }
        }
        if ascii && cell.width == 0 {
            encoded.scalars.0 = UInt32(UInt8(ascii: " "))
            count = 1
        }
        encoded.count = UInt8(count)
        return encoded
    }

    /// From the first to the last cell of a row that is another than in the row before; nil when none is. Both rows have
    /// the same places.
    static func changed(_ cells: ArraySlice<Cell>, from old: ArraySlice<Cell>) -> Range<Int>? {
        cells.withUnsafeBufferPointer { new in
            old.withUnsafeBufferPointer { old in
                // Most rows are the same, byte by byte; a cell is as many whole words without gaps.
                let (new, old) = (UnsafeRawBufferPointer(new), UnsafeRawBufferPointer(old))
                func differs(_ place: Int) -> Bool {
                    new.load(fromByteOffset: place, as: UInt64.self) != old.load(fromByteOffset: place, as: UInt64.self)
                }
                let word = MemoryLayout<UInt64>.stride
                guard let one = new.baseAddress, let other = old.baseAddress, memcmp(one, other, new.count) != 0,
                    let first = stride(from: 0, to: new.count, by: word).first(where: differs),
                    let last = stride(from: new.count - word, through: 0, by: -word).first(where: differs)
                else { return nil }
                let size = MemoryLayout<Cell>.stride
                return cells.startIndex + first / size..<cells.startIndex + last / size + 1
            }
        }
    }

    /// Whether every terminal gives every character of the row one column: ASCII, Latin, dashes and dots, boxes and blocks,
    /// and the signs of our own that no table has ever called wide (UAX 11).
    static func isPatchable(_ cells: ArraySlice<Cell>) -> Bool {
        cells.withUnsafeBufferPointer { cells in
            cells.allSatisfy { cell in
                guard cell.width == 1, cell.content.isSingle else { return false }
                switch cell.content.first {
                case 0x20..<0x7F: return true
                case 0xA0..<0x300, 0x2010...0x2027, 0x2030...0x203B, 0x2500...0x25A9, 0x25B8, 0x25BE, 0x25CB...0x25CF,
                    0x2605,
                    0x2606, 0x2713, 0x2800...0x28FF, 0x21A9, 0x2398, 0x27F2:
                    return true
                default: return false
                }
            }
        }
    }
}

extension Theme.Resolved {
    /// Whether a blank looks the same in both: letters have a colour, blanks have not.
    fileprivate func looksAlikeBlank(_ other: Theme.Resolved) -> Bool {
        let lines: Attributes = [.underline, .reverse]
        return background == other.background && attributes.isDisjoint(with: lines)
            && other.attributes.isDisjoint(with: lines)
    }
}
