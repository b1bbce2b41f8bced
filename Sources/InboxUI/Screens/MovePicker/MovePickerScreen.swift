import InboxKit
import InboxModel
import TerminalUI

/// A choice of a mailbox, of the mail's account or of another that can take the mail, found by letters of its name.
@UI
final class MovePickerScreen: PickingScreen {
    let around: any Surroundings
    private let title: String
    private let choose: @UI (MailboxID) -> Void
    private let chooseEach: @UI ([AccountID: MailboxID]) -> Void
    private let recent: [MailboxID]
    /// The name of each mailbox, and the text at its right: its account, or that the mail is there already.
    private let names: [MailboxID: (name: String, aside: String?)]
    private let nothing: String
    /// Why there is nothing to choose; nil where there is something.
    let refusal: String?
    private let tooDeep: (String) -> String?
    private let isHere: (CommonPlace) -> Bool
    var picker: Picker<Choice>

    enum Choice: Hashable, Sendable {
        case known(MailboxID)
        /// Each account's own mailbox.
        case common(CommonPlace)
        /// A new mailbox of that name in that account.
        case new(String, AccountID)
    }

    private static let setting = "recentMoves"

    /// - Parameters:
    ///   - accounts: The accounts of the mail.
    ///   - places: The mailboxes of each thread or message.
    ///   - isCopy: Whether the mail also stays where it is.
    ///   - choose: Called with the mailbox after the picker has closed.
    ///   - each: Called with the mailboxes if each account's mail goes to one of its own.
    init(
        _ accounts: Set<AccountID>, in places: [Set<MailboxID>] = [], isCopy: Bool = false, title: String? = nil,
        around: any Surroundings,
        choose: @escaping @UI (MailboxID) -> Void, each: @escaping @UI ([AccountID: MailboxID]) -> Void = { _ in }
    ) {
        self.around = around
        self.title = title ?? (isCopy ? "Copy to" : "Move to")
        self.choose = choose
        chooseEach = each
        let mailboxes = (try? around.session.mailboxes()) ?? []
        recent = MoveChoices.recent(from: around.session.setting(Self.setting))
        let choices = MoveChoices(
            mailboxes: mailboxes, .init(accounts: accounts, places: places, isCopy: isCopy),
            accounts: around.session.knownAccounts, recent: recent,
            depth: accounts.count == 1 ? accounts.first.flatMap { around.session.mailboxDepth(of: $0) } : nil)
        let none =
            isCopy
            ? "Mail is in one folder here, and no other account takes a copy."
            : accounts.count > 1
                ? "These accounts have no mailbox in common: move their mail separately."
                : "There is no mailbox to move this to."
        refusal = choices.isEmpty ? none : nil
        tooDeep = { choices.tooDeep($0) }
        isHere = { choices.isHere($0) }
        names = Dictionary(
            mailboxes.map { mailbox in
                let address = choices.address(of: mailbox).map { Wording.line($0) }
                return (mailbox.id, (Wording.name(of: mailbox), choices.isHere(mailbox) ? "already here" : address))
            }
        ) { first, _ in first }
        let others = choices.staysHere ? ". Only JMAP and IMAP accounts exchange mail." : ""
        nothing = "No mailbox by that name" + others
        picker = Picker(placeholder: "letters of a name" + (choices.mayMake ? ", or a new one" : "")) { letters in
            let letters = Mailbox.name(typed: letters)
            let common = choices.matchingCommon(letters).map { Choice.common($0) }
            let known = choices.matching(letters).map { Choice.known($0.id) }
            return common + known + (choices.new(letters).map { [Choice.new($0.name, $0.account)] } ?? [])
        }
    }

    func chosen(_ choice: Choice) {
        switch choice {
        case .known(let id): take(id)
        case .common(let place): chooseEach(place.targets)
        case .new(let name, let account): make(name, account)
        }
    }

    private func take(_ id: MailboxID) {
        around.keep(MoveChoices.text(of: recent, adding: id), for: Self.setting)
        choose(id)
    }

    private func make(_ name: String, _ account: AccountID) {
        let session = around.session
        around.attempt { [self] () async throws(SessionError) in
            take(try await session.createMailbox(named: name, account: account))
        }
    }

    func draw(into grid: inout Grid) {
        let (names, isHere) = (names, isHere)
        let nothing = tooDeep(picker.field.text) ?? nothing
        picker.draw(
            into: &grid, title: title, size: Size(width: 50, height: 16), nothing: nothing
        ) { part, choice in
            let (name, aside): (String, String?) =
                switch choice {
                case .known(let id): names[id] ?? ("", nil)
                case .common(let place): (place.name, isHere(place) ? "already here" : "of each account")
                case .new(let name, _): ("create \(Wording.title(name))", nil)
                }
            part.draw(item: name, aside: aside ?? "")
        }
    }
}
