/// What a reader shows of a mail's text: cleaned lines with styles and links, not yet broken to a width.
public struct StyledText: Equatable, Sendable {
    /// How a piece of text looks.
    public struct Style: OptionSet, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        public static let bold = Style(rawValue: 1)
        public static let italic = Style(rawValue: 2)
        public static let underline = Style(rawValue: 4)
        public static let strike = Style(rawValue: 8)
        public static let code = Style(rawValue: 16)
        public static let heading = Style(rawValue: 32)
        /// Of less weight: placeholders of pictures, signatures, notices of ours.
        public static let dim = Style(rawValue: 64)
    }

    /// A piece of a line that looks the same all over.
    public struct Run: Equatable, Sendable {
        public var text: String
        public var style: Style
        /// An index in `links`.
        public var link: Int?
        /// An index in `pictures`: the text stands for it.
        public var picture: Int?

        public init(text: String, style: Style = [], link: Int? = nil, picture: Int? = nil) {
            self.text = text
            self.style = style
            self.link = link
            self.picture = picture
        }
    }

    /// A line as the text has it, or one row of it after `wrapped(to:measure:)`.
    public struct Line: Equatable, Sendable {
        public var runs: [Run]
        /// How often it was quoted; two columns are kept free for each (`StyledText.quoteColumns`).
        public var quoteDepth: Int
        /// Columns in front of the text, after those of the quote.
        public var indent: Int
        /// What stands right before the text, within the columns of `indent`: "• ", "1. ".
        public var marker: String?
        /// Its blanks carry meaning: it is cut at the width, not broken between words.
        public var isPreformatted: Bool
        /// A rule across the width; it has no text.
        public var isRule: Bool
        /// Set on the lines of a row of a table: what stands there instead where the width is too small for its columns.
        public var unrolled: Unrolled?
        /// A table that is not yet written out; it has no other text.
        var table: TableRows?

        /// The cells of a row one after the other.
        public struct Unrolled: Equatable, Sendable {
            /// Columns that the whole row takes.
            public var width: Int
            /// They all belong to the row's first line.
            public var lines: [Line]
        }

        public init(
            runs: [Run] = [], quoteDepth: Int = 0, indent: Int = 0, marker: String? = nil, isPreformatted: Bool = false,
            isRule: Bool = false
        ) {
            self.runs = runs
            self.quoteDepth = quoteDepth
            self.indent = indent
            self.marker = marker
            self.isPreformatted = isPreformatted
            self.isRule = isRule
        }

        public var text: String {
            runs.count == 1 ? runs[0].text : runs.map(\.text).joined()
        }

        /// Nothing but blanks.
        public var isEmpty: Bool {
            !isRule && marker == nil && table == nil && runs.allSatisfy(\.text.isAllBlank)
        }
    }

    /// A place that the text leads to; always `http`, `https` or `mailto`.
    public struct Link: Equatable, Sendable {
        /// Where it leads, cleaned.
        public var target: String
        /// What the text shows for it, on one line.
        public var text: String
        /// Why it deserves a second look, in words: the text claims another target, or the target hides where it leads.
        public var note: String?

        public init(target: String, text: String, note: String? = nil) {
            self.target = target
            self.text = text
            self.note = note
        }
    }

    /// A picture that the text shows the words of: in the text itself, a file of the mail, or on another server, from where nothing loads
    /// it.
    public struct Picture: Equatable, Sendable {
        public enum Source: Equatable, Sendable {
            case data([UInt8])
            /// A file of the message, by its Content-ID (RFC 2392).
            case file(contentID: String)
            case remote(String)
        }

        public var source: Source
        /// What its sender wrote for those who don't see it, on one line; may be empty.
        public var text: String
    }

    public var lines: [Line] = []
    public var pictures: [Picture] = []
    public var links: [Link] = []
    /// Pictures on other hosts. They are never loaded here.
    public var remoteImageCount = 0
    /// Those of them that look as if they were there to tell who reads: of one pixel, hidden, or with an address in their query.
    public var trackerCount = 0
    /// Pieces of text that the sender had hidden; they are left out.
    public var hiddenTextCount = 0
    /// Whether they are shown all the same, each marked.
    public var revealsHidden = false
    /// What was too large to show, in words; also the last line of the text.
    public var notice: String?

    /// Columns that a painter uses for each level of quoting.
    public static let quoteColumns = 2

    public init() {}

    /// All lines as plain text.
    public var plainText: String {
        lines.map { ($0.marker ?? "") + $0.text }.joined(separator: "\n")
    }
}
