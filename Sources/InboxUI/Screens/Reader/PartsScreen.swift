import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The parts of a mail, including those that become neither text nor file (P-6). Each can be opened, saved and piped by itself.
@UI
final class PartsScreen: Screen {
    let keyContext = KeyContext.reader
    let deadCommands: Set<Command> = [
        .reply, .replyAll, .replyList, .forward, .search, .nextMatch, .previousMatch, .addContact,
    ]

    private enum Row: Hashable, Sendable {
        case part(Int)
        /// What is broken in the mail.
        case problem(Int)
    }

    private enum State {
        case waiting(since: ContinuousClock.Instant)
        case here(MailParts)
        case failed(String)
    }

    private let title: String
    private let around: any Surroundings
    private let look: MessageLook
    private let openPart: @UI (MailParts.Part, MailParts, PartsScreen) -> Void
    private let read: @Sendable () async throws(SessionError) -> MailParts
    private var state = State.waiting(since: .now)
    private var loading: Task<Void, Never>?
    private var list = ListWidget<Row>(margin: 0)

    init(
        _ subject: String, around: any Surroundings, look: MessageLook,
        openPart: @escaping @UI (MailParts.Part, MailParts, PartsScreen) -> Void,
        load: @escaping @Sendable () async throws(SessionError) -> MailParts
    ) {
        title = CleanText.line("Parts: \(subject)")
        self.around = around
        self.look = look
        self.openPart = openPart
        read = load
        self.load()
    }

    isolated deinit { loading?.cancel() }

    private func load() {
        state = .waiting(since: .now)
        let read = read
        loading = Task { [weak self] in
            do throws(SessionError) { self?.take(try await read()) } catch { self?.fail(Wording.sentence(error)) }
        }
    }

    private func take(_ mail: MailParts) {
        state = .here(mail)
        list.reset(mail.parts.indices.map { .part($0) } + mail.problems.indices.map { .problem($0) })
        // Selects the first part that can be opened, not one that only holds others.
        if let first = mail.parts.firstIndex(where: { !$0.isContainer }) { list.select(.part(first)) }
        around.setNeedsDraw()
    }

    private func fail(_ reason: String) {
        state = .failed(reason)
        around.setNeedsDraw()
    }

    // MARK: Keys

    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        switch command {
        case .back: around.pop()
        case .headers, .source, .parts: MessageLook.turn(look, to: command, around)
        case .nextLink: list.move(by: 1)
        case .previousLink: list.move(by: -1)
        case .fetch: if case .failed = state { load() } else { open() }
        case .openWith: openWithProgram()
        case .save: save()
        case .pipe: pipe()
        case _ where deadCommands.contains(command):
            around.sayHere("Open a part for that, or go back to the message", kind: .warning)
        default: return list.perform(command)
        }
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        switch list.handle(event) {
        case .activated: open()
        case .moved: break
        case .ignored: return false
        }
        return true
    }

    /// The selected part; says why where there is none.
    private var chosen: (part: MailParts.Part, mail: MailParts)? {
        func refuse(_ words: String) { around.sayHere(words, kind: .warning) }
        guard case .here(let mail) = state else {
            refuse("It is not fetched yet.")
            return nil
        }
        guard case .part(let index) = list.selection else {
            refuse("This is not a part of the mail.")
            return nil
        }
        guard !mail.parts[index].isContainer else {
            refuse("This only contains the parts below it.")
            return nil
        }
        return (mail.parts[index], mail)
    }

    private func open() {
        if let (part, mail) = chosen { openPart(part, mail, self) }
    }

    /// Decodes the selected part, however large, without blocking keys.
    private func withContents(_ job: @escaping @UI @Sendable (MailParts.Part, [UInt8]) async -> Void) {
        guard let (part, mail) = chosen else { return }
        around.run {
            let bytes = await Task.detached { mail.contents(of: part) }.value
            await job(part, bytes)
        }
    }

    private func openWithProgram() {
        withContents { [around] part, bytes in
            await around.openWithProgram(bytes, part.file, number: part.number)
        }
    }

    private func save() {
        withContents { [around] part, bytes in
            around.save(bytes, as: SafeFileName.of(part.file, number: part.number, start: bytes))
        }
    }

    private func pipe() {
        withContents { [weak self, around] part, bytes in
            guard let self else { return }
            around.pipe(bytes, note: "The shell gets \(part.file.fileName), decoded.", from: self)
        }
    }

    // MARK: Drawing

    func draw(into grid: inout Grid) {
        grid.clear()
        let (head, middle, foot) = grid.readingParts
        let back = around.keyName(of: .back, in: keyContext)
        grid.inside(head) { ReaderHead(title: title, about: about, back: back).draw(into: &$0) }
        grid.inside(middle) { drawParts(into: &$0) }
        grid.inside(foot) { drawFoot(into: &$0) }
    }

    private var about: String {
        guard case .here(let mail) = state else { return "" }
        return Wording.count(mail.parts.count, "part")
    }

    private func drawParts(into grid: inout Grid) {
        switch state {
        case .waiting(let since):
            grid.inside(grid.bounds.inset(x: 1, y: 0)) { drawWaiting(since, for: nil, around, into: &$0) }
        case .failed(let reason):
            grid.inside(grid.bounds.inset(x: 1, y: 0)) { drawFailure(reason, around, into: &$0) }
        case .here(let mail):
            var widget = list
            widget.draw(into: &grid) { part, row, _ in
                switch row {
                case .part(let index): draw(mail.parts[index], into: &part)
                case .problem(let index):
                    let words = "\(part.frame.glyphs.warning) \(mail.problems[index])"
                    let fitting = TextCells.truncated(words, to: part.width - 2, ellipsis: part.frame.glyphs.ellipsis)
                    part.draw(fitting, x: 1, y: 0, .warn)
                }
            }
            list = widget
        }
    }

    private func draw(_ part: MailParts.Part, into grid: inout Grid) {
        let outline = part.outline
        let size = outline.size.map { FileSize.text($0) } ?? ""
        let end = grid.draw(size, endingAt: grid.width - 1, y: 0, .dim) - 1
        let ellipsis = grid.frame.glyphs.ellipsis
        var x = 1 + min(grid.width / 3, outline.depth * 2)
        // Of the type a beginning is enough, where the name needs the room.
        let room = max(0, end - x - Self.leastType - 2)
        let name = ShortFileName.fitting(outline.fileName, columns: room, ellipsis: ellipsis)
        let rest = name.isEmpty ? end : end - TextCells.width(name) - 2
        let type = TextCells.truncated(CleanText.line(outline.contentType), to: max(0, rest - x), ellipsis: ellipsis)
        x = grid.draw(type, x: x, y: 0, part.isContainer ? .dim : .bold) + 2
        let id = CleanText.line(outline.partID)
        if !id.isEmpty, x + TextCells.width(id) <= rest { x = grid.draw(id, x: x, y: 0, .dim) + 2 }
        grid.draw(name, x: x, y: 0, .link)
    }

    /// The columns that a type gets beside a long file name.
    private static let leastType = 12

    private func drawFoot(into grid: inout Grid) {
        var bar = StatusBar()
        if case .here = state {
            let open = around.hint(.fetch, "open", in: .reader)
            let with = around.hint(.openWith, "with a program", in: .reader)
            bar.hints = [open, with].compactMap(\.self) + around.hints([.save, .pipe, .back], in: .reader)
        } else {
            bar.hints = around.hints([.back], in: .reader)
        }
        bar.last = around.hints([.help], in: .reader).first
        bar.draw(into: &grid)
    }
}
