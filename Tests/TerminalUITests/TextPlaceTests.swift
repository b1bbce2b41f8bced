import TerminalUI
import Testing

@Suite("A place in a text that is broken anew")
struct TextPlaceTests {
    private let wide = ["one two three", "", "four five six seven", "eight nine"]

    @Test("is the line with its first letter", arguments: zip([0, 2, 3], [0, 3, 6]))
    func found(line: Int, narrow: Int) {
        let lines = ["one two", "three", "", "four five", "six", "seven", "eight", "nine"]
        #expect(TextPlace(line: line, of: wide).line(in: lines) == narrow)
        #expect(TextPlace(line: line, of: wide).line(in: wide) == line)
    }

    @Test("stays on an empty line where nothing changed, and within what has become shorter")
    func kept() {
        #expect(TextPlace(line: 1, of: wide).line(in: wide) == 1)
        #expect(TextPlace(line: 3, of: wide).line(in: ["one two three"]) == 0)
        #expect(TextPlace(line: 3, of: wide).line(in: []) == 0)
    }
}
