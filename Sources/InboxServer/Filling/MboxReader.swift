import Foundation

/// Takes an mbox file apart (RFC 4155, and the variants of it that mail programs write).
struct MboxReader {
    private let bytes: [UInt8]
    /// Where each message's "From " line starts.
    private let starts: [Int]

    var count: Int { starts.count }

    init(path: String) throws(ServerError) {
        do {
            bytes = Array(try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe))
        } catch {
            throw .fileNotReadable(
                path: path, reason: (error as NSError).localizedFailureReason ?? "\(error.localizedDescription)")
        }
        starts = Self.starts(in: bytes)
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = Self.starts(in: bytes)
    }

    /// A message without its "From " line and the blank line that ends it, its quoted "From " lines as they were; and the time
    /// that the "From " line gives, where it can be read.
    func message(_ index: Int) -> (raw: [UInt8], date: Date?) {
        let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
        let slice = bytes[starts[index]..<end]
        guard slice.starts(with: Self.from) else { return (Array(slice), nil) }
        let lineEnd = slice.firstIndex(of: 0x0A).map { $0 + 1 } ?? slice.endIndex
        let line = String(decoding: slice[..<lineEnd], as: UTF8.self)
        return (Self.unquoted(Self.withoutLastBlankLine(slice[lineEnd...])), Self.date(in: line))
    }

    private static let from = Array("From ".utf8)

    /// A "From " line starts a message at the start of the file and after an empty line; there it must look like one,
    /// with a time in it, since careless writers leave such lines of the text as they are.
    private static func starts(in bytes: [UInt8]) -> [Int] {
        var starts: [Int] = []
        var line = 0
        var isAfterBlank = true
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
            if isAfterBlank, bytes[line..<end].starts(with: from), starts.isEmpty || hasTime(bytes[line..<end]) {
                starts.append(line)
            }
            isAfterBlank = end == line || (end == line + 1 && bytes[line] == 0x0D)
            line = end + 1
        }
        if starts.isEmpty, bytes.contains(where: { !Self.blanks.contains($0) }) { return [0] }
        return starts
    }

    private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]

    /// Whether the line holds hours and minutes: a colon between digits.
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

    /// Takes one ">" away before every ">From ", however many precede (the "mboxrd" rule; it is right for "mboxo" too but
    /// for text that was quoted so by its writer).
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

    /// `From sender Tue Nov 17 15:28:37 2009`, the time in UTC (RFC 4155).
    private static func date(in line: String) -> Date? {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
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
