import TerminalUI

/// A theme as `config.json` writes it: the name of the theme that it is like, and what looks otherwise.
///
///     {"like": "maraca", "accent": "#ff8800", "unread": {"color": "#ffffff", "bold": true}}
enum ThemeReading {
    static let expects =
        "an object of names and {\"like\": a theme, a role: \"#rrggbb\" or {\"color\", \"on\", \"bold\", \"underline\"}}"

    /// Both for light and dark backgrounds; nil when something in it can't be read.
    static func themes(_ name: String, _ value: SettingValue) -> [Theme]? {
        guard case .object(let entries) = value else { return nil }
        var like = "maraca"
        var looks: [Role: Theme.Look] = [:]
        for (key, value) in entries {
            if key == "like" {
                guard case .text(let other) = value, Theme.names.contains(other) else { return nil }
                like = other
            } else {
                guard let role = Role.allCases.first(where: { "\($0)" == key }), let look = look(value) else {
                    return nil
                }
                looks[role] = look
            }
        }
        return [false, true].compactMap { Theme.named(like, light: $0)?.named(name, with: looks) }
    }

    private static func look(_ value: SettingValue) -> Theme.Look? {
        switch value {
        case .text(let text): return color(text).map { Theme.Look($0) }
        case .object(let parts):
            var look = Theme.Look()
            for (key, value) in parts {
                switch (key, value) {
                case ("color", .text(let text)):
                    guard let color = color(text) else { return nil }
                    look.foreground = color
                case ("on", .text(let text)):
                    guard let color = color(text) else { return nil }
                    look.background = color
                    look.withoutColor = .reverse
                case ("bold", .bool(let flag)): if flag { look.attributes.insert(.bold) }
                case ("underline", .bool(let flag)): if flag { look.attributes.insert(.underline) }
                case ("italic", .bool(let flag)): if flag { look.attributes.insert(.italic) }
                default: return nil
                }
            }
            return look
        default: return nil
        }
    }

    /// `#rrggbb`, with the nearest of the eight colours for terminals that have no more.
    private static func color(_ text: String) -> Color? {
        guard text.count == 7, text.first == "#", let rgb = UInt32(text.dropFirst(), radix: 16) else { return nil }
        return Color(nearest: rgb)
    }
}
