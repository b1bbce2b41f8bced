import TerminalUI

/// A small drawing for a user who has nothing left to read, a different one each day of the week. Uses plain cells, for every terminal.
enum CalmPicture {
    static let height = 3

    /// The layers of a line, drawn centred over one another.
    private typealias Line = [(text: String, style: Style)]

    /// Draws the picture of a day, centred in a line and the two below.
    /// - Parameter day: The number of days since some fixed day.
    static func draw(into grid: inout Grid, y: Int, day: Int) {
        guard !grid.frame.glyphs.areWords else { return }
        let all = [evening(grid.frame.glyphs)] + drawings
        let place = day % all.count
        for (row, layers) in all[place < 0 ? place + all.count : place].enumerated() {
            for layer in layers { grid.draw(centred: layer.text, y: y + row, layer.style) }
        }
    }

    /// The sun sets over the sea.
    private static func evening(_ glyphs: Glyphs) -> [Line] {
        let (top, sun) = glyphs == .ascii ? (".---.", #"/     \"#) : ("╭───╮", "╯     ╰")
        return [
            [(top, Style(.star))],
            [(String(repeating: glyphs.horizontal, count: 17), .dim), (sun, Style(.star))],
            [("~   ~  ~   ~  ~", .dim)],
        ]
    }

    private static let drawings: [[Line]] = [
        // Two maracas, laid down.
        [[(#" .-.     .-. "#, Style(.star))], [(#"(:::)   (:::)"#, Style(.star))], [(#"  \\     //  "#, .dim)]],
        // A cup of tea.
        [[(#"  ) )    "#, .dim)], [(#" |   |]  "#, .accent)], [(#"_\___/___"#, .accent)]],
        // A boat.
        [
            [(#"     |\      "#, Style(.star))], [(#"   __|_\__   "#, .accent)], [(#"~~ \_____/ ~~"#, .accent)],
        ],
        // Hills under the moon.
        [
            [(#"    /\      ) "#, Style(.star))], [(#"   /  \  /\   "#, .dim)], [(#"__/    \/  \__"#, .dim)],
        ],
        // A sleeping cat.
        [[(#" /\_/\   "#, .accent)], [(#"( -.- )__"#, .accent)], [(#" > ^ <__)"#, .accent)]],
        // A bird on a branch.
        [[(#"     __    "#, .accent)], [(#"   <(o )___"#, .accent)], [(#"____( ._> /"#, .accent)]],
    ]
}
