/// A screen that shows frames.
@UI
public protocol Display: AnyObject {
    /// The size that a frame must have.
    var size: Size { get }
    /// The glyphs that the display can show.
    var glyphs: Glyphs { get }
    var theme: Theme { get set }
    /// Whether the background of the terminal itself is light, whatever the theme; nil where that is unknown.
    var hasLightBackground: Bool? { get }
    /// Whether the display draws the pictures of a frame itself.
    var drawsPictures: Bool { get }
    /// Whether letters are shown unchanged; otherwise letters lose their marks.
    var showsLetters: Bool { get }
    /// Whether a frame would be taken now. If not, it is dropped: a later one shows the current state.
    var isReady: Bool { get }
    /// The descriptor to wait for while the display is not ready, until it is writable.
    var output: Int32? { get }

    /// The total number of bytes written to the terminal or queued for it.
    var bytes: Int { get }
    /// The location of the terminal.
    var place: TerminalPlace { get }
    /// Whether the terminal has answered the questions asked at the start, so that more may be asked.
    var answersQuestions: Bool { get }

    /// Shows the frame. Writes nothing for cells that have not changed.
    /// - Parameter asking: whether to ask for the terminal's status (`Report.well`) after the output, if there was any.
    /// - Returns: whether the terminal was asked.
    func show(_ grid: Grid, asking: Bool) -> Bool
    /// Asks for the terminal's status.
    func ask()
    /// Writes the output that had to wait.
    func flush()
    /// Writes the whole current frame again, regardless of what is assumed to be on the screen. Nothing newer is shown with
    /// it, so that the user can compare the screen before and after.
    func rewrite()
    /// Checks the terminal's size, which may have changed, and returns it.
    func measure() -> Size
    /// Restores and gives up the terminal; `resume` takes it again.
    func suspend()
    func resume()
    /// Gives the terminal back for good.
    func stop()
    /// Handles the terminal's answer to a question that the display asked.
    func learn(_ report: InputEvent.Report)
    /// Turns mouse reports on, or leaves the mouse to the terminal.
    func setMouse(_ on: Bool)
    /// Rings the terminal's bell.
    func ring()
    /// Sets the window's title; nil restores the original one. Control characters are dropped.
    func setTitle(_ title: String?)
    /// Makes the terminal show a desktop notification (OSC 9), where it supports this. Control characters are dropped.
    func notify(_ text: String)
    /// Copies a text to the terminal's clipboard (OSC 52), where allowed; only ever for a key of the user.
    /// - Returns: false for a text longer than terminals accept (74,994 bytes).
    func copy(_ text: String) -> Bool
}

extension Display {
    public var drawsPictures: Bool { false }
    public var hasLightBackground: Bool? { nil }
    public var showsLetters: Bool { true }
    public var place: TerminalPlace { .near }
    public var answersQuestions: Bool { false }
    public func show(_ grid: Grid) { _ = show(grid, asking: false) }
    public func ask() {}
}
