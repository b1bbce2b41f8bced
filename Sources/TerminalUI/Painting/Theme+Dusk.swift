extension Theme {
    /// Warm and low in contrast, for long evenings; every colour still has enough contrast to be readable.
    public static let duskDark = Theme(
        name: "dusk", isLight: false,
        looks: [
            .text: Look(Color(0xDDD0BC, nil)),
            .dim: Look(Color(0x9A8F80, nil), withoutColor: .dim),
            .accent: Look(Color(0xE0A868, .yellow)),
            .unread: Look(Color(0xF4E9D6, nil), .bold),
            .star: Look(Color(0xE8C15A, .yellow)),
            .danger: Look(Color(0xE87B6B, .red), withoutColor: .bold),
            .ok: Look(Color(0xA9BF7C, .green)),
            .warn: Look(Color(0xE3964F, .yellow), withoutColor: .bold),
            .quote1: Look(Color(0xC2A884, .yellow)),
            .quote2: Look(Color(0xA3B18A, .green)),
            .quote3: Look(Color(0xC39BA8, .magenta)),
            .link: Look(Color(0x8FB8C0, .cyan), .underline),
            .selection: Look(Color(0xFFF6E5, .white), on: Color(0x5A4430, .blue), withoutColor: .reverse),
            .bar: Look(Color(0xDDD0BC, .white), on: Color(0x35302A, .black), withoutColor: .reverse),
        ])

    public static let duskLight = Theme(
        name: "dusk", isLight: true,
        looks: [
            .text: Look(Color(0x3B3228, nil)),
            .dim: Look(Color(0x6F6558, nil), withoutColor: .dim),
            .accent: Look(Color(0x8A4B0F, .red)),
            .unread: Look(Color(0x1E1812, nil), .bold),
            .star: Look(Color(0x875900, .magenta)),
            .danger: Look(Color(0xA8281E, .red), withoutColor: .bold),
            .ok: Look(Color(0x4A6618, .green)),
            .warn: Look(Color(0x934100, .red), withoutColor: .bold),
            .quote1: Look(Color(0x6B5430, .blue)),
            .quote2: Look(Color(0x4C6230, .green)),
            .quote3: Look(Color(0x7C3F5A, .magenta)),
            .link: Look(Color(0x1F5C6B, .blue), .underline),
            .selection: Look(Color(0x2A1E10, .white), on: Color(0xEED9B8, .blue), withoutColor: .reverse),
            .bar: Look(Color(0x3B3228, .black), on: Color(0xEBE2D3, .white), withoutColor: .reverse),
        ])
}
