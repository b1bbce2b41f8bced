/// The terminal as described by the environment. This is a value, so that it can be tested.
struct TerminalKind: Hashable {
    /// Terminfo names to try, best first.
    var names: [String]
    /// False when the user wants no colour (`NO_COLOR`, any value but the empty one; no-color.org).
    var usesColor: Bool
    /// Whether the terminal reports a light background; nil when it reports nothing.
    var isLight: Bool?
    var place: TerminalPlace
    /// Whether the terminal puts right-to-left text in its order by itself, by the line. One behind ssh does not tell.
    var reordersLines: Bool

    init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let direct = ["truecolor", "24bit"].contains((environment["COLORTERM"] ?? "").lowercased())
        usesColor = (environment["NO_COLOR"] ?? "").isEmpty
        names = []
        if direct && usesColor {
            let inTmux = term.hasPrefix("tmux") || (term.hasPrefix("screen") && environment["TMUX"] != nil)
            if inTmux { names.append("tmux-direct") }
            if ["xterm", "alacritty", "foot", "wezterm", "kitty", "ghostty"].contains(where: { term.hasPrefix($0) }) {
                names.append("xterm-direct")
            }
        }
        if !term.isEmpty { names.append(term) }
        // A terminal too new for the installed terminfo database is nearly always xterm-compatible.
        if !term.isEmpty && term != "dumb" { names += ["xterm-256color", "xterm"] }
        let isFar = ["SSH_CONNECTION", "SSH_TTY"].contains { !(environment[$0] ?? "").isEmpty }
        let isShared =
            ["TMUX", "STY"].contains { !(environment[$0] ?? "").isEmpty } || term.hasPrefix("tmux")
            || term.hasPrefix("screen")
        place = !isFar ? .near : isShared ? .farBehindMultiplexer : .far
        let isSaid = ["VTE_VERSION", "KONSOLE_VERSION", "MLTERM"].contains { !(environment[$0] ?? "").isEmpty }
        reordersLines = isSaid || ["Apple_Terminal", "iTerm.app", "mlterm"].contains(environment["TERM_PROGRAM"] ?? "")
        // From rxvt and terminals that follow it: "foreground;background", colours 0 to 15.
        let ground = (environment["COLORFGBG"] ?? "").split(separator: ";").last.flatMap { Int($0) }
        isLight = ground.map { $0 == 7 || $0 > 8 }
    }
}
