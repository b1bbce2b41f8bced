import TerminalUI
import Testing

@Suite("Reading position in rewrapped text")
struct TextPlaceTests {
    private let wide = ["one two three", "", "four five six seven", "eight nine"]

    @Test("the position follows its first letter", arguments: zip([0, 2, 3], [0, 3, 6]))
    func found(line: Int, narrow: Int) {
        let lines = ["one two", "three", "", "four five", "six", "seven", "eight", "nine"]
        #expect(TextPlace(line: line, of: wide).line(in: lines) == narrow)
        #expect(TextPlace(line: line, of: wide).line(in: wide) == line)
    }

    @Test("the position stays on an unchanged empty line and within a shortened text")
    func kept() {
        #expect(TextPlace(line: 1, of: wide).line(in: wide) == 1)
        #expect(TextPlace(line: 3, of: wide).line(in: ["one two three"]) == 0)
        #expect(TextPlace(line: 3, of: wide).line(in: []) == 0)
    }
}
