/// The signs that screens are made of: as they should be, in plain characters, or in words. There are three sets in all, so that
/// frames and pictures share them.
public final class Glyphs: Sendable {
    /// Marks are words that are read one after the other: rows have no columns for them, and nothing is drawn around them.
    public let areWords: Bool
    public let horizontal: String
    public let vertical: String
    public let topLeft: String
    public let topRight: String
    public let bottomLeft: String
    public let bottomRight: String
    public let leftMark: String
    public let rightMark: String
    public let quote: String
    /// At the left of what the user wrote, or a program says.
    public let bar: String
    /// The server tells at once what is new.
    public let live: String
    public let unread: String
    public let offline: String
    public let star: String
    public let new: String
    public let file: String
    public let answered: String
    /// In front of whom a message answers.
    public let answers: String
    /// Put aside for an answer.
    public let replyLater: String
    /// Selected, where several can be.
    public let marked: String
    public let closed: String
    public let open: String
    public let back: String
    public let up: String
    public let menu: String
    public let queued: String
    public let warning: String
    public let secret: String
    public let ellipsis: String
    public let full: String
    public let empty: String
    public let spinner: [String]

    public static let unicode = Glyphs(.signs)
    /// For terminals that are not UTF-8, and for whoever asks for it.
    public static let ascii = Glyphs(.plain)
    /// For screen readers and braille.
    public static let words = Glyphs(.words)

    private enum Kind { case signs, plain, words }

    private init(_ kind: Kind) {
        areWords = kind == .words
        func sign(_ sign: String, _ plain: String, _ word: String = "") -> String {
            switch kind {
            case .signs: sign
            case .plain: plain
            case .words: word
            }
        }
        horizontal = sign("─", "-", " ")
        vertical = sign("│", "|", " ")
        topLeft = sign("╭", "+", " ")
        topRight = sign("╮", "+", " ")
        bottomLeft = sign("╰", "+", " ")
        bottomRight = sign("╯", "+", " ")
        leftMark = sign("▌", ">")
        rightMark = sign("▐", "<")
        quote = sign("▏", "|", ">")
        bar = sign("▏", "|", " ")
        live = sign("●", "o")
        unread = sign("●", "o", "unread")
        offline = sign("○", "-")
        star = sign("★", "*", "starred")
        new = sign("+", "+", "new")
        file = sign("⎘", "@", "file")
        answered = sign("↩", "<", "answered")
        answers = sign("↳", "->", "answers")
        replyLater = sign("✎", "w", "to answer")
        marked = sign("✓", "x", "selected")
        closed = sign("▸", ">", "here")
        open = sign("▾", "v")
        up = sign("↑", "^")
        back = sign("‹", "<")
        menu = sign("☰", "=")
        queued = sign("⟲", "~")
        warning = sign("⚠", "!", "Warning:")
        secret = sign("•", "*", "*")
        ellipsis = sign("…", "...", "...")
        full = sign("█", "#", "#")
        empty = sign("░", ".", ".")
        spinner = kind != .signs ? ["|", "/", "-", "\\"] : ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    }
}

extension Glyphs {
    /// A sign with the blank that stands between it and what follows; nothing where it is none.
    public static func lead(_ sign: String) -> String { sign.isEmpty ? "" : sign + " " }

    /// A sentence that was cut before it was known how, with this set's ellipsis.
    public func spelled(_ text: String) -> String { text.replacing("…", with: ellipsis) }

    /// What is marked, with its marks in front where they are words.
    public func named(_ text: String, _ marks: [String?]) -> String {
        areWords ? (marks.compactMap(\.self) + [text]).joined(separator: ", ") : text
    }
}

extension Glyphs: Hashable {
    public static func == (one: Glyphs, other: Glyphs) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
