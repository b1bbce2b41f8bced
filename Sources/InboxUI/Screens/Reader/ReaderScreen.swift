import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// Content on a screen of its own: a file of a mail, all headers, the source.
@UI
final class ReaderScreen: Screen {
    let keyContext = KeyContext.reader

    /// What the screen shows, once it is here.
    struct Content: Sendable {
        /// Nil when it can't be shown as text.
        var text: StyledText?
        var bytes: [UInt8] = []
        /// The attachments of a mail that is shown.
        var files: [InnerFile] = []
    }

    enum State {
        case waiting(since: ContinuousClock.Instant)
        case here(Content)
        case failed(String)
    }

    let around: any Surroundings
    private let title: String
    private let about: String
    /// The name under which the content is saved where it is no file of a message.
    private let saveName: String
    /// The file that is shown, with its number in its message; nil for other content.
    let file: (file: MessageFile, number: Int)?
    /// Answers a mail that is shown, or forwards a file; nil where there is nothing to answer.
    private let answer: (@UI (Answer.Kind, [UInt8], ReaderScreen) -> Void)?
    /// The view of a whole message that this screen shows; nil for a file of a message.
    private let look: MessageLook?
    /// Opens a file of the mail that is shown; nil where this screen does not handle such files.
    let openInner: (@UI (InnerFile, Int, [UInt8]) -> Void)?
    /// Adds the people on address cards to the contacts; nil where this screen does not handle files.
    let keepCards: (@UI ([UInt8]) -> Void)?
    private let read: @Sendable () async throws(SessionError) -> Content
    private(set) var state = State.waiting(since: .now)
    private var loading: Task<Void, Never>?
    var view = TextView()
    /// What the file is, in words, when it can run: no program may open it (F-4).
    private var risk: String?
    private var laidWidth = 0
    /// The words searched last.
    var wanted = ""
    /// The line that was found last, and the first one that was in sight then.
    var found: (line: Int, top: Int)?
    /// The index of the file in the mail that keys act on; nil for the mail itself.
    var focus: Int?
    /// The lines of the files in the layout.
    var fileLines: Range<Int> = 0..<0

    /// - Parameter saveName: the name under which content is saved that is no file of a message; nil takes the title.
    init(
        _ title: String, about: String = "", saveName: String? = nil, file: (file: MessageFile, number: Int)? = nil,
        around: any Surroundings,
        answer: (@UI (Answer.Kind, [UInt8], ReaderScreen) -> Void)? = nil,
        openInner: (@UI (InnerFile, Int, [UInt8]) -> Void)? = nil, keepCards: (@UI ([UInt8]) -> Void)? = nil,
        look: MessageLook? = nil,
        load: @escaping @Sendable () async throws(SessionError) -> Content
    ) {
        self.title = CleanText.line(title)
        self.about = CleanText.line(about)
        self.saveName = saveName ?? title + ".txt"
        self.file = file
        self.around = around
        self.answer = answer
        self.openInner = openInner
        self.keepCards = keepCards
        self.look = look
        read = load
        self.load()
    }

    private func load() {
        state = .waiting(since: .now)
        let read = read
        loading = Task { [weak self] in
            do throws(SessionError) { self?.take(.here(try await read())) } catch {
                self?.take(.failed(Wording.sentence(error)))
            }
        }
    }

    isolated deinit { loading?.cancel() }

    /// Has the content laid out again.
    func relay() { laidWidth = 0 }

    private func take(_ new: State) {
        state = new
        if case .here(let content) = new, let file = file?.file {
            risk = RiskyFile.reason(content.bytes, type: file.contentType, name: file.fileName)
        }
        relay()
        around.setNeedsDraw()
    }

    // MARK: Keys

    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        switch command {
        case .back: around.pop()
        case .search: askForWords()
        case .nextMatch: find(1)
        case .previousMatch: find(-1)
        case .openWith: open()
        case .save: save()
        case .pipe: askForCommand()
        case .reply: answer(.reply)
        case .replyAll: answer(.replyAll)
        case .replyList: answer(.replyList)
        case .forward: answer(.forward)
        case .addContact: addContacts()
        case .headers, .source, .parts: MessageLook.turn(look, to: command, around)
        case .nextLink: moveFocus(1)
        case .previousLink: moveFocus(-1)
        case .fetch:
            if case .failed = state {
                load()
            } else if let inner = focused {
                openInner?(inner.file, inner.number, inner.mail)
            } else {
                return view.perform(.pageOn)
            }
        default: return view.perform(command)
        }
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        if case .mouse(let mouse) = event, mouse.action == .press(.left), press(mouse.position) { return true }
        guard view.handle(event) else { return false }
        around.setNeedsDraw()
        return true
    }

    private var bytes: [UInt8]? { if case .here(let content) = state { content.bytes } else { nil } }

    /// What is opened, saved and piped: the focused file, else the content.
    var chosen: (bytes: [UInt8], file: MessageFile?, number: Int)? {
        if let inner = focused { return (inner.file.contents(in: inner.mail), inner.file.file, inner.number) }
        return bytes.map { ($0, file?.file, file?.number ?? 1) }
    }

    private func open() {
        guard let (bytes, file, number) = chosen else { return sayNothingIsHere() }
        guard let file else {
            return around.say("This is not a file; it can be saved or piped.", kind: .info)
        }
        around.run { [around] in await around.openWithProgram(bytes, file, number: number) }
    }

    private func save() {
        guard let (bytes, file, number) = chosen else { return sayNothingIsHere() }
        let name =
            file.map { SafeFileName.of($0, number: number, start: bytes) } ?? SafeFileName.of(saveName, number: 1)
        around.save(bytes, as: name)
    }

    private func askForCommand() {
        guard let (bytes, file, _) = chosen else { return sayNothingIsHere() }
        let what = focus == nil ? "what is shown here" : CleanText.line(file?.fileName ?? "")
        let whole = look?.command == .headers ? "." : ", as it came."
        around.pipe(bytes, note: "The shell gets \(what)\(whole)", from: self)
    }

    private func answer(_ kind: Answer.Kind) {
        guard let answer else {
            return around.say("You can only reply to mail: this is something else", kind: .info)
        }
        guard let bytes else { return sayNothingIsHere() }
        answer(kind, bytes, self)
    }

    func sayNothingIsHere() { around.say("It is not fetched yet.", kind: .info) }

    // MARK: Drawing

    func draw(into grid: inout Grid) {
        grid.clear()
        let (head, middle, foot) = grid.readingParts
        let back = around.keyName(of: .back, in: keyContext)
        grid.inside(head) { ReaderHead(title: title, about: about, back: back).draw(into: &$0) }
        grid.inside(middle.inset(x: 1, y: 0)) { drawText(into: &$0) }
        grid.inside(foot) { drawFoot(into: &$0) }
    }

    private func drawText(into grid: inout Grid) {
        switch state {
        case .waiting(let since):
            drawWaiting(since, for: file?.file, around, into: &grid)
        case .failed(let reason):
            drawFailure(reason, around, into: &grid)
        case .here(let content):
            guard let text = content.text else {
                return ReaderHead.draw(insteadOfText, .dim, into: &grid)
            }
            let width = min(around.settings.textWidth, grid.width)
            if width != laidWidth {
                lay(text, content.files, width: width, glyphs: grid.frame.glyphs)
                laidWidth = width
                found = nil
            }
            view.draw(into: &grid)
            markFound(in: &grid)
        }
    }

    /// Says why content is not shown as text. What can run can only be saved.
    private var insteadOfText: String {
        let open = around.keyName(of: .openWith, in: .reader) ?? ""
        let save = around.keyName(of: .save, in: .reader) ?? ""
        if let risk { return "This is \(risk). It is never opened; \(save) saves it." }
        return "This can't be shown as text. \(open) opens it with a program, \(save) saves it."
    }

    static func styled(_ line: LaidMessage.Line) -> StyledLine {
        var result = StyledLine()
        for span in line.spans { result.append(span.text, span.style) }
        return result
    }

    private func drawFoot(into grid: inout Grid) {
        var bar = StatusBar()
        bar.status.append("\(view.percent)%", .dim)
        let isHere = bytes != nil
        let mayOpen = file != nil && risk == nil
        let own: [Command] =
            (answer != nil ? [.reply] : []) + (isCard ? [.addContact] : []) + (mayOpen ? [.openWith] : [])
        bar.hints = around.hints(isHere ? own + [.save, .pipe, .search, .back] : [.back], in: .reader)
        bar.hints = fileHints + bar.hints
        bar.last = around.hints([.help], in: .reader).first
        bar.draw(into: &grid)
    }
}
