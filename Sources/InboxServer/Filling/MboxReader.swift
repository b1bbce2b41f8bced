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

    /// - Throws: also for a compressed file, which would be one message of rubbish.
    init(_ file: FileBytes) throws(ServerError) {
        let start = try file.read(0..<min(6, file.count))
        guard !Self.compressed.contains(where: start.starts(with:)) else {
            throw .fileNotReadable(path: file.path, reason: "it is compressed: unpack it first")
        }
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
        guard slice.starts(with: MboxSplitter.from) else {
            // A mail by itself is left as it is.
            return (Array(count > 1 ? Self.withoutLastBlankLine(slice) : slice), nil)
        }
        let lineEnd = slice.firstIndex(of: 0x0A).map { $0 + 1 } ?? slice.endIndex
        let line = String(decoding: slice[..<lineEnd], as: UTF8.self)
        return (Self.unquoted(Self.withoutLastBlankLine(slice[lineEnd...])), Self.date(in: line))
    }

    /// How files start that gzip, zip, bzip2, xz and zstd make.
    private static let compressed: [[UInt8]] = [
        [0x1F, 0x8B], [0x50, 0x4B, 0x03, 0x04], [0x42, 0x5A, 0x68], [0xFD, 0x37, 0x7A, 0x58, 0x5A],
        [0x28, 0xB5, 0x2F, 0xFD],
    ]

    /// Returns where messages start.
    private static func starts(in file: FileBytes) throws(ServerError) -> [Int] {
        var splitter = MboxSplitter(file)
        // Only whole lines are processed; the rest of a piece is kept for the next one.
        var piece: [UInt8] = []
        var position = try file.read(0..<min(mark.count, file.count)) == mark ? mark.count : 0
        var offset = position
        while position < file.count {
            let next = min(position + pieceSize, file.count)
            piece += try file.read(position..<next)
            position = next
            var line = 0
            while line < piece.count {
                let newline = piece[line...].firstIndex(of: 0x0A)
                guard let end = newline ?? (position == file.count ? piece.count : nil) else { break }
                let next = min(end + 1, piece.count)
                try splitter.take(piece[line..<end], at: offset + line, next: offset + next)
                line = next
            }
            offset += line
            piece.removeFirst(line)
        }
        return splitter.starts
    }

    private static let pieceSize = 1 << 20
    /// A byte order mark, which some editors write at the start of a file.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

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
            let isQuoted = quotes > 0 && rest.dropFirst(quotes).starts(with: MboxSplitter.from)
            result.append(contentsOf: isQuoted ? rest.dropFirst() : rest)
            line = end
        }
        return result
    }

    /// Parses `From sender Tue Nov 17 15:28:37 2009`, with the time in UTC (RFC 4155). Gmail writes `+0000` before the year.
    private static func date(in line: String) -> Date? {
        var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        if let zone = words.dropLast().lastIndex(of: "+0000") { words.remove(at: zone) }
        guard words.count >= 7, let month = MboxSplitter.months.firstIndex(of: words[words.count - 4]),
            let day = Int(words[words.count - 3]), let year = Int(words[words.count - 1])
        else { return nil }
        let time = words[words.count - 2].split(separator: ":").compactMap { Int($0) }
        guard time.count >= 2 else { return nil }
        var parts = DateComponents(year: year, month: month + 1, day: day, hour: time[0], minute: time[1])
        parts.second = time.count > 2 ? time[2] : 0
        parts.timeZone = .gmt
        return Calendar(identifier: .gregorian).date(from: parts)
    }
}
