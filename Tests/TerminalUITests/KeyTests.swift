import TerminalUI
import Testing

@Suite("Keys as text")
struct KeyTests {
    @Test(
        "a key's text is its spelling in bindings",
        arguments: [
            (Key("g"), "g"), (Key("G"), "G"), (.ctrl("d"), "Ctrl-d"), (.alt("x"), "Alt-x"), (.space, "Space"),
            (.enter, "Enter"),
            (.escape, "Esc"), (.backTab, "Shift-Tab"), (.function(2), "F2"),
            (Key(.function(12), [.control, .shift]), "Ctrl-Shift-F12"),
            (.pageUp, "PgUp"), (.delete, "Del"), (Key(" ", .control), "Ctrl-Space"), ("-", "-"), (.ctrl("-"), "Ctrl--"),
            ("é", "é"),
        ] as [(Key, String)])
    func description(key: Key, text: String) {
        #expect(key.description == text)
        #expect(Key(text) == key)
    }

    @Test(
        "other spellings are read as well",
        arguments: [
            ("ctrl-D", Key.ctrl("d")), ("C-x", .ctrl("x")), ("M-x", .alt("x")), ("Shift-g", "G"), ("BackTab", .backTab),
            ("return", .enter), ("ESCAPE", .escape), ("f5", .function(5)), ("PageDown", .pageDown), ("s-tab", .backTab),
        ] as [(String, Key)])
    func reads(text: String, key: Key) {
        #expect(Key(text) == key)
    }

    @Test("invalid keys are rejected", arguments: ["", "Hyper-x", "gg", "F0", "F99", "Ctrl-", "\u{1B}", "Ctrl-Enterx"])
    func refuses(text: String) {
        #expect(Key(text) == nil)
    }
}

@Suite("Mouse shake")
struct ShakeDetectorTests {
    private let start = ContinuousClock.now

    private func shakes(_ places: [Int], every step: Int) -> Int {
        var detector = ShakeDetector()
        var count = 0
        for (index, x) in places.enumerated() where detector.moved(toX: x, at: start + .milliseconds(index * step)) {
            count += 1
        }
        return count
    }

    @Test("five turns within 0.6 s are a single shake")
    func shake() {
        #expect(shakes([10, 20, 10, 20, 10, 20, 10], every: 50) == 1)
        #expect(shakes([10, 12, 14, 10, 14, 10, 14, 14, 10], every: 50) == 1)
    }

    @Test("four turns, slow turns or a straight move are no shake")
    func noShake() {
        #expect(shakes([10, 20, 10, 20, 10, 20], every: 50) == 0)
        #expect(shakes([10, 20, 10, 20, 10, 20, 10, 20, 10], every: 200) == 0)
        #expect(shakes(Array(0..<80), every: 5) == 0)
    }
}
