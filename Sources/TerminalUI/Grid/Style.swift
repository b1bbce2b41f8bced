/// What a piece of text means; a theme says how that looks.
public enum Role: UInt8, CaseIterable, Hashable, Sendable {
    case text, dim, accent, unread, star, danger, ok, warn, quote1, quote2, quote3, link, selection, bar
}

/// How text is set, on top of its role.
public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public static let bold = Attributes(rawValue: 1)
    public static let italic = Attributes(rawValue: 2)
    public static let underline = Attributes(rawValue: 4)
    public static let reverse = Attributes(rawValue: 8)
    public static let dim = Attributes(rawValue: 16)

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}

/// Two pixels of a picture, each as 0xRRGGBB: what a half block shows.
struct Paint: Hashable, Sendable {
    var ink: UInt32
    var ground: UInt32
}

/// The look of a cell: roles, never colours, but for pictures.
public struct Style: Hashable, Sendable {
    /// Decides the colour of the text.
    public var role: Role
    public var attributes: Attributes
    /// The role whose background lies under the text: nil for the screen's own, `.selection` or `.bar` for theirs.
    public var ground: Role?
    /// Colours of a picture instead of the role's; text never has them.
    var paint: Paint?

    /// The screen's plain text.
    public static let plain = Style()

    public init(_ role: Role = .text, _ attributes: Attributes = [], on ground: Role? = nil) {
        self.role = role
        self.attributes = attributes
        self.ground = ground
    }

    public static let text = Style(.text)
    public static let dim = Style(.dim)
    public static let accent = Style(.accent)
    public static let bold = Style(.text, .bold)
    public static let danger = Style(.danger)
    public static let warn = Style(.warn)
    public static let ok = Style(.ok)
    public static let link = Style(.link, .underline)
    public static let bar = Style(.bar, on: .bar)
    public static let selection = Style(.selection, on: .selection)

    public func with(_ more: Attributes) -> Style {
        Style(role, attributes.union(more), on: ground)
    }

    public func on(_ ground: Role?) -> Style {
        Style(role, attributes, on: ground)
    }
}
