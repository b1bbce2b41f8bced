import Foundation

/// The sequences that ncurses has no function for. The terminal gets only these and the output of ncurses.
enum TerminalModes {
    /// No wrapping at the edge (a wrong width must not reach the next row), bracketed paste, focus reports.
    static let enter = "\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1004h"
    static let leave = mouseOff + "\u{1B}[?1004l\u{1B}[?2004l\u{1B}[?7h"
    /// Buttons, wheel and movement, as SGR reports.
    static let mouseOn = "\u{1B}[?1003h\u{1B}[?1006h"
    static let mouseOff = "\u{1B}[?1006l\u{1B}[?1003l"
    /// Asked once: are the beginning and end of a frame understood, what is the background, what can the terminal do?
    static let questions = "\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}[c"
    /// The status question after frames. The answer proves that everything before it has arrived.
    static let question = "\u{1B}[5n"
    static let frameBegin = "\u{1B}[?2026h"
    static let frameEnd = "\u{1B}[?2026l"
    static let bell = "\u{07}"
    static let frameMode = 2026
    /// Saves the window's title on the terminal's stack; `titleBack` restores it from there.
    static let titleKept = "\u{1B}[22;2t"
    static let titleBack = "\u{1B}[23;2t"

    static func title(_ text: String) -> String { "\u{1B}]2;\(plain(text))\u{1B}\\" }

    /// Behind a number, terminals take the text for another order: the progress of a job, the folder of the shell, a macro to run. A blank
    /// in front makes it a text.
    static func notice(_ text: String) -> String {
        let text = plain(text)
        let isNumbered = text.utf8.first.map { (0x30...0x39).contains($0) } ?? false
        return "\u{1B}]9;\(isNumbered ? " " : "")\(text)\u{1B}\\"
    }

    /// Returns nil for more than terminals accept. Base64 text cannot end the sequence.
    static func clipboard(_ text: String) -> String? {
        guard text.utf8.count <= 74_994 else { return nil }
        return "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\"
    }

    /// Drops whatever could end the sequence or begin another, and cuts the text to 200 scalars.
    private static func plain(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(200) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: kept.append(" ")
            default: kept.append(scalar)
            }
        }
        return String(kept)
    }

    /// For a dying process: turns off every mode that may be on, then restores the main screen and the cursor.
    static let restore: StaticString =
        """
        \u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[?7h\u{1B}[m\u{1B}(B\u{1B}[?1l\u{1B}>\
        \u{1B}[?1049l\u{1B}[?25h\r
        """
}
