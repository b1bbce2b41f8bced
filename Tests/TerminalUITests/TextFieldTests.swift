import TerminalUI
import TestSupport
import Testing

@Suite("Text field")
struct TextFieldTests {
    private func type(_ keys: [Key], into field: TextField = TextField()) -> TextField {
        var field = field
        for key in keys { _ = field.handle(.key(key)) }
        return field
    }

    @Test("the cursor moves and deletes by whole characters")
    func characters() {
        var field = TextField("a👨‍👩‍👧e\u{301}")
        #expect(field.cursor == 3)
        field = type([.left, .backspace], into: field)
        #expect(field.text == "ae\u{301}")
        field = type([.right, .backspace, .backspace, .backspace], into: field)
        #expect(field.isEmpty)
        #expect(field.cursor == 0)
    }

    @Test("a combining mark that is typed leaves the cursor behind its character")
    func joining() {
        var field = type(["e"])
        #expect(field.handle(.key(Key("\u{301}"))) == .edited)
        #expect(field.text == "e\u{301}")
        #expect(field.cursor == 1)
        field = type(["x"], into: field)
        #expect(field.text == "e\u{301}x")
    }

    @Test(
        "shell editing keys work",
        arguments: [
            ([.ctrl("a"), .ctrl("d")], "ne two three", 0), ([.ctrl("w")], "one two ", 8),
            ([.ctrl("w"), .ctrl("w")], "one ", 4),
            ([.ctrl("u")], "", 0), ([.home, .right, .ctrl("k")], "o", 1),
            ([.alt("b"), .alt("b"), .alt("d")], "one  three", 4),
            ([.alt("b"), .ctrl("u")], "three", 0), ([.home, .alt("f"), .delete], "onetwo three", 3),
            ([.ctrl("a"), .ctrl("f"), .ctrl("e"), .ctrl("b")], "one two three", 12),
        ] as [([Key], String, Int)])
    func editing(keys: [Key], text: String, cursor: Int) {
        let field = type(keys, into: TextField("one two three"))
        #expect(field.text == text)
        #expect(field.cursor == cursor)
    }

    @Test(
        "where a text has no blanks, a word ends where the kind of letter changes",
        arguments: [
            ("会議の議事録", "会議の"), ("お見積もり", "お見積"), ("メールソフト", ""), ("予定です。", "予定です"),
            ("添付PDF", "添付"), ("合同 最终版", "合同 "), ("foo-bar.baz", ""), ("한국어 메일", "한국어 "),
        ])
    func wordsWithoutBlanks(text: String, left: String) {
        #expect(type([.ctrl("w")], into: TextField(text)).text == left)
        var area = TextArea(text)
        _ = area.handle(.key(Key(.end, .control)))
        _ = area.handle(.key(.ctrl("w")))
        #expect(area.text == left)
        // Forwards, the same edges are met.
        #expect(type([.home, .alt("f"), .ctrl("u")], into: TextField("会議の議事録")).text == "の議事録")
    }

    @Test("T-7: pasted text becomes a single line without controls, up to the limit")
    func paste() {
        var field = TextField("ab", limit: 8)
        field.set("ab", cursor: 1)
        #expect(field.handle(.paste("x\ny\u{1B}\u{7}zzzzzz")) == .edited)
        #expect(field.text == "ax yzzzb")
        #expect(field.cursor == 7)
        #expect(field.handle(.key(.function(1))) == .ignored)
        #expect(field.handle(.key(.ctrl("p"))) == .ignored)
    }

    @Test("the field is drawn with its cursor, and a secret is masked")
    func drawing() {
        var grid = Grid(width: 12, height: 4)
        var field = TextField("ann@漢字.example")
        grid.inside(Rect(x: 1, y: 0, width: 10, height: 1)) { field.draw(into: &$0) }
        var secret = TextField("pässwörd", isSecret: true)
        grid.inside(Rect(x: 1, y: 1, width: 10, height: 1)) { secret.draw(into: &$0, isFocused: false) }
        var empty = TextField(placeholder: "Search")
        grid.inside(Rect(x: 1, y: 2, width: 10, height: 1)) { empty.draw(into: &$0, isFocused: false) }
        #expect(golden("text-field", grid) == nil)
    }

    @Test("in ASCII, a hint or a centred text without room ends in three dots")
    func ascii() {
        var grid = Grid(size: Size(width: 9, height: 2), frame: Frame(motion: false, glyphs: .ascii))
        var field = TextField(placeholder: "git am …")
        field.draw(into: &grid)
        grid.draw(centred: "Nothing here", y: 1)
        #expect(grid.text(row: 0) == "git am..." && grid.text(row: 1) == "Nothin...")
    }

    @Test("the cursor stays within the field for any input", arguments: 0..<100)
    func anything(seed: Int) {
        var random = SeededRandom(seed: seed)
        var field = TextField(limit: 60)
        let keys: [Key] = [
            .left, .right, .backspace, .delete, .home, .end, .ctrl("w"), .ctrl("k"), .alt("b"), .alt("f"), .alt("d"),
        ]
        for _ in 0..<80 {
            if random.int(0..<2) == 0 {
                _ = field.handle(.paste(random.text(length: 3)))
            } else {
                _ = field.handle(.key(random.pick(keys)))
            }
            #expect((0...field.text.count).contains(field.cursor))
            var grid = Grid(width: random.int(1..<15), height: 1)
            field.draw(into: &grid)
            #expect(grid.frame.cursor != nil)
        }
    }
}
