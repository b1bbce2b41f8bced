extension Theme {
    /// All built-in themes. A name may stand for two themes, a light and a dark one.
    public static let builtIn: [Theme] = [
        dark, light, duskDark, duskLight, contrastDark, contrastLight, plainDark, plainLight,
    ]

    /// Returns the theme of that name for that background; the user's own take precedence.
    public static func named(_ name: String, light: Bool, among own: [Theme] = []) -> Theme? {
        (own + builtIn).first { $0.name == name && $0.isLight == light }
    }

    /// The names of the built-in themes.
    public static let names = ["maraca", "dusk", "contrast", "plain"]

    public static let dark = Theme(
        name: "maraca", isLight: false,
        looks: [
            .dim: Look(Color(0x8A8F98, nil), withoutColor: .dim),
            .accent: Look(Color(0x6CB6FF, .cyan)),
            .unread: Look(Color(0xF2F4F8, nil), .bold),
            .star: Look(Color(0xF2C55C, .yellow)),
            .danger: Look(Color(0xFF7B72, .red), withoutColor: .bold),
            .ok: Look(Color(0x7EE0A1, .green)),
            .warn: Look(Color(0xF0A45D, .yellow), withoutColor: .bold),
            .quote1: Look(Color(0x84B8D6, .cyan)),
            .quote2: Look(Color(0x9FBF8F, .green)),
            .quote3: Look(Color(0xC4A0D0, .magenta)),
            .link: Look(Color(0x79C0FF, .cyan), .underline),
            .selection: Look(Color(0xFFFFFF, .white), on: Color(0x2F4668, .blue), withoutColor: .reverse),
            .bar: Look(Color(0xD0D5DD, .white), on: Color(0x2A2E36, .black), withoutColor: .reverse),
        ])

    public static let light = Theme(
        name: "maraca", isLight: true,
        looks: [
            .dim: Look(Color(0x686E78, nil), withoutColor: .dim),
            .accent: Look(Color(0x0A5FC2, .blue)),
            .unread: Look(Color(0x101418, nil), .bold),
            .star: Look(Color(0x9A6200, .magenta)),
            .danger: Look(Color(0xC01C28, .red), withoutColor: .bold),
            .ok: Look(Color(0x1A7340, .green)),
            .warn: Look(Color(0x8F4A00, .red), withoutColor: .bold),
            .quote1: Look(Color(0x1F6580, .blue)),
            .quote2: Look(Color(0x456B2F, .green)),
            .quote3: Look(Color(0x7A3F92, .magenta)),
            .link: Look(Color(0x0550AE, .blue), .underline),
            .selection: Look(Color(0x0B1A2E, .white), on: Color(0xCFE0F7, .blue), withoutColor: .reverse),
            .bar: Look(Color(0x30363D, .black), on: Color(0xE6E9EE, .white), withoutColor: .reverse),
        ])

    /// Strong text on the terminal's own background, with marks by attribute as much as by colour.
    public static let contrastDark = Theme(
        name: "contrast", isLight: false, isReadAnywhere: true,
        looks: [
            .text: Look(Color(0xFFFFFF, .white)),
            .dim: Look(Color(0xC8C8C8, .white)),
            .accent: Look(Color(0x7FDBFF, .cyan), .bold),
            .unread: Look(Color(0xFFFFFF, .white), .bold),
            .star: Look(Color(0xFFFF00, .yellow), .bold),
            .danger: Look(Color(0xFF8A80, .red), .bold),
            .ok: Look(Color(0x69F0AE, .green), .bold),
            .warn: Look(Color(0xFFD180, .yellow), .bold),
            .quote1: Look(Color(0x9CDCFE, .cyan)),
            .quote2: Look(Color(0xB5E8A0, .green)),
            .quote3: Look(Color(0xE0B0F0, .magenta)),
            .link: Look(Color(0x9CDCFE, .cyan), [.underline, .bold]),
            .selection: Look(Color(0x000000, .black), on: Color(0xFFFFFF, .white), .bold, withoutColor: .reverse),
            .bar: Look(Color(0x000000, .black), on: Color(0xD0D0D0, .white), withoutColor: .reverse),
        ])

    public static let contrastLight = Theme(
        name: "contrast", isLight: true, isReadAnywhere: true,
        looks: [
            .text: Look(Color(0x000000, .black)),
            .dim: Look(Color(0x404040, .black)),
            .accent: Look(Color(0x003C9E, .blue), .bold),
            .unread: Look(Color(0x000000, .black), .bold),
            .star: Look(Color(0x6B3E00, .magenta), .bold),
            .danger: Look(Color(0x9B0000, .red), .bold),
            .ok: Look(Color(0x004D1A, .green), .bold),
            .warn: Look(Color(0x6B3200, .red), .bold),
            .quote1: Look(Color(0x003C6B, .blue)),
            .quote2: Look(Color(0x1F4D0A, .green)),
            .quote3: Look(Color(0x4A0A6B, .magenta)),
            .link: Look(Color(0x003C9E, .blue), [.underline, .bold]),
            .selection: Look(Color(0xFFFFFF, .white), on: Color(0x000000, .black), .bold, withoutColor: .reverse),
            .bar: Look(Color(0xFFFFFF, .white), on: Color(0x303030, .black), withoutColor: .reverse),
        ])

    /// Only the terminal's own colours.
    public static let plainDark = plain(isLight: false)
    public static let plainLight = plain(isLight: true)

    private static func plain(isLight: Bool) -> Theme {
        Theme(
            name: "plain", isLight: isLight,
            looks: [
                .dim: Look(nil, .dim), .unread: Look(nil, .bold), .star: Look(nil, .bold), .danger: Look(nil, .bold),
                .warn: Look(nil, .bold), .link: Look(nil, .underline), .selection: Look(nil, .reverse),
                .bar: Look(nil, .reverse),
            ])
    }
}
