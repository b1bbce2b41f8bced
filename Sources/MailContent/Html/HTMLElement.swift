/// An open element while HTML is being read, and what its content inherits.
struct HTMLElement {
    var name: String
    var style: StyledText.Style = []
    var link: Int?
    var quoteDepth = 0
    var indent = 0
    var list: List?
    var isInList = false
    /// Whether items have bullets or numbers.
    var hasMarkers = true
    var alignsRight = false
    /// Whether its text and its columns run from right to left.
    var isFromRight = false
    /// Whether non-breaking blanks collapse as well: Word fills the gap between a bullet and its text with them.
    var isFiller = false
    var blanks: Blanks = .collapsed
    /// Whether the sender hid the text in it.
    var isHidden = false
    /// Whether its own letters are too small to be seen. Those of its content may be larger again, as in the frames of newsletters.
    var isTiny = false
    /// Whether its lines have no height and overflow is cut off.
    var isFlattened = false
    /// Whether the sender hid it, and it is shown because the reader asked for hidden text.
    var isRevealed = false
    /// Whether text directly in it is invisible.
    var hidesText: Bool { isHidden || isTiny || isFlattened }
    /// Whether neither it nor its content is text: scripts, frames, drawings.
    var isSkipped = false
    var color: TextColor?
    var background: InlineStyle.Background = .plain(.white)
    /// How it is separated from what is around it: by line breaks, or by empty lines for a paragraph.
    var separation: Separation = .none

    /// The numbers of the marks that style sheets look for and that it has.
    var marks: [Int] = []
    /// The number of its child elements so far.
    var children = 0

    /// Whether the sender keeps room for a line above it, or below it.
    var isSpacedAbove = false
    var isSpacedBelow = false

    /// The level of its letters and those of its content.
    var level = Level.line

    /// How runs of blanks and line breaks are treated (CSS 2.2 §16.6).
    enum Blanks { case collapsed, kept, wrapped }
    enum List: Equatable { case bullets, numbers(next: Int, step: Int, kind: ListNumber) }
    enum Separation { case none, line, paragraph }
    enum Level { case line, raised, lowered }
}
