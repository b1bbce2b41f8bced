/// The signs that screens are made of: as they should be, or in plain characters. There are two sets in all, so that frames
/// and pictures share them.
public final class Glyphs: Sendable {
    public let horizontal: String
    public let vertical: String
    public let topLeft: String
    public let topRight: String
    public let bottomLeft: String
    public let bottomRight: String
    public let leftMark: String
    public let rightMark: String
    public let quote: String
    public let unread: String
    public let offline: String
    public let star: String
    public let new: String
    public let file: String
    public let answered: String
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

    public static let unicode = Glyphs(isPlain: false)
    /// For terminals that are not UTF-8, and for whoever asks for it.
    public static let ascii = Glyphs(isPlain: true)

    private init(isPlain: Bool) {
        func sign(_ sign: String, _ plain: String) -> String { isPlain ? plain : sign }
        horizontal = sign("─", "-")
        vertical = sign("│", "|")
        topLeft = sign("╭", "+")
        topRight = sign("╮", "+")
        bottomLeft = sign("╰", "+")
        bottomRight = sign("╯", "+")
        leftMark = sign("▌", ">")
        rightMark = sign("▐", "<")
        quote = sign("▏", "|")
        unread = sign("●", "o")
        offline = sign("○", "-")
        star = sign("★", "*")
        new = sign("+", "+")
        file = sign("⎘", "@")
        answered = sign("↩", "<")
        replyLater = sign("✎", "w")
        marked = sign("✓", "x")
        closed = sign("▸", ">")
        open = sign("▾", "v")
        up = sign("↑", "^")
        back = sign("‹", "<")
        menu = sign("☰", "=")
        queued = sign("⟲", "~")
        warning = sign("⚠", "!")
        secret = sign("•", "*")
        ellipsis = sign("…", "...")
        full = sign("█", "#")
        empty = sign("░", ".")
        spinner = isPlain ? ["|", "/", "-", "\\"] : ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    }
}

extension Glyphs: Hashable {
    public static func == (one: Glyphs, other: Glyphs) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
