import TerminalUI
import Testing

@testable import InboxUI

@UI
@Suite("Names cut in the middle")
struct MiddleCutTests {
    @Test(
        "a name keeps its beginning and its end",
        arguments: [
            ("Invoices, north, 2025", 21, "Invoices, north, 2025"), ("Invoices, north, 2025", 12, "Invoic… 2025"),
            ("日本語の長い名前", 9, "日本…名前"), ("Work", 1, "W"), ("Work", 0, ""), ("Work", -1, ""),
        ])
    func middle(name: String, columns: Int, short: String) {
        #expect(MiddleCut.text(name, columns: columns, ellipsis: "…") == short)
    }

    private func drawn(_ name: String, _ aside: String, width: Int) -> String {
        var grid = Grid(
            size: Size(width: width, height: 1), frame: Frame(now: .now, motion: false, glyphs: .unicode))
        grid.draw(item: name, aside: aside)
        return grid.text(row: 0)
    }

    @Test("items whose names begin alike differ, and so do those of two accounts", arguments: [34, 48])
    func items(width: Int) {
        let names = ["Invoices of the northern region, 2025", "Invoices of the northern region, 2026"]
        let accounts = ["ann.ortiz@work.test", "ann.ortiz@home.test"]
        let rows = names.flatMap { name in (accounts + [""]).map { drawn(name, $0, width: width) } }
        #expect(Set(rows).count == rows.count, "\(rows)")
        let short = drawn("Work", accounts[0], width: 34)
        #expect(short.hasPrefix(" Work  ") && short.hasSuffix(" " + accounts[0]), "\(short)")
    }
}
