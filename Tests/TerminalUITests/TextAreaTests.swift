import TestSupport
import Testing

@testable import TerminalUI

@Suite("Text area")
struct TextAreaTests {
    private func typed(_ text: String, into start: String = "") -> TextArea {
        var area = TextArea(start)
        for character in text { _ = area.handle(.key(character == "\n" ? .enter : Key(character))) }
        return area
    }

    @UI
    private func drawn(_ area: inout TextArea, _ width: Int, _ height: Int) -> [String] {
        var grid = Grid(size: Size(width: width, height: height), frame: Frame(now: .now))
        area.draw(into: &grid)
        return (0..<height).map { grid.text(row: $0).trimmingSuffixBlanks }
    }

    @Test("a line's style is told by its beginning, however long it is")
    func styledByBeginning() {
        var area = TextArea("> " + String(repeating: "word ", count: 20_000))
        var grid = Grid(width: 80, height: 24)
        var given: [Int] = []
        area.draw(into: &grid) { line in
            given.append(line.count)
            return line.hasPrefix("> ") ? Style(.quote1) : .text
        }
        #expect(given.count == 24 && given.allSatisfy { $0 <= 100 })
        #expect(grid[0, 10]?.style == Style(.quote1))
    }

    @Test("undo of a long insertion scrolls back to the remaining text")
    @UI
    func sightAfterUndo() {
        var area = TextArea((1...6).map(String.init).joined(separator: "\n"))
        _ = drawn(&area, 10, 8)
        _ = area.handle(.key(.ctrl("e")))
        for _ in 0..<6 { _ = area.handle(.key(.down)) }
        area.insert((0..<500).map { "line \($0)" }.joined(separator: "\n"))
        let filled = drawn(&area, 10, 8)
        #expect(filled.last?.contains("line 499") == true)
        let isUndone = area.undo()
        let rest = drawn(&area, 10, 8).filter { !$0.isEmpty }
        #expect(isUndone && rest == ["1", "2", "3", "4", "5", "6"])
    }

    @Test("typing, Enter and Backspace make and join lines")
    func typing() {
        var area = typed("ab\ncd")
        #expect(area.text == "ab\ncd")
        _ = area.handle(.key(.home))
        _ = area.handle(.key(.backspace))
        #expect(area.text == "abcd")
        #expect(area.cursor == .init(line: 0, column: 2))
        _ = area.handle(.key(.delete))
        #expect(area.text == "abd")
    }

    @Test("long lines wrap after spaces, and the text itself stays the same")
    @UI
    func wrapping() {
        var area = TextArea("one two three\nfour")
        #expect(drawn(&area, 9, 4) == ["one two", "three", "four", ""])
        #expect(area.text == "one two three\nfour")
        var wide = TextArea("漢字漢字漢字")
        #expect(drawn(&wide, 6, 3) == ["漢字", "漢字", "漢字"])
    }

    @Test(
        "Chinese and Japanese wrap between characters, but not before what closes nor after what opens",
        arguments: [
            ("PDF の議事録です", ["PDF の議", "事録です"]), ("会議の日、明日", ["会議の", "日、明日"]),
            ("これは「本」", ["これは", "「本」"]), ("日本語abc def", ["日本語", "abc def"]),
            ("한국어 한국어", ["한국어", "한국어"]), ("データー", ["データー", ""]),
        ])
    @UI
    func wrappingIdeographs(text: String, rows: [String]) {
        var area = TextArea(text)
        #expect(drawn(&area, 9, 2) == rows)
        #expect(area.text == text)
    }

    @Test("Arabic, emoji sequences and combining marks count as whole characters for rows, cursor and Backspace")
    @UI
    func letters() {
        let family = "👩‍👩‍👧‍👦"
        let text = "مرحبا بالعالم \(family)e\u{301}"
        var area = TextArea(text)
        #expect(drawn(&area, 9, 3).allSatisfy { TextCells.width($0) <= 9 })
        #expect(drawn(&area, 9, 3)[0] == "مرحبا" && area.text == text)
        for _ in text { _ = area.handle(.key(.right)) }
        #expect(area.cursor == .init(line: 0, column: text.count))
        for _ in 0..<2 { _ = area.handle(.key(.backspace)) }
        #expect(area.text == "مرحبا بالعالم ")
        _ = area.handle(.paste("🇩🇪\r\nשלום"))
        #expect(area.text == "مرحبا بالعالم 🇩🇪\nשלום")
        _ = area.handle(.key(.up))
        _ = area.handle(.key(.end))
        _ = area.handle(.key(.backspace))
        #expect(area.text == "مرحبا بالعالم \nשלום")
    }

    @Test("Up and Down move by screen rows and keep the column")
    @UI
    func rows() {
        var area = TextArea("one two three\nx\nlonger")
        _ = drawn(&area, 9, 5)
        _ = area.handle(.key(.right))
        _ = area.handle(.key(.right))
        _ = area.handle(.key(.down))
        #expect(area.cursor == .init(line: 0, column: 10))
        _ = area.handle(.key(.down))
        #expect(area.cursor == .init(line: 1, column: 1))
        _ = area.handle(.key(.down))
        #expect(area.cursor == .init(line: 2, column: 2))
        #expect(area.handle(.key(.down)) == .ignored)
    }

    @Test("the cursor is always visible")
    @UI
    func scrolling() {
        var area = TextArea((1...30).map(String.init).joined(separator: "\n"))
        _ = area.handle(.key(Key(.end, .control)))
        #expect(drawn(&area, 10, 4) == ["27", "28", "29", "30"])
        _ = area.handle(.key(.pageUp))
        #expect(drawn(&area, 10, 4).contains("27"))
        _ = area.handle(.key(Key(.home, .control)))
        #expect(drawn(&area, 10, 4) == ["1", "2", "3", "4"])
    }

    @Test("T-7: pasted text keeps its lines and loses its controls")
    func pasting() {
        var area = TextArea()
        _ = area.handle(.paste("a\tb\r\nc\u{1B}[2Jd"))
        #expect(area.text == "a\tb\nc[2Jd")
    }

    @UI @Test("tabs are kept: they are drawn to the next eighth column, wrap after, and count as one step")
    func tabs() {
        var area = TextArea("\tone\nab\ttwo\tthree")
        #expect(area.text == "\tone\nab\ttwo\tthree")
        #expect(drawn(&area, 30, 3) == ["        one", "ab      two     three", ""])
        _ = area.handle(.key(.down))
        _ = area.handle(.key(.end))
        _ = area.handle(.key(.up))
        #expect(area.cursor == .init(line: 0, column: 4))
        _ = area.handle(.key(.home))
        _ = area.handle(.key(.right))
        _ = area.handle(.key(.down))
        #expect(area.cursor == .init(line: 1, column: 3))
        #expect(drawn(&area, 18, 3) == ["        one", "ab      two", "three"])
    }

    @Test("undo reverts words, lines and pastes, and redo repeats them")
    func undo() {
        var area = typed("one two")
        _ = area.handle(.paste("!"))
        _ = area.handle(.key(.ctrl("_")))
        #expect(area.text == "one two")
        _ = area.handle(.key(.ctrl("_")))
        #expect(area.text == "one")
        _ = area.handle(.key(.alt("_")))
        _ = area.handle(.key(.alt("_")))
        #expect(area.text == "one two!")
        for _ in 0..<9 { _ = area.handle(.key(.ctrl("_"))) }
        #expect(area.isEmpty)
    }

    @Test("after any keys, cursor and text are valid, and undo restores the initial text", arguments: 0..<20)
    @UI
    func random(seed: Int) {
        var random = SeededRandom(seed: seed)
        let keys: [Key] = [
            "a", "漢", " ", .enter, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
            .ctrl("w"), .ctrl("u"), .ctrl("k"), .alt("d"), Key(.left, .control), Key(.right, .control), .ctrl("_"),
            .alt("_"),
        ]
        var area = TextArea("first line\nsecond")
        for _ in 0..<300 {
            if Int.random(in: 0..<20, using: &random) == 0 {
                _ = drawn(&area, Int.random(in: 3..<30, using: &random), 4)
            }
            let key = keys[Int.random(in: 0..<keys.count, using: &random)]
            _ = area.handle(.key(key))
            let lines = area.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.indices.contains(area.cursor.line), "seed \(seed)")
            #expect(area.cursor.column <= lines[area.cursor.line].count, "seed \(seed)")
        }
        while area.undo() {}
        #expect(area.text == "first line\nsecond", "seed \(seed)")
    }
}

extension String {
    fileprivate var trimmingSuffixBlanks: String { String(reversed().drop { $0 == " " }.reversed()) }

    @Test("a combining mark does not move the cursor, whether typed, pasted or joined by deleting")
    func combining() {
        var area = TextArea()
        for character in ["n", "i", "\u{308}", "x"] as [Character] { _ = area.handle(.key(Key(character))) }
        #expect(area.text == "ni\u{308}x" && area.cursor.column == 3)
        _ = area.handle(.key(.backspace))
        #expect(area.text == "ni\u{308}")
        _ = area.handle(.key(.backspace))
        area.insert("e")
        area.insert("\u{301}t")
        #expect(area.text == "ne\u{301}t" && area.cursor.column == 3)
        _ = area.handle(.key(.left))
        _ = area.handle(.key(.backspace))
        #expect(area.text == "nt" && area.cursor.column == 1)
        area.insert("o")
        area.insert("x")
        area.insert("\u{302}")
        #expect(area.cursor.column == 3)
    }
}
