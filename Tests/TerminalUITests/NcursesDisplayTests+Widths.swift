import Glibc
@testable import TerminalUI
import Testing

private enum OddRows {
    /// A row of three fields: a name, a subject and a time. Names of odd characters are in some rows only.
    static let odd = [
        ("漢字 仮名", "ひらがな と カタカナ と 한글"), ("👨‍👩‍👧‍👦 family", "👍🏽 works, 🧑🏿‍🚀 too"),
        ("🇩🇪 🇫🇷", "e\u{301}\u{302} n\u{303} soft\u{AD}hyphen"),
        ("שלום עולם", "מה שלומך היום"), ("— “Ann” …", "●★ α β я é ─│─ ½ ©"), ("☺️ ❤️ ☎", "1️⃣ ⌚ ✨ ﷽ \u{1FAE8}"),
    ]
    static let count = 14

    static func frame(selected: Int, plain: Bool = false) -> Grid {
        var grid = Grid(width: 64, height: count)
        for y in 0..<count {
            let style: Style = y == selected ? .selection : .plain
            grid.clear(Rect(x: 0, y: y, width: 64, height: 1), style)
            let (name, subject) =
                y % 2 == 1 && !plain && y / 2 < odd.count ? odd[y / 2] : ("Ann \(y)", "Plans for row \(y)")
            grid.draw(name, x: 2, y: y, style, columns: 20)
            grid.draw(subject, x: 24, y: y, style, columns: 27)
            grid.draw("\(selected % 10)", x: 52, y: y, style)
            grid.draw("1\(y % 10):05", x: 56, y: y, style)
        }
        return grid
    }
}

/// Character widths as other terminals have them.
enum TerminalWidths: String, CaseIterable, Codable, Sendable {
    case usual, narrowEmoji, wideAmbiguous, narrowIdeographs, wideMarks, wideFlags

    func width(_ scalar: Unicode.Scalar) -> Int {
        let usual = TerminalEmulator.usualWidth(scalar)
        switch (self, scalar.value) {
        case (.narrowEmoji, 0x2300...0x27BF), (.narrowEmoji, 0x1F000...): return min(1, usual)
        case (.wideAmbiguous, 0xA1...0xFF), (.wideAmbiguous, 0x370...0x4FF), (.wideAmbiguous, 0x2010...0x27BF):
            return 2
        case (.narrowIdeographs, 0x2E80...0xFFFF): return min(1, usual)
        case (.wideMarks, _): return max(1, usual)
        case (.wideFlags, 0x1F1E6...0x1F1FF): return 2
        default: return usual
        }
    }
}

extension NcursesDisplayTests {
    @Test(
        "T-6: where a terminal has other character widths, only those rows differ, and what stands after in them begins where it should",
        arguments: TerminalWidths.allCases)
    func otherWidths(_ widths: TerminalWidths) async {
        await #expect(processExitsWith: .success) { [widths] in
            let rows = OddRows.count
            let terminal = try #require(PseudoTerminal(columns: 64, rows: UInt16(rows)))
            let display = try await NcursesDisplay()
            var screen = TerminalEmulator(columns: 64, rows: rows, width: widths.width)
            func shows(_ grid: Grid, _ y: Int) -> Bool { screen.text(y) == grid.text(row: y) }
            for selected in [0, 1, 3, 2, 7, 9, 11, 12] {
                let frame = OddRows.frame(selected: selected)
                await display.show(frame)
                screen.feed(terminal.output())
                for y in 0..<rows {
                    let isOdd = y % 2 == 1 && y / 2 < OddRows.odd.count
                    #expect(isOdd || shows(frame, y), "\(widths), row \(y): \(screen.text(y))")
                    #expect(screen.text(y, 56..<61) == "1\(y % 10):05", "\(widths), row \(y): \(screen.text(y))")
                    // The name may take more or fewer columns, but the subject begins in its own.
                    let first = frame[24, y]?.text.unicodeScalars.first
                    #expect(
                        screen.rows[y][24].text.unicodeScalars.first == first, "\(widths), row \(y): \(screen.text(y))")
                }
            }
            let plain = OddRows.frame(selected: 2, plain: true)
            await display.show(plain)
            screen.feed(terminal.output())
            for y in 0..<rows { #expect(shows(plain, y), "\(widths), row \(y): \(screen.text(y))") }
            await display.stop()
        }
    }

    @Test(
        "T-4: right-to-left text stays in its field where a terminal reorders it by the line, and no direction mark is written"
    )
    func rightToLeft() async {
        await #expect(processExitsWith: .success) {
            setenv("VTE_VERSION", "7600", 1)
            let terminal = try #require(PseudoTerminal(columns: 64, rows: 8))
            let display = try await NcursesDisplay()
            var screen = TerminalEmulator(columns: 64, rows: 8)
            let fields = [
                ("אבי כהן", "שלום עולם"), ("אבי", "Re: hello"), ("Ann", "שלום"), ("أحمد", "12 דקות"), ("אבי", "3 new"),
            ]
            var grid = Grid(width: 64, height: 8)
            for (y, (name, subject)) in fields.enumerated() {
                grid.draw(name, x: 2, y: y)
                grid.draw(StyledLine([.init(subject, .bold), .init(" עוד", .dim)]), x: 24, y: y)
                grid.draw("14:32", endingAt: 63, y: y, .dim)
            }
            await display.show(grid)
            let output = terminal.output()
            screen.feed(output)
            for (y, (name, subject)) in fields.enumerated() {
                let shown = RowDirection.shown(screen.rows[y].map(\.text))
                #expect(
                    letters(shown[0..<23]) == letters(name.map(String.init)), "\(y) \(shown)"
                )
                let whole = subject + " עוד"
                #expect(letters(shown[23..<57]) == letters(whole.map(String.init)), "\(y) \(shown)")
                #expect(shown[58..<63].joined() == "14:32", "\(y) \(shown)")
                for column in [25, 59] {
                    #expect(output.contains("\u{1B}[\(y + 1);\(column)H") || name == "Ann", "\(y) \(column)")
                }
            }
            let marks = output.unicodeScalars.filter {
                [0x061C, 0x200E, 0x200F].contains($0.value) || (0x202A...0x202E).contains($0.value)
                    || (0x2066...0x2069).contains($0.value)
            }
            #expect(marks.isEmpty)
            await display.stop()
        }
    }
}

/// The letters of some cells, in the same order whatever the direction.
private func letters(_ cells: some Sequence<String>) -> String {
    String(cells.joined().filter { $0 != "\u{2800}" && $0 != " " }.sorted())
}
