/// Text in which `*` stands for anything and `\` takes the next sign as it is: `a` is the whole text, `a*` a beginning,
/// `*a` an end, `*a*` a part.
public struct TextPattern: Hashable, Sendable {
    /// What stands between the stars; one piece is the whole text.
    private let pieces: [[UInt8]]
    private let isBlindToCase: Bool

    public init(_ pattern: String, blindToCase: Bool = false) {
        var pieces: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in (blindToCase ? pattern.lowercased() : pattern).utf8 {
            switch byte {
            case UInt8(ascii: "*") where !isEscaped: pieces.append([])
            case UInt8(ascii: "\\") where !isEscaped:
                isEscaped = true
                continue
            default: pieces[pieces.count - 1].append(byte)
            }
            isEscaped = false
        }
        self.pieces = pieces
        isBlindToCase = blindToCase
    }

    /// The text that alone fits, when there is no star.
    public var wholeText: String? {
        pieces.count == 1 ? String(decoding: pieces[0], as: UTF8.self) : nil
    }

    /// The pattern that only this text fits.
    public static func whole(_ text: String) -> String {
        text.contains { $0 == "*" || $0 == "\\" } ? escaped(text) : text
    }

    /// The pattern that every text fits in which this one stands.
    static func part(_ text: String) -> String { "*" + escaped(text) + "*" }

    /// Compared byte by byte, as SQLite compares text.
    public func matches(_ text: String) -> Bool {
        let text = Array((isBlindToCase ? text.lowercased() : text).utf8)
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return text == pieces[0] }
        guard text.count >= first.count + last.count, text.starts(with: first),
            text.suffix(last.count).elementsEqual(last)
        else { return false }
        // The leftmost place for each piece leaves the most room for those behind it.
        var rest = text[first.count..<(text.count - last.count)]
        for piece in pieces[1..<(pieces.count - 1)] {
            guard let found = Self.find(piece, in: rest) else { return false }
            rest = rest[(found + piece.count)...]
        }
        return true
    }

    private static func find(_ piece: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        guard let first = piece.first else { return text.startIndex }
        guard text.count >= piece.count else { return nil }
        for start in text.startIndex...(text.endIndex - piece.count) where text[start] == first {
            if text[start..<(start + piece.count)].elementsEqual(piece) { return start }
        }
        return nil
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "*" || scalar == "\\" { escaped.unicodeScalars.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}

/// How `list:` names a mailing list.
public struct ListPattern: Hashable, Sendable {
    private let whole: TextPattern
    private let firstLabels: TextPattern
    /// Any list, but a list: who else it was sent to stands for none.
    private let isAny: Bool

    public init(_ name: String) {
        isAny = name == "*"
        let name = Self.labels(name)
        whole = TextPattern(name, blindToCase: true)
        firstLabels = TextPattern(name + ".*", blindToCase: true)
    }

    /// - Parameters:
    ///   - listID: nil when no server told it, empty when the message came through no list.
    ///   - recipients: who stands for the list when it was not told.
    public func matches(listID: String?, recipients: @autoclosure () -> [MailAddress]) -> Bool {
        let names = listID.map { $0.isEmpty ? [] : [$0] } ?? (isAny ? [] : recipients().map(\.email))
        return names.map(Self.labels).contains { whole.matches($0) || firstLabels.matches($0) }
    }

    /// `dev@shop.test` and `dev.shop.test` are one list.
    private static func labels(_ name: String) -> String { name.replacing("@", with: ".") }
}
