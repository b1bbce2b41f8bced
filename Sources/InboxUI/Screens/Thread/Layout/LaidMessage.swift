import InboxModel
import MailContent
import TerminalUI

/// A message broken into the lines of a screen of one width.
struct LaidMessage: Sendable {
    /// What Tab goes through and Enter follows.
    enum Target: Hashable, Sendable {
        case link(Int)
        case file(Int)
        /// A picture in the text, by the number that the key for pictures takes; only a click goes to it.
        case picture(Int)
    }

    /// A piece of a line that looks the same all over.
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
        /// Stands at the right end.
        var end: Span?
        var press = Press.none
        /// A line of the mail's own text as one types it, with a `>` for each quote around it; nil for what stands around it.
        var typed: String?
        /// What it adds to the row above it, where the two are one line of the mail; nil where a line begins.
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
    /// Whether it tells a time that is counted down.
    var isCounting = false
    /// Whether quotes are folded away.
    var hasFolds = false

    /// In the order of reading.
    var targets: [Target] { links.indices.map { .link($0) } + files.indices.map { .file($0) } }

    /// The mail's own text in some of the lines, as one types it: what was broken for the screen alone is in one piece again.
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

    /// Line by line what is the same text in lines of any width; heads say less where there is less room.
    var bodyLines: [String] { lines.map { $0.press == .none ? $0.text : "" } }

    /// The first line that shows the target.
    func line(of target: Target) -> Int? {
        lines.firstIndex { $0.spans.contains { $0.target == target } }
    }
}
