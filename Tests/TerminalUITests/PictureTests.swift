import Testing
import TestSupport

@testable import TerminalUI

@Suite("Pictures on a terminal")
struct PictureTests {
    /// Red above blue, then green above white.
    private static let four = Picture(width: 2, height: 2, rgb: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])

    @Test("half blocks show two pixels per cell, and only whole pictures are drawn")
    func halfBlocks() throws {
        let picture = try #require(Self.four)
        var grid = Grid(width: 4, height: 2)
        grid.draw(picture, in: Rect(x: 1, y: 0, width: 2, height: 1))
        grid.draw(picture, in: Rect(x: 3, y: 1, width: 2, height: 1))
        #expect(grid.golden == "| ▀▀ |.pp.|\n|    |....|\npaint 0: f00/00f 0f0/fff\n")
        #expect(golden("picture-half-blocks", Self.rainbow(12, 6)) == nil)
    }

    private static func rainbow(_ width: Int, _ height: Int) -> Grid {
        var rgb: [UInt8] = []
        for y in 0..<64 {
            for x in 0..<64 { rgb += [UInt8(x * 4), UInt8(y * 4), 128] }
        }
        var grid = Grid(width: width, height: height)
        if let picture = Picture(width: 64, height: 64, rgb: rgb) { grid.draw(picture, in: grid.bounds) }
        return grid
    }

    @Test("the colours of pictures are not kept: memory does not grow with every picture shown")
    func keepsNone() {
        var encoder = RowEncoder(theme: .dark, depth: .full, ascii: false)
        var looks = 0
        let picture = Self.rainbow(12, 6)
        for y in 0..<6 { encoder.forEachRun(in: picture.row(y)) { _, _, _ in looks += 1 } }
        #expect(looks > 60 && encoder.resolved.isEmpty)
        var text = Grid(width: 12, height: 1)
        text.draw("Hello", x: 0, y: 0, .bold)
        encoder.forEachRun(in: text.row(0)) { _, _, _ in }
        #expect(encoder.resolved.count == 2, "those of text are")
    }

    @Test("picture colours are approximated at every colour depth")
    func colours() {
        var style = Style.plain
        style.paint = Paint(ink: 0xFF0000, ground: 0x808080)
        #expect(Theme.dark.resolve(style, depth: .full).foreground == 0xFF0000)
        #expect(Theme.dark.resolve(style, depth: .indexed).foreground == 196)
        #expect(Theme.dark.resolve(style, depth: .indexed).background == 244)
        #expect(Theme.dark.resolve(style, depth: .basic).foreground == 1)
    }

    @Test(
        "a picture fills the cells that fit its aspect ratio",
        arguments: [
            (640, 320, 80, 20, 80, 20), (100, 100, 80, 20, 13, 6), (4_000, 10, 80, 20, 80, 1),
            (10, 4_000, 80, 20, 1, 20),
            (1, 1, 80, 20, 1, 1),
        ])
    func sizes(width: Int, height: Int, columns: Int, rows: Int, wide: Int, high: Int) throws {
        let picture = try #require(
            Picture(width: width, height: height, rgb: [UInt8](repeating: 0, count: width * height * 3)))
        #expect(
            picture.cells(within: Size(width: columns, height: rows), pixelsPerColumn: 8)
                == Size(width: wide, height: high))
    }

    @Test(
        "only a terminal known to draw pictures gets any",
        arguments: [
            (["TERM": "xterm-kitty"], .kitty), (["TERM": "xterm-ghostty"], .kitty),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iTerm), (["TERM_PROGRAM": "WezTerm"], .iTerm),
            (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iTerm), (["TERM": "xterm-256color"], nil),
            ([:], nil),
            (["TERM": "tmux-256color", "TERM_PROGRAM": "iTerm.app"], nil),
            (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], nil),
            (["TERM": "screen", "LC_TERMINAL": "iTerm2"], nil), (["TERM_PROGRAM": "Apple_Terminal"], nil),
        ] as [([String: String], PictureWay?)])
    func ways(environment: [String: String], way: PictureWay?) {
        #expect(PictureWay(environment: environment) == way)
    }

    @Test("T-3: a picture's bytes come only from its pixels, and are drawn at its place")
    func bytes() throws {
        let picture = try #require(Self.four)
        let placed = PlacedPicture(picture: picture, place: Rect(x: 4, y: 2, width: 10, height: 5))
        let (begin, end) = ("\u{1B}7\u{1B}[3;5H", "\u{1B}8")
        let kitty = PictureWay.kitty.bytes(placed, cell: .zero)
        #expect(
            kitty == begin + "\u{1B}_Ga=T,f=24,s=2,v=2,c=10,r=5,C=1,q=2,m=0;/wAAAP8AAAD/////\u{1B}\\" + end)
        let iTerm = PictureWay.iTerm.bytes(placed, cell: .zero)
        #expect(iTerm.hasPrefix(begin + "\u{1B}]1337;File=inline=1;size=") && iTerm.hasSuffix("\u{07}" + end))
        let sixel = PictureWay.sixel.bytes(placed, cell: Size(width: 1, height: 2))
        #expect(
            sixel.hasPrefix(begin + "\u{1B}P0;1q\"1;1;10;4#5;2;0;0;100#5!5?!5K$") || sixel.contains("#180;2;100;0;0"))
        #expect(sixel.hasSuffix("-\u{1B}\\" + end))
    }

    @Test("large pictures are scaled down and sent to kitty in chunks")
    func pieces() throws {
        let large = try #require(Picture(width: 1_500, height: 1_000, rgb: [UInt8](repeating: 9, count: 4_500_000)))
        let text = PictureWay.kitty.bytes(
            PlacedPicture(picture: large, place: Rect(x: 0, y: 0, width: 80, height: 20)), cell: .zero)
        let pieces = text.split(separator: "\u{1B}_G")
        #expect(text.utf8.count < 2_200_000 && pieces.dropFirst().allSatisfy { $0.utf8.count < 4_200 })
        #expect(pieces.last?.hasPrefix("m=0;") == true)
    }

    @Test(
        "bytes are encoded as padded Base64 (RFC 4648 §10)",
        arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
    func base64(plain: String, text: String) {
        #expect(Base64.text(Array(plain.utf8)) == text)
    }

    @Test("a terminal that draws pictures gets the pixels, and the cells stay empty")
    func placed() throws {
        let picture = try #require(Self.four)
        var grid = Grid(size: Size(width: 8, height: 4), frame: Frame(drawsPictures: true))
        grid.inside(Rect(x: 2, y: 1, width: 6, height: 3)) {
            $0.draw(picture, in: Rect(x: 1, y: 1, width: 2, height: 1))
        }
        #expect(grid.frame.pictures == [PlacedPicture(picture: picture, place: Rect(x: 3, y: 2, width: 2, height: 1))])
        #expect(grid.cells.allSatisfy { $0.text == " " })
    }

    @Test(
        "a terminal reports whether it draws sixels",
        arguments: [("62;4;22", true), ("62;22", false), ("4", false), ("6", false)])
    func sixels(parameters: String, isKnown: Bool) {
        let body = Array("?\(parameters)c".utf8)
        #expect(ControlSequence(body[...])?.event == .report(.kind(drawsSixels: isKnown)))
    }
}
