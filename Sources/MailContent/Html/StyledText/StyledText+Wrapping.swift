extension StyledText {
    /// The fewest columns for text, however deep it is quoted or indented.
    private static let minimumWidth = 10

    /// Wraps all lines to `width` columns: at blanks and between ideographs. Long words and preformatted lines are cut at the width.
    /// Continuation rows have the indent of the first row, and no marker.
    /// - Parameter measure: returns the columns of a character, 0…2.
    public func wrapped(to width: Int, measure: (Character) -> Int) -> [Line] {
        wrapped(lines.indices, to: width, measure: measure)
    }

    /// Wraps some of the lines.
    /// - Parameter cutsWords: whether a word that is longer than the width is cut; otherwise it has a longer row to itself.
    public func wrapped(
        _ range: Range<Int>, to width: Int, cutsWords: Bool = true, measure: (Character) -> Int
    ) -> [Line] {
        var rows: [Line] = []
        rows.reserveCapacity(range.count)
        for line in lines[range] { Self.wrap(line, to: width, cutsWords, measure: measure, into: &rows) }
        return rows
    }

    private static func wrap(
        _ line: Line, to width: Int, _ cutsWords: Bool, measure: (Character) -> Int, into rows: inout [Line]
    ) {
        var line = line
        // Deep quotes and indents must leave room for words.
        let spare = max(0, width - minimumWidth)
        line.quoteDepth = min(line.quoteDepth, spare / quoteColumns)
        // A long number may need more columns than the indent of its list.
        let marker = line.marker.map { $0.reduce(0) { $0 + measure($1) } } ?? 0
        line.indent = min(max(line.indent, marker), spare - line.quoteDepth * quoteColumns)
        let room = max(1, width - line.quoteDepth * quoteColumns - line.indent)
        if let unrolled = line.unrolled, unrolled.width > room {
            for line in unrolled.lines { wrap(line, to: width, cutsWords, measure: measure, into: &rows) }
            return
        }
        var wrapper = LineWrapper(line, room: room, cutsWords: cutsWords)
        rows += wrapper.rows(measure: measure)
    }
}

/// Breaks one line into rows; linear in its length.
private struct LineWrapper {
    private let line: StyledText.Line
    private let room: Int
    private let cutsWords: Bool
    /// The text of all runs, and the index in it at which each run ends.
    private var bytes: [UInt8] = []
    private var runEnds: [Int] = []
    /// The index in `bytes` at which each character begins, and that at which the text ends.
    private var starts: [Int32] = []
    private var widths: [UInt8] = []

    init(_ line: StyledText.Line, room: Int, cutsWords: Bool) {
        self.line = line
        self.room = room
        self.cutsWords = cutsWords
    }

    mutating func rows(measure: (Character) -> Int) -> [StyledText.Line] {
        if line.isRule || fitsAtOnce { return [line] }
        read(measure)
        var rows: [StyledText.Line] = []
        var start = 0
        var run = 0
        repeat {
            let (end, next) = breakPoint(from: start)
            rows.append(row(start..<end, isFirst: rows.isEmpty, firstRun: &run))
            start = next
        } while start < widths.count
        return rows
    }

    /// Whether the line needs no wrapping, as far as bytes tell: ASCII takes a column per byte, so most lines need no look at characters.
    private var fitsAtOnce: Bool {
        var count = 0
        for run in line.runs {
            count += run.text.utf8.count
            guard count <= room, run.text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return false }
        }
        return true
    }

    private mutating func read(_ measure: (Character) -> Int) {
        for run in line.runs {
            let start = bytes.count
            bytes += run.text.utf8
            runEnds.append(bytes.count)
            if bytes[start...].allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
                for index in start..<bytes.count { starts.append(Int32(index)) }
                widths += repeatElement(1, count: bytes.count - start)
                continue
            }
            var position = start
            for character in run.text {
                starts.append(Int32(position))
                widths.append(UInt8(clamping: measure(character)))
                position += character.utf8.count
            }
        }
        starts.append(Int32(bytes.count))
    }

    /// Returns where the row from `start` ends, and where the next one begins: the blanks at a break are dropped.
    private func breakPoint(from start: Int) -> (end: Int, next: Int) {
        var used = 0
        var index = start
        var blank: Int?
        var ideograph: Int?
        var hasWord = false
        while index < widths.count, used + Int(widths[index]) <= room || index == start {
            if isBlank(index) {
                if hasWord { blank = index }
            } else {
                if hasWord, IdeographBreak.isAllowed(letter(index - 1), letter(index)) { ideograph = index }
                hasWord = true
            }
            used += Int(widths[index])
            index += 1
        }
        guard index < widths.count, !line.isPreformatted else { return (index, index) }
        var end = index
        if !isBlank(index) {
            if index > start, IdeographBreak.isAllowed(letter(index - 1), letter(index)) { return (index, index) }
            if let ideograph, ideograph > blank ?? 0 { return (ideograph, ideograph) }
            guard blank != nil || !cutsWords else { return (index, index) }
            end = blank ?? endOfWord(at: index)
        }
        var next = end
        while next < widths.count, isBlank(next) { next += 1 }
        while end > start, isBlank(end - 1) { end -= 1 }
        return (end, next)
    }

    /// Returns where the word around a character may be broken next, or ends.
    private func endOfWord(at index: Int) -> Int {
        var end = index
        while end < widths.count, !isBlank(end), !IdeographBreak.isAllowed(letter(end - 1), letter(end)) { end += 1 }
        return end
    }

    /// Returns the first code point of a character: 0x10000 for all beyond the basic plane, and 0 for those of two bytes.
    private func letter(_ index: Int) -> UInt32 {
        let place = Int(starts[index])
        let first = UInt32(bytes[place])
        guard first >= 0xE0, place + 2 < bytes.count else { return first < 0x80 ? first : 0 }
        if first >= 0xF0 { return 0x1_0000 }
        return (first & 0x0F) << 12 | UInt32(bytes[place + 1] & 0x3F) << 6 | UInt32(bytes[place + 2] & 0x3F)
    }

    private func isBlank(_ index: Int) -> Bool {
        bytes[Int(starts[index])] == 0x20
    }

    /// - Parameter firstRun: the run in which the row begins; advances to the run in which it ends.
    private func row(_ range: Range<Int>, isFirst: Bool, firstRun: inout Int) -> StyledText.Line {
        var row = line
        row.runs = []
        if !isFirst { row.marker = nil }
        var position = Int(starts[range.lowerBound])
        let end = Int(starts[range.upperBound])
        while position < end {
            while runEnds[firstRun] <= position { firstRun += 1 }
            let stop = min(end, runEnds[firstRun])
            var run = line.runs[firstRun]
            run.text = String(decoding: bytes[position..<stop], as: UTF8.self)
            row.runs.append(run)
            position = stop
        }
        return row
    }
}
