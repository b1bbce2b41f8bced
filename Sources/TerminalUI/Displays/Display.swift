/// Where frames are shown.
@UI
public protocol Display: AnyObject {
    /// The grid that a frame must have.
    var size: Size { get }
    /// The signs that can be shown.
    var glyphs: Glyphs { get }
    var theme: Theme { get set }
    /// Whether it draws the pictures of a frame itself.
    var drawsPictures: Bool { get }
    /// Whether letters are shown as they are; else those with marks without them.
    var showsLetters: Bool { get }
    /// Whether a frame would be taken now. When not, the frame is dropped: a later one shows what is true then.
    var isReady: Bool { get }
    /// The descriptor to wait for until it is writable while the display is not ready.
    var output: Int32? { get }

    /// Bytes that the terminal has been given, or will be, since the beginning.
    var bytes: Int { get }
    /// Where the terminal is.
    var place: TerminalPlace { get }
    /// Whether the terminal has answered what it was asked at the start, and so may be asked more.
    var answersQuestions: Bool { get }

    /// Shows the frame. Nothing is written for what is the same as before.
    /// - Parameter asking: the terminal is asked how it is (`Report.well`) behind what was written, if anything was.
    /// - Returns: whether it was asked.
    func show(_ grid: Grid, asking: Bool) -> Bool
    /// Asks the terminal how it is.
    func ask()
    /// Writes what had to wait.
    func flush()
    /// Writes the frame that is shown once more, whole, whatever is believed to be on the screen. Nothing newer is shown
    /// with it, so that what stood there and what stands there now can be compared.
    func rewrite()
    /// The size may have changed; returns the size that it has now.
    func measure() -> Size
    /// Gives the terminal back as it was, and takes it again.
    func suspend()
    func resume()
    /// Gives the terminal back for good.
    func stop()
    /// The terminal's answer to a question that the display asked.
    func learn(_ report: InputEvent.Report)
    /// Follows the mouse, or leaves it to the terminal.
    func setMouse(_ on: Bool)
    /// The terminal's bell.
    func ring()
    /// Gives the terminal's window a title, or nil the one that it had. Controls are left out.
    func setTitle(_ title: String?)
    /// Has the terminal show a notice beside its window (OSC 9), where it knows how. Controls are left out.
    func notify(_ text: String)
    /// Has the terminal take a text into its clipboard (OSC 52), where it allows that; only ever on the user's key.
    /// - Returns: false when it is longer than terminals take (74,994 bytes).
    func copy(_ text: String) -> Bool
}

extension Display {
    public var drawsPictures: Bool { false }
    public var showsLetters: Bool { true }
    public var place: TerminalPlace { .near }
    public var answersQuestions: Bool { false }
    public func show(_ grid: Grid) { _ = show(grid, asking: false) }
    public func ask() {}
}
