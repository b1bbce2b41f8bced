/// The signs that screens are made of: as they should be, or in plain characters.
public struct Glyphs: Hashable, Sendable {
    public var horizontal = "─"
    public var vertical = "│"
    public var topLeft = "╭"
    public var topRight = "╮"
    public var bottomLeft = "╰"
    public var bottomRight = "╯"
    public var leftMark = "▌"
    public var rightMark = "▐"
    public var quote = "▏"
    public var unread = "●"
    public var offline = "○"
    public var star = "★"
    public var new = "+"
    public var file = "⎘"
    public var answered = "↩"
    public var closed = "▸"
    public var open = "▾"
    public var back = "‹"
    public var menu = "☰"
    public var queued = "⟲"
    public var warning = "⚠"
    public var secret = "•"
    public var ellipsis = "…"
    public var full = "█"
    public var empty = "░"
    public var spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    public static let unicode = Glyphs()

    /// For terminals that are not UTF-8, and for whoever asks for it.
    public static let ascii = Glyphs(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", leftMark: ">",
        rightMark: "<", quote: "|", unread: "o", offline: "-", star: "*", file: "@", answered: "<", closed: ">",
        open: "v",
        back: "<", menu: "=", queued: "~", warning: "!", secret: "*", ellipsis: "...", full: "#", empty: ".",
        spinner: ["|", "/", "-", "\\"])
}
