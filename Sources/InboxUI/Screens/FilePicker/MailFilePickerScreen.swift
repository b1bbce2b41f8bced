import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// A choice of a file of another message, or of a whole message, found by a mail search.
@UI
final class MailFilePickerScreen: AskingScreen {
    struct Item: Hashable, Sendable {
        var message: Message
        /// The file; nil for the whole message.
        var file: MessageFile?
    }

    let around: any Surroundings
    private let choose: @UI (Message, MessageFile?) -> Void
    private var picker = Picker<Item>(placeholder: "words, from:ann, file:pdf …")
    private let search: LateSearch<String, Item>
    private var isGone = false

    private nonisolated static let threads = 20

    init(around: any Surroundings, choose: @escaping @UI (Message, MessageFile?) -> Void) {
        self.around = around
        self.choose = choose
        let (session, clock) = (around.session, around.clock)
        search = LateSearch("Looking through the mail") { Self.items(session, $0, clock) }
        look()
    }

    var helpNotes: [HelpNote] { [.picking("attach it", around.boxKeyName(.open)), SearchOperator.help] }

    var boxLine: BoxLine? { BoxLine(deed: search.isRunning || !picker.list.rows.isEmpty ? "choose" : nil) }

    var holdsEvents: Bool { search.holdsKeys }
    var endsHolding: Bool { search.holdsKeys }

    private func look() {
        search.look(for: self) { [weak self] in
            self?.picker.field.text
        } show: { [weak self] in
            self?.picker.show($0)
        }
    }

    func handle(_ event: InputEvent) -> Bool {
        // Keys that waited behind the one that chose are not for a second choice.
        guard !isGone else { return false }
        defer { around.setNeedsDraw() }
        if event != .key(.escape), search.waits(event == .key(.enter), { [weak self] in _ = self?.handle(event) }) {
            return true
        }
        let response = picker.handle(event)
        if case .chosen(let item) = response {
            isGone = true
            around.pop()
            choose(item.message, item.file)
        } else {
            look()
        }
        return response != .ignored
    }

    /// Returns the matching messages, newest first, each with its files below; without words, messages with files.
    private nonisolated static func items(_ session: MailSession, _ text: String, _ clock: WallClock) -> [Item] {
        let query = LiveQuery(text.allSatisfy(\.isWhitespace) ? "has:file" : text, clock: clock).query
        guard query.problem == nil, let found = try? session.threads(query.predicate, limit: threads) else { return [] }
        return found.flatMap { thread in
            ((try? session.messages(of: thread.id)) ?? []).reversed().filter { !$0.isDraft }.flatMap { message in
                [Item(message: message, file: nil)] + message.files.map { Item(message: message, file: $0) }
            }
        }
    }

    func draw(into grid: inout Grid) {
        let dates = MessageDates(clock: around.clock)
        picker.draw(
            into: &grid, title: "Attach from mail", size: Size(width: 72, height: 20),
            nothing: search.isRunning ? "Looking …" : "No mail matches"
        ) { part, item in
            let glyphs = part.frame.glyphs
            guard let file = item.file else {
                let end = part.draw(dates.short(item.message.receivedAt), endingAt: part.width - 1, y: 0, .dim)
                let from = item.message.from.first.map { Wording.line($0.displayName) } ?? ""
                let text = "\(Wording.title(item.message.subject)) \(from)"
                return _ = part.draw(
                    TextCells.truncated(text, to: max(4, end - 2), ellipsis: glyphs.ellipsis), x: 1, y: 0)
            }
            let end = part.draw(FileSize.text(file.size), endingAt: part.width - 1, y: 0, .dim)
            let name = file.fileName.isEmpty ? file.contentType : file.fileName
            let sign = glyphs.file + " "
            let room = max(4, end - 4) - TextCells.width(sign)
            let short = ShortFileName.fitting(name, columns: room, ellipsis: glyphs.ellipsis)
            part.draw(sign + short, x: 3, y: 0, .accent)
        }
    }
}
