/// One line of text in several styles.
public struct StyledLine: Hashable, Sendable {
    public struct Span: Hashable, Sendable {
        public var text: String
        public var style: Style

        public init(_ text: String, _ style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }

    public var spans: [Span]

    public init(_ spans: [Span] = []) {
        self.spans = spans
    }

    public init(_ text: String, _ style: Style = .plain) {
        spans = [Span(text, style)]
    }

    /// The width in columns.
    public var width: Int { spans.reduce(0) { $0 + TextCells.width($1.text) } }
    public var text: String { spans.map(\.text).joined() }

    public mutating func append(_ text: String, _ style: Style = .plain) {
        spans.append(Span(text, style))
    }
}
