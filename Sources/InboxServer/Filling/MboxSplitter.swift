/// Finds where the messages of an mbox start, line by line: the first at the first line that is not blank, the others at a "From " line
/// after an empty line.
///
/// Careless writers leave lines that begin with "From " in the text unquoted, and mutt always does. So the line must contain a date, and
/// is text within the length that the message's headers give, if they are right.
struct MboxSplitter {
    private let file: FileBytes
    private(set) var starts: [Int] = []
    private var isAfterBlank = true
    private var isInHeaders = false
    /// What the headers of the current message say.
    private var length: Int?
    /// Where the text of the current message ends for sure; no message starts before.
    private var textEnd = 0

    static let from = Array("From ".utf8)
    private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    private static let lengthName = Array("content-length:".utf8)

    init(_ file: FileBytes) {
        self.file = file
    }

    /// - Parameters:
    ///   - line: without its line feed.
    ///   - next: where the next line starts.
    mutating func take(_ line: ArraySlice<UInt8>, at offset: Int, next: Int) throws(ServerError) {
        let isBlank = line.isEmpty || line.elementsEqual([0x0D])
        // What comes before the first "From " line is a message, too: a mail by itself has no such line, but may have one in its text.
        let isStart =
            starts.isEmpty
            ? !line.allSatisfy(Self.blanks.contains)
            : offset >= textEnd && isAfterBlank && line.starts(with: Self.from) && Self.hasDate(line)
        if isStart {
            starts.append(offset)
            (isInHeaders, length) = (true, nil)
        } else if isInHeaders, isBlank {
            isInHeaders = false
            try trustLength(from: next)
        } else if isInHeaders {
            length = Self.length(in: line) ?? length
        }
        isAfterBlank = isBlank || next == textEnd
    }

    /// Believes the length if the next message, or nothing, is where the text ends by it.
    private mutating func trustLength(from start: Int) throws(ServerError) {
        guard let length, length <= file.count - start else { return }
        let end = start + length
        let rest = try file.read(end..<min(end + 4 + Self.from.count, file.count))
        let after = rest.drop { $0 == 0x0D || $0 == 0x0A }
        if after.isEmpty || after.starts(with: Self.from) { textEnd = end }
    }

    private static func length(in line: ArraySlice<UInt8>) -> Int? {
        // Of the characters in the name, capitals alone differ in this bit.
        guard line.first.map({ $0 | 0x20 }) == lengthName.first,
            line.prefix(lengthName.count).map({ $0 | 0x20 }) == lengthName
        else { return nil }
        let value = String(decoding: line.dropFirst(lengthName.count), as: UTF8.self).filter { !$0.isWhitespace }
        return Int(value).flatMap { $0 < 0 ? nil : $0 }
    }

    /// Whether the line contains hours and minutes, and the name of a month or a year.
    private static func hasDate(_ line: ArraySlice<UInt8>) -> Bool {
        guard hasTime(line) else { return false }
        return String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).contains { word in
            if months.contains(String(word)) { return true }
            return Int(word).map { (1970...2100).contains($0) } ?? false
        }
    }

    /// Whether there is a colon between digits.
    private static func hasTime(_ line: ArraySlice<UInt8>) -> Bool {
        let colon = UInt8(ascii: ":")
        for (before, (byte, after)) in zip(line, zip(line.dropFirst(), line.dropFirst(2))) where byte == colon {
            if isDigit(before), isDigit(after) { return true }
        }
        return false
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
