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
        var lastStyle: Style?
        var look = Theme.Resolved()
        for cell in cells {
            if cell.style != lastStyle {
                lastStyle = cell.style
                look = resolve(cell.style)
            }
            row.append(encode(cell, look))
        }
        row.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
    }

    private mutating func resolve(_ style: Style) -> Theme.Resolved {
        if let known = resolved[style] { return known }
        let look = theme.resolve(style, depth: depth)
        resolved[style] = look
        return look
    }

    private func encode(_ cell: Cell, _ look: Theme.Resolved) -> cnc_cell {
        var encoded = cnc_cell()
        encoded.width = UInt8(max(0, cell.width))
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
        // Most rows are the same, byte by byte.
        guard !isSame(cells, old), let first = cells.indices.first(where: { cells[$0] != old[$0] }),
            let last = cells.indices.last(where: { cells[$0] != old[$0] })
        else { return nil }
        return first..<last + 1
    }

    /// Whether the memory is the same; when it is not the cells may still be.
    private static func isSame(_ cells: ArraySlice<Cell>, _ old: ArraySlice<Cell>) -> Bool {
        cells.withUnsafeBytes { cells in
            old.withUnsafeBytes { old in
                guard let one = cells.baseAddress, let other = old.baseAddress else { return true }
                return memcmp(one, other, cells.count) == 0
            }
        }
    }

    /// Whether every terminal gives every character of the row one column: ASCII, Latin, dashes and dots, boxes and blocks.
    static func isPatchable(_ cells: ArraySlice<Cell>) -> Bool {
        cells.allSatisfy { cell in
            guard cell.width == 1 else { return false }
            guard cell.content.isSingle else { return false }
            switch cell.content.first {
            case 0x20..<0x7F: return true
            case 0xA0..<0x300, 0x2010...0x2027, 0x2500...0x25A9, 0x25CB...0x25CF, 0x2605, 0x2606, 0x2800...0x28FF:
                return true
            default: return false
            }
        }
    }
}
