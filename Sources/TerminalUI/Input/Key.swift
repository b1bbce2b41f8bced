/// A key with its modifiers, in the terms of bindings: `g`, `G`, `Ctrl-d`, `Alt-x`, `Shift-Tab`, `Enter`, `F2`, `Space`.
public struct Key: Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        /// A typed character; shifted characters are characters of their own. The blank is `character(" ")`.
        case character(Character)
        case up, down, left, right, home, end, pageUp, pageDown, insert, delete
        case backspace, tab, enter, escape
        /// F1 to F12, and higher numbers where a keyboard has them.
        case function(Int)
    }

    public struct Modifiers: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public static let shift = Modifiers(rawValue: 1)
        public static let alt = Modifiers(rawValue: 2)
        public static let control = Modifiers(rawValue: 4)

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
    }

    public var code: Code
    public var modifiers: Modifiers

    public init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    public init(_ character: Character, _ modifiers: Modifiers = []) {
        self.init(.character(character), modifiers)
    }

    public static func ctrl(_ character: Character) -> Key { Key(character, .control) }
    public static func alt(_ character: Character) -> Key { Key(character, .alt) }
    public static func function(_ number: Int) -> Key { Key(.function(number)) }
    public static let up = Key(.up)
    public static let down = Key(.down)
    public static let left = Key(.left)
    public static let right = Key(.right)
    public static let home = Key(.home)
    public static let end = Key(.end)
    public static let pageUp = Key(.pageUp)
    public static let pageDown = Key(.pageDown)
    public static let insert = Key(.insert)
    public static let delete = Key(.delete)
    public static let backspace = Key(.backspace)
    public static let tab = Key(.tab)
    public static let backTab = Key(.tab, .shift)
    public static let enter = Key(.enter)
    public static let escape = Key(.escape)
    public static let space = Key(" ")

    /// The character typed into a text field; nil for every other key.
    public var typed: Character? {
        guard case .character(let character) = code, modifiers.isDisjoint(with: [.control, .alt]) else { return nil }
        return character
    }

    /// Whether fields and areas of text take the key for themselves, to move the cursor or to change the text.
    public var editsText: Bool { Key.editing.contains(self) }

    private static let editing: Set<Key> = [
        .left, .right, .home, .end, .backspace, .delete, .ctrl("w"), .ctrl("u"), .ctrl("k"), .ctrl("_"), .alt("_"),
        .alt("b"), .alt("f"),
    ]
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    /// Allows a binding or a pattern to say `.key("j")`.
    public init(extendedGraphemeClusterLiteral character: Character) {
        self.init(character)
    }
}
