/// The looks of all roles.
public struct Theme: Hashable, Sendable {
    /// The look of one role. A nil colour is the terminal's own.
    public struct Look: Hashable, Sendable {
        public var foreground: Color?
        public var background: Color?
        public var attributes: Attributes
        /// Added where there is no colour, so that nothing is conveyed by colour alone.
        public var withoutColor: Attributes

        public init(
            _ foreground: Color? = nil, on background: Color? = nil, _ attributes: Attributes = [],
            withoutColor: Attributes = []
        ) {
            self.foreground = foreground
            self.background = background
            self.attributes = attributes
            self.withoutColor = withoutColor
        }

        /// Whether it is the terminal's own colours, swapped.
        fileprivate var isReversed: Bool { attributes.contains(.reverse) && foreground == nil && background == nil }
    }

    public let name: String
    public let isLight: Bool
    /// Whether the theme conveys nothing by colour alone. On an unknown background it can then drop the colours that would
    /// vanish on white or black.
    private let isReadAnywhere: Bool
    private let looks: [Look]

    /// Creates a theme. Roles without a look use the terminal's own text.
    public init(name: String, isLight: Bool, isReadAnywhere: Bool = false, looks: [Role: Look]) {
        self.name = name
        self.isLight = isLight
        self.isReadAnywhere = isReadAnywhere
        self.looks = Role.allCases.map { looks[$0] ?? Look() }
    }

    public subscript(role: Role) -> Look { looks[Int(role.rawValue)] }

    /// Returns a copy under another name, with other looks for some roles.
    public func named(_ name: String, with others: [Role: Look]) -> Theme {
        var looks = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0, self[$0]) })
        looks.merge(others) { $1 }
        return Theme(name: name, isLight: isLight, isReadAnywhere: isReadAnywhere, looks: looks)
    }

    /// A copy for an unknown background: text is in the terminal's own colour.
    var onAnyBackground: Theme {
        var looks: [Role: Look] = [:]
        for role in Role.allCases {
            var look = self[role]
            if isReadAnywhere, look.background != nil, look.foreground?.basic == .black {
                // Many terminals show bold black as grey, so text there is the terminal's own, reversed.
                (look.foreground, look.background) = (nil, nil)
                look.attributes.insert(.reverse)
            } else if [.text, .dim, .unread].contains(role)
                || isReadAnywhere && look.background == nil && look.foreground?.basic?.isReadAnywhere == false
            {
                look.foreground = nil
            }
            looks[role] = look
        }
        return named(name, with: looks)
    }

    /// The values for a terminal's cell: colours as an index or as 0xRRGGBB (`.full`), -1 for the terminal's own.
    struct Resolved: Hashable {
        var foreground: Int32 = -1
        var background: Int32 = -1
        var attributes: Attributes = []
    }

    func resolve(_ style: Style, depth: ColorDepth) -> Resolved {
        if let paint = style.paint {
            return Resolved(
                foreground: code(Color(nearest: paint.ink), depth),
                background: code(Color(nearest: paint.ground), depth))
        }
        let look = self[style.role]
        let ground = style.ground.map { self[$0] }
        var resolved = Resolved()
        resolved.attributes = style.attributes.union(look.attributes)
        if let ground { resolved.attributes.formUnion(ground.attributes) }
        guard depth != .none else {
            resolved.attributes.formUnion(look.withoutColor)
            if let ground { resolved.attributes.formUnion(ground.withoutColor) }
            return resolved
        }
        if depth == .basic, let color = look.foreground, color.basic == nil {
            resolved.attributes.formUnion(look.withoutColor)
        }
        // A colour on a reversed ground would become a background of its own.
        if let ground, ground.isReversed { return resolved }
        let (ink, paper) = self.look(of: style)
        resolved.foreground = code(ink, depth)
        resolved.background = code(paper, depth)
        if !isReadable(ink, on: paper, depth) || resolved.foreground >= 0 && resolved.foreground == resolved.background
        {
            resolved.foreground = code(ground?.foreground, depth)
            if resolved.foreground == resolved.background { resolved.foreground = -1 }
        }
        return resolved
    }

    /// Returns the colours of a style; nil is the terminal's own. Text that would be unreadable on its ground takes the
    /// ground's own text colour.
    func look(of style: Style) -> (ink: Color?, paper: Color?) {
        let look = self[style.role]
        let ground = style.ground.map { self[$0] }
        let ink = look.foreground ?? ground?.foreground ?? self[.text].foreground
        let paper = ground?.background ?? look.background ?? self[.text].background
        guard let ink, let paper, let other = ground?.foreground else { return (ink, paper) }
        let least = style.role == .dim ? Color.leastDimContrast : Color.leastContrast
        return (ink.contrast(on: paper) < least ? other : ink, paper)
    }

    /// Whether the text is readable. Few of the eight colours are readable on another, and the terminal's own text colour
    /// suits its own ground only.
    private func isReadable(_ ink: Color?, on paper: Color?, _ depth: ColorDepth) -> Bool {
        guard depth == .basic, let paper = paper?.basic else { return true }
        return ink?.basic.map { Color.contrast($0.usual, paper.usual) >= Color.leastDimContrast } ?? false
    }

    private func code(_ color: Color?, _ depth: ColorDepth) -> Int32 {
        guard let color else { return -1 }
        switch depth {
        case .none: return -1
        case .basic: return Int32(color.basic?.rawValue ?? -1)
        case .indexed: return Int32(color.indexed)
        // The values 1…7 would mean the basic colours.
        case .full: return Int32((1...7).contains(color.rgb) ? 8 : color.rgb)
        }
    }
}
