/// A pattern in which `*` stands for any text and `\` escapes the next character: `a` is the whole text, `a*` a beginning,
/// `*a` an end, `*a*` a part.
public struct TextPattern: Hashable, Sendable {
    /// The text between the stars; a single piece is the whole text.
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

    /// The only text that matches, if there is no star.
    public var wholeText: String? {
        pieces.count == 1 ? String(decoding: pieces[0], as: UTF8.self) : nil
    }

    /// Returns the pattern that matches only this text.
    public static func whole(_ text: String) -> String {
        text.contains { $0 == "*" || $0 == "\\" } ? escaped(text) : text
    }

    /// Returns the pattern that matches every text containing this one.
    static func part(_ text: String) -> String { "*" + escaped(text) + "*" }

    /// Whether a text matches. Compares byte by byte, like SQLite.
    public func matches(_ text: String) -> Bool {
        let text = Array((isBlindToCase ? text.lowercased() : text).utf8)
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return text == pieces[0] }
        guard text.count >= first.count + last.count, text.starts(with: first),
            text.suffix(last.count).elementsEqual(last)
        else { return false }
        // The leftmost match of each piece leaves the most room for the following ones.
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

/// A mailing list as named by `list:`.
package struct ListPattern: Hashable, Sendable {
    private let whole: TextPattern
    private let firstLabels: TextPattern
    /// Whether any list matches. A recipient cannot stand for the List-Id then.
    private let isAny: Bool

    package init(_ name: String) {
        isAny = name == "*"
        let name = Self.labels(name)
        whole = TextPattern(name, blindToCase: true)
        firstLabels = TextPattern(name + ".*", blindToCase: true)
    }

    /// - Parameters:
    ///   - listID: nil if no server reported it, empty if the message came through no list.
    ///   - recipients: compared instead if the List-Id is unknown.
    package func matches(listID: String?, recipients: @autoclosure () -> [MailAddress]) -> Bool {
        let names = listID.map { $0.isEmpty ? [] : [$0] } ?? (isAny ? [] : recipients().map(\.email))
        return names.map(Self.labels).contains { whole.matches($0) || firstLabels.matches($0) }
    }

    /// Makes `dev@shop.test` and `dev.shop.test` the same name.
    private static func labels(_ name: String) -> String { name.replacing("@", with: ".") }
}
