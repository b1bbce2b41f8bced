import CNcurses
import Testing

@testable import TerminalUI

@Suite("Themes")
struct ThemeTests {
    /// Returns the backgrounds that a theme is made for, from likely to extreme.
    private static func grounds(_ theme: Theme) -> [UInt32] {
        theme.isLight ? [0xFFFFFF, 0xFDF6E3] : [0x000000, 0x16181C, 0x1E1E1E]
    }

    @Test("text of every role is readable on every ground", arguments: Theme.builtIn)
    func contrast(theme: Theme) {
        for role in Role.allCases {
            guard let ink = theme[role].foreground else { continue }
            if role == .selection || role == .bar {
                if let ground = theme[role].background {
                    #expect(Color.contrast(ink.rgb, ground.rgb) >= 4.5, "\(role)")
                }
            } else {
                for ground in Self.grounds(theme) {
                    #expect(Color.contrast(ink.rgb, ground) >= 4.5, "\(role) on \(ground)")
                }
            }
        }
    }

    /// Returns the colour that a terminal of that depth shows.
    private static func shown(_ rgb: UInt32, _ depth: ColorDepth) -> UInt32 {
        guard depth == .indexed else { return rgb }
        let index = Color(rgb, nil).indexed
        if index >= 232 {
            let grey = UInt32(8 + (index - 232) * 10)
            return grey << 16 | grey << 8 | grey
        }
        let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
        let place = index - 16
        return levels[place / 36] << 16 | levels[place / 6 % 6] << 8 | levels[place % 6]
    }

    @Test("text is readable in a selected row and in a bar, too, and with 256 colours", arguments: Theme.builtIn)
    func contrastOnGrounds(theme: Theme) {
        for depth in [ColorDepth.full, .indexed] {
            for role in Role.allCases {
                let least = role == .dim ? 3.0 : 4.5
                if let ink = theme[role].foreground, theme[role].background == nil {
                    for ground in Self.grounds(theme) {
                        let contrast = Color.contrast(Self.shown(ink.rgb, depth), ground)
                        #expect(contrast >= least, "\(role) at \(depth) on \(String(ground, radix: 16)): \(contrast)")
                    }
                }
                for ground in [Role.selection, .bar] {
                    let look = theme.look(of: Style(role, on: ground))
                    guard let ink = look.ink, let paper = look.paper else { continue }
                    let contrast = Color.contrast(Self.shown(ink.rgb, depth), Self.shown(paper.rgb, depth))
                    #expect(contrast >= least, "\(role) at \(depth) on \(ground): \(contrast)")
                }
            }
        }
    }

    @Test("no text has its background's colour, at any depth", arguments: Theme.builtIn)
    func visible(theme: Theme) {
        for depth in [ColorDepth.basic, .indexed, .full] {
            for role in Role.allCases {
                for ground in [nil, Role.selection, .bar] {
                    let look = theme.resolve(Style(role, on: ground), depth: depth)
                    #expect(look.foreground == -1 || look.foreground != look.background, "\(role) \(depth)")
                }
            }
        }
    }

    @Test(
        "with eight colours text is readable in a selected row and in a bar, on any terminal",
        arguments: Theme.builtIn)
    func eightColors(theme: Theme) throws {
        for role in Role.allCases {
            for ground in [Role.selection, .bar] {
                let look = theme.resolve(Style(role, on: ground), depth: .basic)
                guard look.background >= 0 else { continue }
                let ink = try #require(Color.Basic(rawValue: Int(look.foreground)), "\(role) on \(ground)")
                let paper = try #require(Color.Basic(rawValue: Int(look.background)))
                #expect(Color.contrast(ink.usual, paper.usual) >= 3, "\(role) on \(ground)")
            }
        }
    }

    @Test(
        "on an unknown background, high-contrast themes use no colour that is unreadable on white or black",
        arguments: [Theme.contrastDark, .contrastLight])
    func anyGround(theme: Theme) {
        let theme = theme.named("mine", with: [:]).onAnyBackground
        for role in Role.allCases {
            let look = theme.resolve(Style(role), depth: .basic)
            guard look.background < 0, let ink = Color.Basic(rawValue: Int(look.foreground)) else { continue }
            for ground: UInt32 in [0x000000, 0xFFFFFF] {
                #expect(Color.contrast(ink.usual, ground) >= 3, "\(role) on \(ground)")
            }
        }
        // Keys and counts still stand out.
        #expect(theme.resolve(.accent, depth: .basic).attributes.contains(.bold))
        #expect(theme.resolve(Style(.link), depth: .basic).attributes.contains(.underline))
    }

    @Test(
        "on an unknown background, bold text is never black, which many terminals show as grey",
        arguments: [Theme.contrastDark, .contrastLight])
    func boldBlack(theme: Theme) {
        let theme = theme.onAnyBackground
        for role in Role.allCases {
            for ground in [nil, Role.selection, .bar] {
                let look = theme.resolve(Style(role, .bold, on: ground), depth: .basic)
                #expect(look.foreground != 0, "\(role) on \(String(describing: ground))")
                guard ground != nil else { continue }
                // The row or bar stands out, and its text has no ground of its own.
                let isReversed = look.attributes.contains(.reverse)
                #expect(isReversed ? look.foreground < 0 && look.background < 0 : look.background >= 0, "\(role)")
            }
        }
    }

    @Test("without colour, attributes mark what colours would", arguments: Theme.builtIn)
    func withoutColor(theme: Theme) {
        for role in Role.allCases {
            let look = theme.resolve(Style(role, on: .selection), depth: .none)
            #expect(look.foreground == -1 && look.background == -1)
            #expect(look.attributes.contains(.reverse))
        }
        for role in [Role.unread, .danger, .warn, .link, .dim] where theme.name == "maraca" {
            #expect(!theme.resolve(Style(role), depth: .none).attributes.isEmpty, "\(role)")
        }
    }

    @Test(
        "colours map to the nearest of 256",
        arguments: [
            (0x000000, 16), (0xFFFFFF, 231), (0xFF0000, 196), (0x808080, 244), (0x5F87AF, 67), (0x121212, 233),
        ])
    func indexed(rgb: Int, index: Int) {
        #expect(Color(UInt32(rgb), nil).indexed == index)
    }

    @Test(
        "the environment determines the terminal type",
        arguments: [
            (["TERM": "xterm-256color"], ["xterm-256color", "xterm-256color", "xterm"], true),
            (
                ["TERM": "xterm-256color", "COLORTERM": "truecolor"],
                ["xterm-direct", "xterm-256color", "xterm-256color", "xterm"], true
            ),
            (
                ["TERM": "tmux-256color", "COLORTERM": "24bit"],
                ["tmux-direct", "tmux-256color", "xterm-256color", "xterm"], true
            ),
            (
                ["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], ["xterm", "xterm-256color", "xterm"],
                false
            ),
            (["TERM": "dumb", "NO_COLOR": ""], ["dumb"], true), ([:], [], true),
        ] as [([String: String], [String], Bool)])
    func kind(environment: [String: String], names: [String], usesColor: Bool) {
        let kind = TerminalKind(environment: environment)
        #expect(kind.names == names)
        #expect(kind.usesColor == usesColor)
    }

    @Test(
        "COLORFGBG tells whether the terminal's background is light",
        arguments: [
            ("15;0", false), ("0;15", true), ("0;default;15", true), ("12;8", false), ("0;7", true),
        ])
    func background(value: String, isLight: Bool) {
        #expect(TerminalKind(environment: ["COLORFGBG": value]).isLight == isLight)
        #expect(TerminalKind(environment: [:]).isLight == nil)
    }

    @Test("fields are divided only for terminals that order right-to-left lines themselves, known by their environment")
    func reordering() {
        for name in ["VTE_VERSION", "KONSOLE_VERSION", "MLTERM"] {
            #expect(TerminalKind(environment: [name: "7600"]).reordersLines)
        }
        #expect(TerminalKind(environment: ["TERM_PROGRAM": "Apple_Terminal"]).reordersLines)
        #expect(!TerminalKind(environment: ["TERM": "xterm-kitty"]).reordersLines)
        for reordersLines in [true, false] {
            var grid = Grid(width: 12, height: 1)
            grid.draw("שלום", x: 0, y: 0)
            grid.draw("14:32", x: 6, y: 0)
            var encoder = RowEncoder(theme: .dark, depth: .full, ascii: false, reordersLines: reordersLines)
            var written: [UInt32] = []
            encoder.encode(grid.row(0)) { cells, count in
                written = UnsafeBufferPointer(start: cells, count: count).map(\.scalars.0)
            }
            #expect(written.contains(RowFields.divider) == reordersLines)
        }
    }

    @Test("colour parameters use semicolons, and repeat sequences are expanded")
    func plainBytes() {
        let painted =
            "\u{1B}[38:2::1:2:3mab\u{1B}[3b\u{1B}[0;1m\u{1B}[2;5H\u{1B}[48:2::0:0:0m\u{1B}[?7h\u{1B}[2S\u{1B}[2T"
        let plain = PaintedBytes.plain(Array(painted.utf8)[...])
        let expected = "\u{1B}[38;2;1;2;3mabbbb\u{1B}[0;1m\u{1B}[2;5H\u{1B}[48;2;0;0;0m\n\n\u{1B}M\u{1B}M"
        #expect(String(decoding: plain, as: UTF8.self) == expected)
    }
}
