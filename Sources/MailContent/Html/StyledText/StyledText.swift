/// The text of a mail as a reader shows it: cleaned lines with styles and links, not yet wrapped to a width.
public struct StyledText: Equatable, Sendable {
    /// The look of a piece of text.
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
        /// Less prominent: placeholders of pictures, signatures, Maraca's own notices.
        public static let dim = Style(rawValue: 64)
    }

    /// A piece of a line with a uniform look.
    public struct Run: Equatable, Sendable {
        public var text: String
        public var style: Style
        /// An index in `links`.
        public var link: Int?
        /// An index in `pictures`, for text that stands for a picture.
        public var picture: Int?

        public init(text: String, style: Style = [], link: Int? = nil, picture: Int? = nil) {
            self.text = text
            self.style = style
            self.link = link
            self.picture = picture
        }
    }

    /// A line of the text, or one row of it after `wrapped(to:measure:)`.
    public struct Line: Equatable, Sendable {
        public var runs: [Run]
        /// The depth of the quote; each level takes two columns (`StyledText.quoteColumns`).
        public var quoteDepth: Int
        /// The columns in front of the text, after those of the quote.
        public var indent: Int
        /// The bullet or number right before the text, within the columns of `indent`: "• ", "1. ".
        public var marker: String?
        /// Whether its blanks carry meaning: it is cut at the width, not broken between words.
        public var isPreformatted: Bool
        /// Whether it is a rule across the width, without text.
        public var isRule = false
        /// For the lines of a table row: what to show instead where the width is too small for the columns.
        public var unrolled: Unrolled?
        /// A table that is not yet written out; the line has no other text.
        var table: TableRows?

        /// A table row as cells one after the other.
        public struct Unrolled: Equatable, Sendable {
            /// The columns that the whole table row takes.
            public var width: Int
            /// The lines to show instead; the first line of the row holds them all.
            public var lines: [Line]
        }

        public init(
            runs: [Run] = [], quoteDepth: Int = 0, indent: Int = 0, isPreformatted: Bool = false
        ) {
            self.runs = runs
            self.quoteDepth = quoteDepth
            self.indent = indent
            self.isPreformatted = isPreformatted
        }

        public var text: String {
            runs.count == 1 ? runs[0].text : runs.map(\.text).joined()
        }

        /// Whether the line holds nothing but blanks.
        public var isEmpty: Bool {
            !isRule && marker == nil && table == nil && runs.allSatisfy(\.text.isAllBlank)
        }
    }

    /// A link of the text; its target is always `http`, `https` or `mailto`.
    public struct Link: Equatable, Sendable {
        /// The cleaned target.
        public var target: String
        /// The text that the mail shows for the link, on one line.
        public var text: String
        /// Why the link deserves a second look, in words: its text claims another target, or the target hides where it leads.
        public var note: String?

        public init(target: String, text: String, note: String? = nil) {
            self.target = target
            self.text = text
            self.note = note
        }
    }

    /// A picture whose words the text shows: embedded in the text, a file of the mail, or on another server, from which nothing loads it.
    public struct Picture: Equatable, Sendable {
        public enum Source: Equatable, Sendable {
            case data([UInt8])
            /// A file of the message, by its Content-ID (RFC 2392).
            case file(contentID: String)
            case remote(String)
        }

        public var source: Source
        /// The sender's alternative text, on one line; may be empty.
        public var text: String
    }

    public var lines: [Line] = []
    public var pictures: [Picture] = []
    public var links: [Link] = []
    /// The number of pictures on other hosts. They are never loaded here.
    public var remoteImageCount = 0
    /// How many of them look like trackers: of one pixel, hidden, or with a mail address in their query.
    public var trackerCount = 0
    /// The number of pieces of text that the sender hid; they are left out.
    public var hiddenTextCount = 0
    /// Whether the hidden pieces are shown all the same, each marked.
    public var revealsHidden = false
    /// What was too large to show, in words; also the last line of the text.
    public var notice: String?

    /// The columns that a painter uses for each level of quoting.
    public static let quoteColumns = 2

    public init() {}

    /// All lines as plain text.
    public var plainText: String {
        lines.map { ($0.marker ?? "") + $0.text }.joined(separator: "\n")
    }
}
