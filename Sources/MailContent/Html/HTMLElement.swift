/// An element that is open while HTML is read, and what it passes on to what lies within it.
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
    /// It is written from right to left, its columns too.
    var isFromRight = false
    /// Blanks that don't break collapse as well: Word fills the place between a bullet and its text with them.
    var isFiller = false
    var blanks: Blanks = .collapsed
    /// The text in it isn't shown: hidden by its sender.
    var isHidden = false
    /// Its own letters are too small to be seen; what lies within may be larger again, as in the frames that programs for
    /// newsletters make.
    var isTiny = false
    /// Its lines have no height, and what hangs out of it is cut off.
    var isFlattened = false
    /// It was hidden, and is shown because the reader wants to see that.
    var isRevealed = false
    /// Whether a text right in it is shown to nobody.
    var hidesText: Bool { isHidden || isTiny || isFlattened }
    /// Neither it nor what it holds is text: script, frames, drawings.
    var isSkipped = false
    var color: TextColor?
    var background: InlineStyle.Background = .plain(.white)
    /// Lines end before and after it; an empty line too for those that stand apart.
    var separation: Separation = .none

    /// What style sheets look for around others that it is, by number.
    var marks: [Int] = []
    /// How many elements began right in it so far.
    var children = 0

    /// Its sender keeps room for a line above it, or below it.
    var isSpacedAbove = false
    var isSpacedBelow = false

    /// Where its letters stand, as do those of what it holds.
    var level = Level.line

    /// What becomes of runs of blanks and of line breaks (CSS 2.2 §16.6).
    enum Blanks { case collapsed, kept, wrapped }
    enum List: Equatable { case bullets, numbers(next: Int, step: Int, kind: ListNumber) }
    enum Separation { case none, line, paragraph }
    enum Level { case line, raised, lowered }
}
