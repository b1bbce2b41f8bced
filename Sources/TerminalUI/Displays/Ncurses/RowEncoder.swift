import CNcurses
import Glibc

/// Encodes cells for the C side.
struct RowEncoder {
    private let theme: Theme
    private let depth: ColorDepth
    private let ascii: Bool
    private let reordersLines: Bool
    private var row: [cnc_cell] = []
    /// The looks of text so far: there are only so many styles of it.
    private(set) var resolved: [Style: Theme.Resolved] = [:]

    /// - Parameter reordersLines: whether the terminal puts right-to-left text in its order, so that fields must be divided.
    init(theme: Theme, depth: ColorDepth, ascii: Bool, reordersLines: Bool = false) {
        self.reordersLines = reordersLines
        self.theme = theme
        self.depth = depth
        self.ascii = ascii
    }

    mutating func encode(_ cells: ArraySlice<Cell>, _ body: (UnsafePointer<cnc_cell>?, Int) -> Void) {
        row.removeAll(keepingCapacity: true)
        var fields = RowFields()
        for cell in cells {
            var encoded = encode(cell, resolve(cell.style))
            if !ascii {
                let place = fields.take(cell)
                encoded.apart = place.isPlaced
                if reordersLines, place.isDivided, let before = row.last, before.count == 1, before.scalars.0 == 0x20 {
                    row[row.count - 1].scalars.0 = RowFields.divider
                }
            }
            row.append(encoded)
        }
        row.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
    }

    /// Calls `body` with the start, characters and look of each run of cells that look alike. Only for cells of a row that
    /// `isPatchable`; a frame of 200×60 may have thousands of runs.
    mutating func forEachRun(
        in cells: ArraySlice<Cell>, _ body: (Int, UnsafeBufferPointer<UInt32>, Theme.Resolved) -> Void
    ) {
        cells.withUnsafeBufferPointer { cells in
            guard let first = cells.first else { return }
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: cells.count) { characters in
                var (start, style, look) = (0, first.style, resolve(first.style))
                for index in cells.indices {
                    let cell = cells[index]
                    if cell.style != style {
                        let own = resolve(cell.style)
                        // Where a gap between two words looks the same in both styles, it joins the first word: one change
                        // less.
                        let isGap = Self.isShortGap(index, in: cells) && own.looksAlikeBlank(look)
                        if own != look, !isGap {
                            body(start, UnsafeBufferPointer(rebasing: characters[start..<index]), look)
                            (start, style, look) = (index, cell.style, own)
                        }
                    }
                    let character = cell.content.first
                    characters[index] = ascii ? PlainCharacter.of(character) : character
                }
                body(start, UnsafeBufferPointer(rebasing: characters[start..<cells.count]), look)
            }
        }
    }

    /// Whether the cell is a blank soon followed by a character.
    private static func isShortGap(_ index: Int, in cells: UnsafeBufferPointer<Cell>) -> Bool {
        cells[index].isBlank && cells[(index + 1)...].prefix(2).contains { !$0.isBlank }
    }

    private mutating func resolve(_ style: Style) -> Theme.Resolved {
        // A picture may have as many styles as cells, which nothing else uses.
        guard style.paint == nil else { return theme.resolve(style, depth: depth) }
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
        // Without UTF-8 a wide character becomes a narrow sign, and a blank beside it keeps the columns.
        if ascii && cell.width != 1 { encoded.width = 1 }
        var count = 0
        withUnsafeMutableBytes(of: &encoded.scalars) { raw in
            let scalars = raw.assumingMemoryBound(to: UInt32.self)
            if cell.content.isSingle {
                count = cell.content.first == 0 ? 0 : 1
                scalars[0] = ascii ? PlainCharacter.of(cell.content.first) : cell.content.first
                return
            }
            cell.content.forEach { value in
                guard count < scalars.count, count == 0 || !ascii else { return }
                scalars[count] = ascii ? PlainCharacter.of(value) : value
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

    /// Returns the range from the first to the last changed cell; nil when there is none. Both rows have the same length.
    static func changed(_ cells: ArraySlice<Cell>, from old: ArraySlice<Cell>) -> Range<Int>? {
        cells.withUnsafeBufferPointer { new in
            old.withUnsafeBufferPointer { old in
                // Most rows are equal byte by byte. A cell consists of whole words without padding.
                let size = MemoryLayout<Cell>.stride
                let bytes = new.count * size
                guard let one = UnsafeRawPointer(new.baseAddress), let other = UnsafeRawPointer(old.baseAddress),
                    memcmp(one, other, bytes) != 0
                else { return nil }
                let word = MemoryLayout<UInt64>.stride
                func differs(_ place: Int) -> Bool {
                    one.load(fromByteOffset: place, as: UInt64.self)
                        != other.load(fromByteOffset: place, as: UInt64.self)
                }
                var (first, last) = (0, bytes - word)
                while !differs(first) { first += word }
                while !differs(last) { last -= word }
                return cells.startIndex + first / size..<cells.startIndex + last / size + 1
            }
        }
    }

    /// Whether every terminal gives every character of the row one column: ASCII, Latin, dashes and dots, boxes and blocks,
    /// and those of our signs that no table has ever classified as wide (UAX 11).
    static func isPatchable(_ cells: ArraySlice<Cell>) -> Bool {
        cells.withUnsafeBufferPointer { cells in
            cells.allSatisfy { cell in
                if cell.content.isASCII { return true }
                guard cell.width == 1, cell.content.isSingle else { return false }
                switch cell.content.first {
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
    /// Whether a blank looks the same in both: blanks do not show the text colour.
    fileprivate func looksAlikeBlank(_ other: Theme.Resolved) -> Bool {
        let lines: Attributes = [.underline, .reverse]
        return background == other.background && attributes.isDisjoint(with: lines)
            && other.attributes.isDisjoint(with: lines)
    }
}
