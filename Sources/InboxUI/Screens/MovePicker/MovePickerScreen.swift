import InboxKit
public import InboxModel
public import TerminalUI

/// Where to: a mailbox of an account, found by some letters of its name.
@UI
public final class MovePickerScreen: Screen {
    public let keyContext = KeyContext.picker
    public let takesText = true
    public let isOverlay = true

    private let surroundings: any Surroundings
    private let title: String
    private let choose: @UI (MailboxID) -> Void
    private let recent: [MailboxID]
    private let choices: MoveChoices
    private var field = TextField(placeholder: "letters of a mailbox's name")
    private var list = ListWidget<MailboxID>(margin: 1)
    private var names: [MailboxID: String] = [:]

    private static let setting = "recentMoves"

    /// - Parameters:
    ///   - title: what the box is called.
    ///   - choose: hears of the mailbox after the picker has gone.
    public init(
        account: AccountID, title: String = "Move to", surroundings: any Surroundings,
        choose: @escaping @UI (MailboxID) -> Void
    ) {
        self.surroundings = surroundings
        self.title = title
        self.choose = choose
        let mailboxes = (try? surroundings.session.mailboxes()) ?? []
        recent = MoveChoices.recent(from: surroundings.session.setting(Self.setting))
        choices = MoveChoices(mailboxes: mailboxes, account: account, recent: recent)
        names = Dictionary(mailboxes.map { ($0.id, Wording.name(of: $0)) }) { first, _ in first }
        search()
    }

    private func search() {
        list.reset(choices.matching(field.text).map(\.id))
        list.select(index: 0)
    }

    // MARK: Keys

    public func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        surroundings.pop()
        return true
    }

    public func handle(_ event: InputEvent) -> Bool {
        defer { surroundings.setNeedsDraw() }
        switch event {
        case .key(.ctrl("n")), .key(.tab): list.move(by: 1)
        case .key(.ctrl("p")), .key(.backTab): list.move(by: -1)
        case .key(.home), .key(.end), .key(.left), .key(.right): return edit(event)
        default:
            switch list.handle(event) {
            case .activated(let id): take(id)
            case .moved: break
            case .ignored: return edit(event)
            }
        }
        return true
    }

    private func edit(_ event: InputEvent) -> Bool {
        switch field.handle(event) {
        case .edited: search()
        case .moved: break
        case .ignored: return false
        }
        return true
    }

    private func take(_ id: MailboxID) {
        surroundings.keep(MoveChoices.text(of: recent, adding: id), for: Self.setting)
        surroundings.pop()
        choose(id)
    }

    // MARK: Drawing

    public func draw(into grid: inout Grid) {
        let size = Size(width: min(50, grid.width - 4), height: min(16, grid.height - 2))
        grid.inside(grid.bounds.centred(size)) { part in
            Box.draw(into: &part, title: title, style: .accent) { inner in
                let (top, rest) = inner.bounds.split(top: 1)
                inner.inside(top) { field.draw(into: &$0) }
                inner.inside(rest.split(top: 1).1) { drawList(into: &$0) }
            }
        }
    }

    private func drawList(into grid: inout Grid) {
        guard !list.rows.isEmpty else {
            grid.draw("No mailbox is called so", x: 0, y: 0, .dim, columns: grid.width)
            return
        }
        let names = names
        list.draw(into: &grid) { part, id, _ in
            let name = names[id] ?? ""
            part.draw(TextCells.truncated(name, to: part.width - 2, ellipsis: part.frame.glyphs.ellipsis), x: 1, y: 0)
        }
    }
}
