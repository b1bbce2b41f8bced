/// The glyphs that screens consist of: as intended, in plain characters, or as words. There are only three sets, so that
/// frames and pictures share them.
public final class Glyphs: Sendable {
    /// Whether marks are words that are read one after the other: rows then have no columns for marks, and no borders are
    /// drawn.
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
    /// At the left of text that the user wrote or a program prints.
    public let bar: String
    /// The server pushes changes at once.
    public let live: String
    public let unread: String
    public let offline: String
    public let star: String
    public let new: String
    public let file: String
    public let answered: String
    /// Before the person whom a message answers.
    public let answers: String
    /// Set aside to answer later.
    public let replyLater: String
    /// A reply was begun.
    public let draft: String
    /// Selected, where several rows can be.
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
    /// For terminals that are not UTF-8, and for users who ask for it.
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
        draft = sign("¶", "d", "draft")
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
    /// Returns a glyph and a blank after it; empty for an empty glyph.
    public static func lead(_ sign: String) -> String { sign.isEmpty ? "" : sign + " " }

    /// Sets the ellipsis of a text that was cut before the glyph set was known.
    public func spelled(_ text: String) -> String { text.replacing("…", with: ellipsis) }

    /// Returns the text, with its marks in front when the marks are words.
    public func named(_ text: String, _ marks: [String?]) -> String {
        areWords ? (marks.compactMap(\.self) + [text]).joined(separator: ", ") : text
    }
}

extension Glyphs: Hashable {
    public static func == (one: Glyphs, other: Glyphs) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
