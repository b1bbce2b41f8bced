/// The meaning of a piece of text; a theme decides how it looks.
public enum Role: UInt8, CaseIterable, Hashable, Sendable {
    case text, dim, accent, unread, star, danger, ok, warn, quote1, quote2, quote3, link, selection, bar
}

/// Text attributes on top of the role.
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

/// Two pixels of a picture in one cell, each as 0xRRGGBB: what a half block shows.
struct Paint: Hashable, Sendable {
    var ink: UInt32
    var ground: UInt32
}

/// The look of a cell: a role rather than colours, except in pictures.
public struct Style: Hashable, Sendable {
    /// From the lowest bit on: the role (4 bits), the attributes (5), the ground's role plus one (4; 0 for none), whether
    /// there is paint (1); the paint's ink from bit 16 on, its ground from bit 40 on. Every cell of a frame is compared by
    /// these bits.
    private var bits: UInt64

    /// The screen's plain text.
    public static let plain = Style()

    public init(_ role: Role = .text, _ attributes: Attributes = [], on ground: Role? = nil) {
        bits = UInt64(role.rawValue)
        self.attributes = attributes
        self.ground = ground
    }

    /// The role that sets the text colour.
    public var role: Role {
        get { Role(rawValue: UInt8(bits & 15)) ?? .text }
        set { bits = bits & ~15 | UInt64(newValue.rawValue) }
    }

    public var attributes: Attributes {
        get { Attributes(rawValue: UInt8(bits >> 4 & 31)) }
        set { bits = bits & ~(31 << 4) | UInt64(newValue.rawValue & 31) << 4 }
    }

    /// The role whose background lies under the text: nil for the screen's own background, otherwise `.selection` or `.bar`.
    public var ground: Role? {
        get { bits >> 9 & 15 == 0 ? nil : Role(rawValue: UInt8(bits >> 9 & 15) - 1) }
        set { bits = bits & ~(15 << 9) | UInt64(newValue.map { $0.rawValue + 1 } ?? 0) << 9 }
    }

    /// Picture colours, which replace those of the role; text never has them.
    var paint: Paint? {
        get {
            guard bits >> 13 & 1 == 1 else { return nil }
            return Paint(ink: UInt32(bits >> 16 & 0xFFFFFF), ground: UInt32(bits >> 40))
        }
        set {
            bits &= 0x1FFF
            guard let newValue else { return }
            bits |= 1 << 13 | UInt64(newValue.ink & 0xFFFFFF) << 16 | UInt64(newValue.ground & 0xFFFFFF) << 40
        }
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
}
