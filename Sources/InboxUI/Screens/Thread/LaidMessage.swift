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

    /// The first line that shows the target.
    func line(of target: Target) -> Int? {
        lines.firstIndex { $0.spans.contains { $0.target == target } }
    }
}
