import InboxModel
import MailContent
import TerminalUI

/// A message laid out in lines for one screen width.
struct LaidMessage: Sendable {
    /// What Tab steps through and Enter follows.
    enum Target: Hashable, Sendable {
        case link(Int)
        case file(Int)
        /// A picture in the text, by the number that the key for pictures takes; only a click goes to it.
        case picture(Int)
    }

    /// A part of a line with one style.
    struct Span: Sendable {
        var text: String
        var style: Style
        var target: Target?

        init(_ text: String, _ style: Style = .plain, _ target: Target? = nil) {
            self.text = text
            self.style = style
            self.target = target
        }
    }

    /// What a click on a line does when it hits no target.
    enum Press: Hashable, Sendable {
        case none, header, quotes
    }

    struct Line: Sendable {
        var spans: [Span]
        /// Shown at the right end.
        var end: Span?
        var press = Press.none
        /// The line as typed text of the mail, with a `>` for each enclosing quote; nil for a line that is not the mail's own text.
        var typed: String?
        /// What it adds to the row above it, where both are one line of the mail; nil where a line begins.
        var continuing: String?

        var text: String { spans.map(\.text).joined() }

        init(_ spans: [Span] = [], end: Span? = nil, press: Press = .none) {
            self.spans = spans
            self.end = end
            self.press = press
        }
    }

    var lines: [Line] = []
    var links: [StyledText.Link] = []
    var files: [MessageFile] = []
    /// Whether it shows a time that counts down.
    var isCounting = false
    /// Whether quotes are folded away.
    var hasFolds = false

    /// All targets, in reading order.
    var targets: [Target] { links.indices.map { .link($0) } + files.indices.map { .file($0) } }

    /// Returns the mail's own text of some lines, as typed. Lines that were broken only for the screen are joined again.
    func typed(_ places: some Sequence<Int>) -> String {
        var typed: [String] = []
        for place in places where lines.indices.contains(place) {
            guard let text = lines[place].typed else { continue }
            if let more = lines[place].continuing, let last = typed.indices.last {
                typed[last] += more
            } else {
                typed.append(text)
            }
        }
        return typed.joined(separator: "\n")
    }

    /// The text of each line that is the same at any width; empty for heads, which say less where there is less room.
    var bodyLines: [String] { lines.map { $0.press == .none ? $0.text : "" } }

    /// Returns the first line that shows the target.
    func line(of target: Target) -> Int? {
        lines.firstIndex { $0.spans.contains { $0.target == target } }
    }
}
