extension Key: CustomStringConvertible, LosslessStringConvertible {
    private static let names: [(String, Code)] = [
        ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("Space", .character(" ")), ("Backspace", .backspace),
        ("Del", .delete), ("Ins", .insert), ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown),
        ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
    ]
    private static let otherNames: [(String, Code)] = [
        ("Return", .enter), ("Escape", .escape), ("Delete", .delete), ("Insert", .insert), ("PageUp", .pageUp),
        ("PageDown", .pageDown),
    ]
    private static let prefixes: [(String, Modifiers)] = [
        ("ctrl-", .control), ("c-", .control), ("alt-", .alt), ("meta-", .alt), ("m-", .alt), ("shift-", .shift),
        ("s-", .shift),
    ]

    /// The key as written in bindings and help.
    public var description: String {
        var text = ""
        if modifiers.contains(.control) { text += "Ctrl-" }
        if modifiers.contains(.alt) { text += "Alt-" }
        if modifiers.contains(.shift) { text += "Shift-" }
        if let name = Key.names.first(where: { $0.1 == code }) { return text + name.0 }
        switch code {
        case .function(let number): return text + "F\(number)"
        case .character(let character): return text + String(character)
        default: return text
        }
    }

    /// Parses a key as bindings write it: names in any case, `Ctrl-`, `Alt-` and `Shift-` before them in any order; otherwise
    /// nil.
    public init?(_ text: String) {
        var rest = Substring(text)
        var modifiers: Modifiers = []
        while rest.count > 1 {
            let lower = rest.lowercased()
            guard let prefix = Key.prefixes.first(where: { lower.hasPrefix($0.0) && lower.count > $0.0.count }) else {
                break
            }
            modifiers.insert(prefix.1)
            rest = rest.dropFirst(prefix.0.count)
        }
        guard let code = Key.code(named: rest, &modifiers) else { return nil }
        self.init(code, modifiers)
        normalise()
    }

    private static func code(named name: Substring, _ modifiers: inout Modifiers) -> Code? {
        if name.count == 1, let character = name.first {
            let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return isControl ? nil : .character(character)
        }
        let lower = name.lowercased()
        if lower == "backtab" {
            modifiers.insert(.shift)
            return .tab
        }
        if let found = (names + otherNames).first(where: { $0.0.lowercased() == lower }) { return found.1 }
        guard lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...63).contains(number) else { return nil }
        return .function(number)
    }

    /// A terminal cannot tell Ctrl-D from Ctrl-d, and sends `G` for Shift-g.
    private mutating func normalise() {
        guard case .character(let character) = code else { return }
        if modifiers.contains(.control) {
            code = .character(Character(character.lowercased()))
        } else if modifiers.contains(.shift), character.isLetter, let upper = character.uppercased().first {
            code = .character(upper)
            modifiers.remove(.shift)
        }
    }
}
