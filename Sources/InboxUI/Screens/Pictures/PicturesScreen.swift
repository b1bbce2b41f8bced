import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The pictures of a message, one at a time. Pictures on other servers are fetched only when the user asks for it (W-2).
@UI
final class PicturesScreen: Screen {
    let keyContext = KeyContext.reader
    let deadCommands: Set<Command> = [.reply, .replyAll, .replyList, .forward, .search, .pipe, .addContact]

    private enum State {
        /// Not requested yet.
        case untouched
        case getting(since: ContinuousClock.Instant)
        case here(Picture, bytes: [UInt8])
        case failed(String, bytes: [UInt8])
    }

    private let around: any Surroundings
    private let message: Message
    private let entries: [MailPictures.Entry]
    private let remote: any RemotePictures
    private var states: [State]
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var current: Int

    /// - Parameters:
    ///   - file: The number of the file to begin with.
    ///   - number: The number of the picture to begin with, if there is no such file.
    init(
        _ pictures: MailPictures, of message: Message, beginningWith file: Int? = nil, number: Int? = nil,
        around: any Surroundings,
        remote: (any RemotePictures)? = nil
    ) {
        self.around = around
        self.message = message
        self.remote = remote ?? around.session.network.pictures
        entries = pictures.entries
        states = Array(repeating: .untouched, count: pictures.entries.count)
        let place = file.flatMap { number in pictures.entries.firstIndex { $0.isFile(number) } }
        current = place ?? number.map { $0 - 1 } ?? 0
        look()
    }

    isolated deinit {
        for task in tasks.values { task.cancel() }
    }

    // MARK: Getting

    /// Fetches the current picture, unless it is on another server.
    private func look() {
        if entries.indices.contains(current), !entries[current].isRemote { get(current) }
    }

    /// Fetches all pictures of the message from other servers; those without encryption only after a question.
    private func getRemote() {
        let wanted = entries.indices.filter { index in
            if case .untouched = states[index] { entries[index].isRemote } else { false }
        }
        for index in wanted where !entries[index].isPlain { get(index) }
        let plain = wanted.filter { entries[$0].isPlain }
        guard !plain.isEmpty else { return }
        let what = plain.count == 1 ? "One picture comes" : "\(plain.count) pictures come"
        around.push(
            QuestionScreen(
                "Fetch without encryption?",
                text: "\(what) by http: anyone on the way can see and change what is fetched.", deed: "fetch",
                around: around
            ) { [weak self] in
                for index in plain { self?.get(index) }
                self?.around.setNeedsDraw()
            })
    }

    private func get(_ index: Int) {
        guard case .untouched = states[index] else { return }
        states[index] = .getting(since: .now)
        let (entry, session, message, remote) = (entries[index], around.session, message, remote)
        tasks[index] = Task { [weak self] in
            let (bytes, problem) = await Self.bytes(of: entry, message, session, remote)
            guard problem == nil else { return self?.take(.failed(problem ?? "", bytes: bytes), index) ?? () }
            do throws(PictureProblem) {
                let pixels = try await PictureDecoder.decode(bytes)
                let picture = Picture(width: pixels.width, height: pixels.height, rgb: pixels.rgb)
                self?.take(
                    picture.map { .here($0, bytes: bytes) } ?? .failed(PictureProblem.broken.sentence, bytes: bytes),
                    index)
            } catch {
                self?.take(.failed(error.sentence, bytes: bytes), index)
            }
        }
    }

    /// Returns the picture's bytes, or why it cannot be fetched.
    private static func bytes(
        of entry: MailPictures.Entry, _ message: Message, _ session: MailSession, _ pictures: any RemotePictures
    ) async -> ([UInt8], String?) {
        switch entry.source {
        case .data(let bytes): return (bytes, nil)
        case .file(let file, _):
            do throws(SessionError) { return (try await session.download(file, of: message), nil) } catch {
                return ([], Wording.sentence(error))
            }
        case .remote(let url):
            do throws(PictureFetchProblem) {
                // The user has approved any fetch without encryption.
                return (try await pictures.fetch(url, allowsPlain: entry.isPlain), nil)
            } catch {
                return ([], Wording.sentence(error))
            }
        }
    }

    private func take(_ state: State, _ index: Int) {
        tasks[index] = nil
        states[index] = state
        around.setNeedsDraw()
    }

    // MARK: Keys

    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        switch command {
        case .back: around.pop()
        case .down, .pageOn, .nextMatch, .pageDown, .halfDown, .nextLink: step(1)
        case .up, .previousMatch, .pageUp, .halfUp, .previousLink: step(-1)
        case .top: show(0)
        case .bottom: show(entries.count - 1)
        case .fetch: fetch()
        case .openWith: open()
        case .save: save()
        case .headers, .source, .parts: MessageLook.turn(nil, to: command, around)
        case _ where deadCommands.contains(command):
            around.sayHere("Go back to the message for that", kind: .warning)
        default: return false
        }
        return true
    }

    /// Fetches what was not fetched yet, or could not be.
    private func fetch() {
        switch states[current] {
        case .untouched: getRemote()
        case .getting: around.say("It is being fetched", kind: .info)
        case .failed where bytes.isEmpty:
            states[current] = .untouched
            if entries[current].isRemote { getRemote() } else { look() }
        case .here, .failed: around.say("It is fetched already", kind: .info)
        }
    }

    private func step(_ direction: Int) {
        let next = current + direction
        guard entries.indices.contains(next) else {
            return around.say(direction > 0 ? "This is the last picture" : "This is the first picture", kind: .info)
        }
        show(next)
    }

    /// Goes to the picture of a number, for the commands that go to the ends. Past the end it goes to the last.
    func perform(_ command: Command, number: Int) -> Bool {
        guard command == .top || command == .bottom else { return false }
        show(min(number, entries.count) - 1)
        around.setNeedsDraw()
        return true
    }

    private func show(_ picture: Int) {
        current = picture
        look()
    }

    private var bytes: [UInt8] {
        switch states[current] {
        case .here(_, let bytes), .failed(_, let bytes): bytes
        case .untouched, .getting: []
        }
    }

    /// The name of the picture for other programs and for saving.
    private var file: (file: MessageFile, number: Int) {
        if case .file(let file, let number) = entries[current].source { return (file, number) }
        let ending = PictureDecoder.ending(of: bytes)
        return (
            MessageFile(
                remoteID: RemoteID(""), fileName: "picture-\(current + 1)" + (ending.map { "." + $0 } ?? ""),
                contentType: "", size: bytes.count), current + 1
        )
    }

    private func open() {
        guard !bytes.isEmpty else { return sayNothingIsHere() }
        around.run { [bytes, file, around] in
            await around.openWithProgram(bytes, file.file, number: file.number)
        }
    }

    private func save() {
        guard !bytes.isEmpty else { return sayNothingIsHere() }
        around.save(bytes, as: SafeFileName.of(file.file, number: file.number))
    }

    private func sayNothingIsHere() { around.say("It is not fetched yet.", kind: .info) }

    // MARK: Drawing

    func draw(into grid: inout Grid) {
        grid.clear()
        let (head, middle, foot) = grid.readingParts
        let back = around.keyName(of: .back, in: keyContext)
        grid.inside(head) { ReaderHead(title: entries[current].title, about: about, back: back).draw(into: &$0) }
        grid.inside(middle.inset(x: 1, y: 0)) { drawPicture(into: &$0) }
        grid.inside(foot) { drawFoot(into: &$0) }
    }

    private var about: String {
        let place = entries.count == 1 ? [] : ["\(current + 1) of \(entries.count)"]
        guard case .here(let picture, let bytes) = states[current] else { return place.joined() }
        return (place + ["\(picture.width) × \(picture.height)", FileSize.text(bytes.count)]).joined(separator: " · ")
    }

    private func drawPicture(into grid: inout Grid) {
        switch states[current] {
        case .untouched:
            guard case .remote(let url) = entries[current].source else { return }
            let host = LinkCheck.shownHost(of: url) ?? url
            let fetch = around.keyName(of: .fetch, in: .reader) ?? ""
            ReaderHead.draw(
                "This picture is on \(CleanText.line(host)). \(fetch) fetches the pictures of this message; their servers learn that you look "
                    + "at it, and when.", .dim, into: &grid)
        case .getting(let since):
            var awaited: MessageFile?
            if case .file(let file, _) = entries[current].source { awaited = file }
            drawWaiting(since, for: awaited, around, into: &grid)
        case .failed(let reason, _) where bytes.isEmpty: drawFailure(reason, around, into: &grid)
        case .failed(let reason, _): ReaderHead.draw(reason, .warn, into: &grid)
        case .here(let picture, _):
            let size = picture.cells(within: grid.size, pixelsPerColumn: grid.frame.drawsPictures ? 4 : 1)
            let place = Rect(
                x: (grid.width - size.width) / 2, y: (grid.height - size.height) / 2, width: size.width,
                height: size.height)
            grid.draw(picture, in: place)
        }
    }

    private func drawFoot(into grid: inout Grid) {
        var bar = StatusBar()
        var commands: [Command] = bytes.isEmpty ? [] : [.openWith, .save]
        if case .untouched = states[current] { commands.append(.fetch) }
        bar.hints = around.hints(commands + [.back], in: .reader)
        if entries.count > 1, let down = around.keyName(of: .down, in: .reader),
            let up = around.keyName(of: .up, in: .reader)
        {
            bar.hints.insert(StatusBar.Hint("\(down)/\(up)", "picture"), at: bar.hints.count - 1)
        }
        bar.last = around.hints([.help], in: .reader).first
        bar.draw(into: &grid)
    }
}
