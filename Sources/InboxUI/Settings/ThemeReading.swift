import TerminalUI

/// Reads a theme of `config.json`: the name of the theme that it is based on, and the roles that look different.
///
///     {"like": "maraca", "accent": "#ff8800", "unread": {"color": "#ffffff", "bold": true}}
enum ThemeReading {
    static let expects =
        "an object of names and {\"like\": a theme, a role: \"#rrggbb\" or {\"color\", \"on\", \"bold\", \"underline\"}}"

    @Sendable static func take(_ settings: inout Settings, _ value: SettingValue) -> [SettingFlaw] {
        guard case .object(let texts) = value else { return [SettingFlaw("must be \(expects)")] }
        var flaws: [SettingFlaw] = []
        settings.themes = texts.sorted { $0.key < $1.key }.flatMap { name, value in
            var own: [SettingFlaw] = []
            defer { flaws += own.map { $0.inside(name) } }
            return themes(name, value, &own)
        }
        settings.themeTexts = texts
        return flaws
    }

    /// Returns the theme for light and for dark backgrounds. Where an entry is invalid, the look of the base theme stays.
    private static func themes(_ name: String, _ value: SettingValue, _ flaws: inout [SettingFlaw]) -> [Theme] {
        var like = "maraca"
        var looks: [Role: Theme.Look] = [:]
        if case .object(let entries) = value {
            for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                do throws(SettingFlaw) { try add(key, value, &like, &looks) } catch { flaws.append(error) }
            }
        } else {
            flaws.append(SettingFlaw("must be an object of roles and colours"))
        }
        return [false, true].compactMap { Theme.named(like, light: $0)?.named(name, with: looks) }
    }

    private static func add(
        _ key: String, _ value: SettingValue, _ like: inout String, _ looks: inout [Role: Theme.Look]
    ) throws(SettingFlaw) {
        if key == "like" {
            guard case .text(let other) = value, Theme.names.contains(other) else {
                throw SettingFlaw("must be one of \(Theme.names.joined(separator: ", "))", at: key)
            }
            like = other
            return
        }
        guard let role = Role.allCases.first(where: { "\($0)" == key }) else {
            throw .unknown(key, among: ["like"] + Role.allCases.map { "\($0)" })
        }
        looks[role] = try SettingsTable.inside(key) { () throws(SettingFlaw) in try look(value) }
    }

    private static func look(_ value: SettingValue) throws(SettingFlaw) -> Theme.Look {
        switch value {
        case .text: return Theme.Look(try color(value))
        case .object(let parts):
            var look = Theme.Look()
            for (key, value) in parts.sorted(by: { $0.key < $1.key }) {
                switch (key, value) {
                case ("color", _):
                    look.foreground = try SettingsTable.inside(key) { () throws(SettingFlaw) in try color(value) }
                case ("on", _):
                    look.background = try SettingsTable.inside(key) { () throws(SettingFlaw) in try color(value) }
                    look.withoutColor = .reverse
                case ("bold", .bool(let flag)): if flag { look.attributes.insert(.bold) }
                case ("underline", .bool(let flag)): if flag { look.attributes.insert(.underline) }
                case ("italic", .bool(let flag)): if flag { look.attributes.insert(.italic) }
                case ("bold", _), ("underline", _), ("italic", _):
                    throw SettingFlaw("must be true or false", at: key)
                default: throw .unknown(key, among: ["color", "on", "bold", "underline", "italic"])
                }
            }
            return look
        default: throw SettingFlaw("must be a colour such as \"#ff8800\", or an object")
        }
    }

    /// Parses `#rrggbb`, with the nearest of the eight colours for terminals that have no more.
    private static func color(_ value: SettingValue) throws(SettingFlaw) -> Color {
        guard case .text(let text) = value, text.count == 7, text.first == "#",
            let rgb = UInt32(text.dropFirst(), radix: 16)
        else { throw SettingFlaw("must be a colour such as \"#ff8800\"") }
        return Color(nearest: rgb)
    }
}
