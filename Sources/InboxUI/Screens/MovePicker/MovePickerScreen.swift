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
    private let names: [MailboxID: String]
    private var picker: Picker<MailboxID>

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
        names = Dictionary(mailboxes.map { ($0.id, Wording.name(of: $0)) }) { first, _ in first }
        let choices = MoveChoices(mailboxes: mailboxes, account: account, recent: recent)
        picker = Picker(placeholder: "letters of a mailbox's name") { choices.matching($0).map(\.id) }
    }

    public func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        surroundings.pop()
        return true
    }

    public func handle(_ event: InputEvent) -> Bool {
        defer { surroundings.setNeedsDraw() }
        let response = picker.handle(event)
        if case .chosen(let id) = response {
            surroundings.keep(MoveChoices.text(of: recent, adding: id), for: Self.setting)
            surroundings.pop()
            choose(id)
        }
        return response != .ignored
    }

    public func draw(into grid: inout Grid) {
        let names = names
        picker.draw(
            into: &grid, title: title, size: Size(width: 50, height: 16), nothing: "No mailbox is called so"
        ) { part, id in
            let name = names[id] ?? ""
            part.draw(TextCells.truncated(name, to: part.width - 2, ellipsis: part.frame.glyphs.ellipsis), x: 1, y: 0)
        }
    }
}
