import TestSupport
import Testing

@testable import TerminalUI

@Suite("Grid")
struct GridTests {
    @Test("text is clipped at the edges and at the given columns")
    func clips() {
        var grid = Grid(width: 10, height: 2)
        #expect(grid.draw("Hello, world", x: 4, y: 0) == 10)
        #expect(grid.draw("Hello", x: 0, y: 1, columns: 3) == 3)
        grid.draw("out", x: 0, y: 2)
        grid.draw("out", x: 0, y: -1)
        #expect(grid.text(row: 0) == "    Hello,")
        #expect(grid.text(row: 1) == "Hel")
    }

    @Test("a wide character that does not fit is left out, never halved")
    func neverHalves() {
        var grid = Grid(width: 5, height: 1)
        grid.draw("漢字漢", x: 0, y: 0)
        #expect(grid.text(row: 0) == "漢字")
        grid.draw("x", x: 1, y: 0)
        #expect(grid.text(row: 0) == " x字")
        grid.draw("y", x: 2, y: 0)
        #expect(grid.text(row: 0) == " xy")
        #expect(grid[3, 0]?.text == " ")
    }

    @Test("a subgrid draws in its own coordinates and is clipped to its rectangle")
    func parts() {
        var grid = Grid(width: 10, height: 3)
        grid.inside(Rect(x: 6, y: 1, width: 8, height: 1)) { part in
            #expect(part.size == Size(width: 8, height: 1))
            part.draw("abcdefgh", x: 0, y: 0)
            part.draw("below", x: 0, y: 1)
            part.inside(Rect(x: -1, y: 0, width: 3, height: 1)) { $0.draw("123", x: 0, y: 0) }
            part.showCursor(x: 1, y: 0)
            part.showCursor(x: 5, y: 0)
        }
        #expect(grid.text(row: 1) == "      23cd")
        #expect(grid.text(row: 2).isEmpty)
        #expect(grid.frame.cursor == Point(x: 7, y: 1))
        #expect(grid.size == Size(width: 10, height: 3))
    }

    @Test("a wide character cut by a subgrid's edge becomes a blank")
    func cutByPart() {
        var grid = Grid(width: 6, height: 1)
        grid.draw("......", x: 0, y: 0)
        grid.inside(Rect(x: -1, y: 0, width: 6, height: 1)) { $0.draw("漢ab漢", x: 0, y: 0) }
        #expect(grid.text(row: 0) == " ab漢.")
    }

    @Test("a picture redraws the cells it captured")
    func pictures() {
        var grid = Grid(width: 8, height: 2)
        grid.draw("漢bold", x: 0, y: 0, .bold)
        let picture = grid.picture(of: Rect(x: 1, y: 0, width: 4, height: 1))
        grid.clear()
        grid.draw(picture, x: 3, y: 1)
        #expect(grid.text(row: 1) == "    bol")
        #expect(grid[4, 1]?.style == .bold)
    }

    @Test("T-1, T-4: any drawn text keeps columns aligned and adds no controls", arguments: 0..<100)
    func anyText(seed: Int) {
        var random = SeededRandom(seed: seed)
        var grid = Grid(width: 23, height: 3)
        for _ in 0..<40 {
            let text = random.text(length: 12)
            grid.inside(Rect(x: random.int(-4..<21), y: random.int(-1..<3), width: random.int(0..<13), height: 2)) {
                $0.draw(text, x: random.int(-3..<9), y: random.int(0..<2))
            }
        }
        for y in 0..<3 {
            let row = Array(grid.row(y))
            #expect(row.reduce(0) { $0 + Int($1.width) } == 23)
            for (x, cell) in row.enumerated() {
                #expect(cell.width != 2 || row[x + 1].width == 0)
                #expect(cell.width != 0 || (x > 0 && row[x - 1].width == 2 && cell.text.isEmpty))
                #expect(cell.text.utf8.count <= 64)
                #expect(cell.text.unicodeScalars.count <= 5)
                #expect(!cell.text.unicodeScalars.contains { $0.isForbidden })
            }
        }
    }

    @Test("a ground applies to cells already drawn")
    func grounds() {
        var grid = Grid(width: 12, height: 2)
        grid.draw("plain ", x: 0, y: 0)
        grid.draw("bold", x: 6, y: 0, .bold)
        grid.draw("star link", x: 0, y: 1, Style(.star))
        grid.draw("link", x: 5, y: 1, .link)
        grid.inside(Rect(x: 0, y: 1, width: 4, height: 1)) { $0.setGround(.selection) }
        grid.showCursor(x: 2, y: 1)
        #expect(golden("grid-styles", grid) == nil)
    }

    @Test("a kept picture is redrawn only when its content or size changes")
    func kept() {
        var picture = KeptPicture<Int>()
        var drawn = 0
        func draw(_ content: Int, width: Int) -> String {
            var grid = Grid(width: width, height: 1)
            picture.draw(content, into: &grid) { part in
                drawn += 1
                part.draw("number \(content)", x: 0, y: 0)
            }
            return grid.text(row: 0)
        }
        #expect(draw(1, width: 10) == "number 1" && draw(1, width: 10) == "number 1" && drawn == 1)
        #expect(draw(2, width: 10) == "number 2" && drawn == 2)
        #expect(draw(2, width: 4) == "numb" && drawn == 3)
    }

    @Test("a style keeps each of its parts in any combination")
    func styleParts() {
        for role in Role.allCases {
            for ground in [nil] + Role.allCases.map(Optional.some) {
                for bits in UInt8(0)..<32 {
                    let attributes = Attributes(rawValue: bits)
                    let style = Style(role, attributes, on: ground)
                    #expect(style.role == role && style.attributes == attributes && style.ground == ground)
                    var painted = style
                    painted.paint = Paint(ink: 0xABCDEF, ground: 0x123456)
                    #expect(painted.paint == Paint(ink: 0xABCDEF, ground: 0x123456) && painted != style)
                    #expect(painted.role == role && painted.attributes == attributes && painted.ground == ground)
                }
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar must never be written to a terminal as part of a text.
    var isForbidden: Bool {
        let bidirectional = [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        return value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
            || bidirectional.contains(Int(value)) || value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
    }
}
