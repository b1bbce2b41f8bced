import CNcurses
import Glibc

/// A display on a terminal. ncurses renders into memory, and the bytes are written as the terminal takes them, so that a
/// terminal that does not read blocks nothing else.
@UI
public final class NcursesDisplay: Display {
    public private(set) var size: Size
    public let glyphs: Glyphs
    /// Whether the terminal shows only ASCII.
    private let isPlain: Bool
    private let reordersLines: Bool
    public var showsLetters: Bool { !isPlain }
    public var theme: Theme {
        didSet {
            guard theme != oldValue else { return }
            changeEncoder()
        }
    }
    public var bytes: Int { out.total }
    public let place: TerminalPlace
    public private(set) var answersQuestions = false
    private var questions = OpenQuestions()
    public let depth: ColorDepth

    private let options: Options
    var out: TerminalOutput
    private var painter: RowPainter
    /// Whether the user, the environment or the terminal has reported the background. If not, the terminal's own colours are
    /// used, which are readable on any background.
    private var knowsBackground: Bool
    public private(set) var hasLightBackground: Bool?
    private var shown: Grid?
    /// Whether the output still waiting for the terminal ends with a complete repaint.
    private var isRewriting = false
    private var hasFrames = false
    private var pictureWay: PictureWay?
    private var shownPictures: [PlacedPicture] = []
    private(set) var isActive = true
    private var mouse: Bool
    var title: String?
    private static var isInUse = false

    /// Takes over the terminal of standard input and output.
    ///
    /// - Throws: `TerminalError` when there is no usable terminal; the terminal is then unchanged.
    public init(_ options: Options = Options()) throws(TerminalError) {
        guard !NcursesDisplay.isInUse else { throw .inUse }
        let kind = TerminalKind(environment: ProcessEnvironment.all)
        var columns: Int32 = 0
        var rows: Int32 = 0
        let input: Int32 = 0
        let output: Int32 = 1
        guard isatty(input) != 0, isatty(output) != 0 else {
            throw .notATerminal
        }
        _ = cnc_terminal_size(output, &columns, &rows)
        if columns <= 0 { (columns, rows) = (80, 24) }
        let isUTF8 = cnc_locale_start()
        let restore = UnsafeRawPointer(TerminalModes.restore.utf8Start).assumingMemoryBound(to: CChar.self)
        guard cnc_terminal_open(input, output, restore) == 0 else { throw .notATerminal }
        guard kind.names.contains(where: { cnc_terminfo_exists($0) && cnc_screen_start($0, columns, rows) == 0 })
        else { throw .unusable(terminal: ProcessEnvironment.all["TERM"] ?? "") }
        NcursesDisplay.isInUse = true
        self.options = options
        mouse = options.mouse
        place = kind.place
        glyphs = options.words ? .words : options.ascii || !isUTF8 ? .ascii : .unicode
        size = Size(width: Int(columns), height: Int(rows))
        pictureWay = PictureWay(environment: ProcessEnvironment.all)
        out = TerminalOutput(terminal: output)
        let colors = options.monochrome || !kind.usesColor ? 0 : cnc_screen_colors()
        depth = colors >= 1 << 24 ? .full : colors >= 256 ? .indexed : colors >= 8 ? .basic : .none
        hasLightBackground = kind.isLight
        knowsBackground = options.isLight != nil || kind.isLight != nil
        let isLight = options.isLight ?? kind.isLight ?? false
        theme = Theme.named(options.themeName, light: isLight, among: options.themes) ?? (isLight ? .light : .dark)
        isPlain = !isUTF8
        reordersLines = kind.reordersLines
        painter = RowPainter(RowEncoder(theme: theme, depth: depth, ascii: isPlain, reordersLines: reordersLines))
        cnc_crash_handler_install()
        _ = cnc_terminal_raw()
        cnc_screen_enter()
        takeScreen()
        out.append(TerminalModes.questions)
        // Terminals that do not understand a question may show part of it.
        cnc_screen_clear()
        _ = out.takePainted(framed: false)
        out.flush()
    }

    public var drawsPictures: Bool { pictureWay != nil }
    public var isReady: Bool { isActive && out.isEmpty && out.isWritable }
    public var output: Int32? { isActive ? out.descriptor : nil }

    public func setMouse(_ on: Bool) {
        guard on != mouse else { return }
        mouse = on
        guard isActive else { return }
        out.append(on ? TerminalModes.mouseOn : TerminalModes.mouseOff)
        out.flush()
    }

    @discardableResult
    public func show(_ grid: Grid, asking: Bool) -> Bool {
        guard isActive else { return false }
        let bytesBefore = bytes
        isRewriting = false
        let pictures = grid.frame.pictures
        let isRedrawn = pictures != shownPictures
        if isRedrawn, !shownPictures.isEmpty {
            forget()
            pictureWay?.removal.map { out.append($0) }
        }
        let before = shown?.fullSize == grid.fullSize ? shown : nil
        let unsure = painter.putSureRows(of: grid, before, height: size.height)
        let cursor = grid.frame.cursor
        cnc_screen_cursor(Int32(cursor?.y ?? 0), Int32(cursor?.x ?? 0), cursor != nil)
        cnc_screen_paint()
        if !unsure.isEmpty {
            painter.putWhole(unsure, of: grid)
            cnc_screen_cursor(Int32(cursor?.y ?? 0), Int32(cursor?.x ?? 0), cursor != nil)
            cnc_screen_paint()
        }
        shown = grid
        _ = out.takePainted(framed: hasFrames)
        if isRedrawn { draw(pictures) }
        let asks = asking && bytes > bytesBefore
        if asks { appendQuestion() }
        out.flush()
        return asks
    }

    public func ask() {
        guard isActive else { return }
        appendQuestion()
        out.flush()
    }

    private func appendQuestion() {
        out.append(TerminalModes.question)
        questions.asked()
    }

    private func draw(_ pictures: [PlacedPicture]) {
        shownPictures = pictures
        guard let pictureWay, !pictures.isEmpty else { return }
        let cell = cellPixels ?? .zero
        for picture in pictures { out.append(pictureWay.bytes(picture, cell: cell)) }
    }

    /// The size of a cell in pixels, if the terminal reports it.
    private var cellPixels: Size? {
        var (width, height): (Int32, Int32) = (0, 0)
        return cnc_terminal_cell(1, &width, &height) == 0 ? Size(width: Int(width), height: Int(height)) : nil
    }

    public func flush() { out.flush() }

    public func rewrite() {
        // A pending repaint that the terminal has not read yet is enough.
        guard !isRewriting || out.isEmpty else { return }
        let last = shown
        forget()
        guard isActive, let last else { return }
        show(last)
        isRewriting = true
    }

    /// Makes the next frame repaint the whole screen.
    private func forget() {
        shown = nil
        shownPictures = []
        cnc_screen_clear()
    }

    public func measure() -> Size {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard cnc_terminal_size(1, &columns, &rows) == 0 else { return size }
        let measured = Size(width: Int(columns), height: Int(rows))
        guard measured != size else { return size }
        size = measured
        shown = nil
        shownPictures = []
        cnc_screen_resize(columns, rows)
        return size
    }

    public func suspend() {
        guard isActive else { return }
        isActive = false
        shown = nil
        if !shownPictures.isEmpty { pictureWay?.removal.map { out.append($0) } }
        shownPictures = []
        if title != nil { out.append(TerminalModes.titleBack) }
        out.append(TerminalModes.leave)
        cnc_screen_leave()
        _ = out.takePainted(framed: false)
        out.flushAndWait()
        questions.takeAnswersAway()
        cnc_terminal_restore(false)
    }

    public func resume() {
        // After a stop from outside the modes are unknown, so they are always set.
        isActive = true
        shown = nil
        _ = cnc_terminal_raw()
        _ = measure()
        cnc_screen_enter()
        takeScreen()
        out.flush()
    }

    public func stop() {
        suspend()
        cnc_screen_stop()
    }

    public func learn(_ report: InputEvent.Report) {
        switch report {
        case .mode(TerminalModes.frameMode, let isKnown): hasFrames = isKnown
        case .mode: break
        case .well: questions.answered()
        case .kind(let drawsSixels):
            answersQuestions = true
            if drawsSixels, pictureWay == nil, cellPixels != nil { pictureWay = .sixel }
            // This is the last question: earlier ones will not be answered any more.
            if !knowsBackground { changeEncoder(toOwnColors: true) }
        case .background(let rgb):
            let isLight = Color.luminance(rgb) > 0.3
            hasLightBackground = isLight
            guard options.isLight == nil else { return }
            if !knowsBackground { changeEncoder() }
            knowsBackground = true
            guard isLight != theme.isLight, let other = Theme.named(theme.name, light: isLight, among: options.themes)
            else { return }
            theme = other
        }
    }

    private func changeEncoder(toOwnColors: Bool = false) {
        shown = nil
        painter.encoder =
            toOwnColors
            ? RowEncoder(
                theme: theme.onAnyBackground, depth: depth == .none ? .none : .basic, ascii: isPlain,
                reordersLines: reordersLines)
            : RowEncoder(theme: theme, depth: depth, ascii: isPlain, reordersLines: reordersLines)
    }

    private func takeScreen() {
        _ = out.takePainted(framed: false)
        out.append(TerminalModes.enter)
        if mouse { out.append(TerminalModes.mouseOn) }
        if let title { out.append(TerminalModes.titleKept + TerminalModes.title(title)) }
    }
}
