import TerminalUI
import Testing

@testable import InboxUI

@Suite("Short file names")
struct ShortFileNameTests {
    @Test(
        "a name is cut in its middle and keeps its extension; blanks that push that away are one",
        arguments: [
            ("report.pdf", 10, "report.pdf"),
            ("minutes-of-the-meeting.docx", 20, "minutes-of-th…g.docx"),
            ("photo.jpg" + String(repeating: " ", count: 60) + ".exe", 40, "photo.jpg .exe"),
            ("photo.jpg" + String(repeating: "_", count: 60) + ".exe", 20, "photo.jpg____…__.exe"),
            ("日本語の長い名前.pdf", 11, "日本語….pdf"),
            ("a name without any extension", 13, "a name w…sion"),
            ("report.pdf", 3, "…df"), ("report.pdf", 0, ""),
        ])
    func fitting(name: String, columns: Int, short: String) {
        let fitting = ShortFileName.fitting(name, columns: columns, ellipsis: "…")
        #expect(fitting == short && TextCells.width(fitting) <= columns)
    }
}
