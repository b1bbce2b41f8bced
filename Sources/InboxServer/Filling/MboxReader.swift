import Foundation

/// Splits an mbox file into messages (RFC 4155, and the variants that mail programs write).
struct MboxReader: Sendable {
    private let file: FileBytes
    /// The offset of each message's "From " line.
    private let starts: [Int]

    var count: Int { starts.count }

    init(path: String) throws(ServerError) {
        try self.init(FileBytes(path: path))
    }

    init(_ bytes: [UInt8]) throws(ServerError) {
        try self.init(FileBytes(bytes))
    }

    init(_ file: FileBytes) throws(ServerError) {
        self.file = file
        starts = try Self.starts(in: file)
    }

    /// Returns the range of a message in the file, including its "From " line.
    func range(_ index: Int) -> Range<Int> {
        starts[index]..<(index + 1 < starts.count ? starts[index + 1] : file.count)
    }

    /// Returns a message without its "From " line and its final blank line, with quoted "From " lines restored, and the time
    /// in the "From " line, if readable.
    func message(_ index: Int) throws(ServerError) -> (raw: [UInt8], date: Date?) {
        let slice = try file.read(range(index))[...]
        guard slice.starts(with: Self.from) else { return (Array(slice), nil) }
        let lineEnd = slice.firstIndex(of: 0x0A).map { $0 + 1 } ?? slice.endIndex
        let line = String(decoding: slice[..<lineEnd], as: UTF8.self)
        return (Self.unquoted(Self.withoutLastBlankLine(slice[lineEnd...])), Self.date(in: line))
    }

    private static let from = Array("From ".utf8)

    /// Returns where messages start: at a "From " line at the start of the file, or after an empty line. The latter must
    /// contain a time, since careless writers leave such lines in the text unquoted.
    private static func starts(in file: FileBytes) throws(ServerError) -> [Int] {
        var starts: [Int] = []
        var isAfterBlank = true
        var holdsAnything = false
        // Only whole lines are processed; the rest of a piece is kept for the next one.
        var piece: [UInt8] = []
        var offset = 0
        var position = 0
        while position < file.count {
            let next = min(position + pieceSize, file.count)
            piece += try file.read(position..<next)
            position = next
            var line = 0
            while line < piece.count {
                let newline = piece[line...].firstIndex(of: 0x0A)
                guard let end = newline ?? (position == file.count ? piece.count : nil) else { break }
                if isAfterBlank, piece[line..<end].starts(with: from), starts.isEmpty || hasTime(piece[line..<end]) {
                    starts.append(offset + line)
                }
                isAfterBlank = end == line || (end == line + 1 && piece[line] == 0x0D)
                holdsAnything = holdsAnything || !piece[line..<end].allSatisfy(blanks.contains)
                line = min(end + 1, piece.count)
            }
            offset += line
            piece.removeFirst(line)
        }
        return starts.isEmpty && holdsAnything ? [0] : starts
    }

    private static let pieceSize = 1 << 20
    private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]

    /// Whether the line contains hours and minutes: a colon between digits.
    private static func hasTime(_ line: ArraySlice<UInt8>) -> Bool {
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        return line.indices.contains { index in
            line[index] == UInt8(ascii: ":") && index > line.startIndex && index + 1 < line.endIndex
                && isDigit(line[index - 1]) && isDigit(line[index + 1])
        }
    }

    private static func withoutLastBlankLine(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if slice.suffix(4).elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) { return slice.dropLast(2) }
        return slice.suffix(2).elementsEqual([0x0A, 0x0A]) ? slice.dropLast() : slice
    }

    /// Removes one ">" before every ">From ", however many precede it. This is the "mboxrd" rule; it is right for "mboxo"
    /// too, except for text that its author quoted in this way.
    private static func unquoted(_ slice: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(slice.count)
        var line = slice.startIndex
        while line < slice.endIndex {
            let end = slice[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? slice.endIndex
            let rest = slice[line..<end]
            let quotes = rest.prefix { $0 == UInt8(ascii: ">") }.count
            let isQuoted = quotes > 0 && rest.dropFirst(quotes).starts(with: from)
            result.append(contentsOf: isQuoted ? rest.dropFirst() : rest)
            line = end
        }
        return result
    }

    /// Parses `From sender Tue Nov 17 15:28:37 2009`, with the time in UTC (RFC 4155). Gmail writes `+0000` before the year.
    private static func date(in line: String) -> Date? {
        var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        if let zone = words.dropLast().lastIndex(of: "+0000") { words.remove(at: zone) }
        guard words.count >= 7, let month = months.firstIndex(of: words[words.count - 4]),
            let day = Int(words[words.count - 3]), let year = Int(words[words.count - 1])
        else { return nil }
        let time = words[words.count - 2].split(separator: ":").compactMap { Int($0) }
        guard time.count >= 2 else { return nil }
        var parts = DateComponents(year: year, month: month + 1, day: day, hour: time[0], minute: time[1])
        parts.second = time.count > 2 ? time[2] : 0
        parts.timeZone = .gmt
        return Calendar(identifier: .gregorian).date(from: parts)
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
