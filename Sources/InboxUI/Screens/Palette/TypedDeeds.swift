import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Actions typed completely in the palette, such as `move Receipts`: the objects that may follow the word, and why another cannot.
@UI
final class TypedDeeds {
    private let around: any Surroundings
    private let context: KeyContext
    private let asked: Set<AccountID>

    /// - Parameters:
    ///   - context: The context of the screen beneath.
    ///   - accounts: The accounts of the mail to act on.
    init(in context: KeyContext, of accounts: Set<AccountID>, around: any Surroundings) {
        self.around = around
        self.context = context
        asked = accounts
    }

    private lazy var mailboxes = (try? around.session.mailboxes()) ?? []
    private lazy var tags = (try? around.session.tags()) ?? []
    private lazy var accounts = around.session.knownAccounts
    /// The accounts to offer objects of; all accounts if there is no mail to act on.
    private lazy var owners = asked.isEmpty ? Set(accounts.map(\.id)) : asked

    /// Whether the action is possible on the screen beneath; going to a place is always possible, since the list is beneath all screens.
    private func isPossible(_ deed: OwnKey.Deed) -> Bool { deed.isGoing || deed.contexts.contains(context) }

    /// Whether the text is an action followed by at least the beginning of an object's name.
    func names(_ text: String) -> Bool { OwnKey.typed(text)?.letters.isEmpty == false }

    /// Returns the possible actions, best first. Before the first letter of the object's name these are all.
    func choices(_ text: String) -> [OwnKey] {
        guard let (deed, letters) = OwnKey.typed(text), isPossible(deed) else { return [] }
        let typed = OwnKey(deed, letters)
        if typed.series != nil { return [typed] }
        let found = objects(of: deed, Self.name(letters, behind: deed)).map { OwnKey(deed, $0) }
        // A complete name means that object.
        return found.filter { $0.isWhole(in: text) } + found.filter { !$0.isWhole(in: text) }
    }

    /// Returns why nothing matches, with a suggestion for a misspelt name; nil where the text is no typed action.
    func flaw(_ text: String) -> String? {
        guard let (deed, typed) = OwnKey.typed(text) else { return nil }
        guard isPossible(deed) else { return "There is no mail here to do that to" }
        let letters = Self.name(typed, behind: deed)
        guard !letters.isEmpty else { return nil }
        if deed == .tag { return LabelChoices(tags: tags).flaw(letters) }
        if deed == .snooze { return "“\(Wording.line(letters))” is not a future time: tomorrow 8, monday, in 3 hours" }
        if deed == .copy, objects(of: .copy, "").isEmpty {
            return "Mail is in one folder here; “\(PaletteEntry.command(.copyTo).title)” also names other accounts"
        }
        let noun =
            switch deed {
            case .go: "mailbox, view or tag"
            case .label: "label"
            case .run: "command of yours"
            default: "mailbox"
            }
        let near = Spelling.nearest(to: letters, among: objects(of: deed, ""))
        let hint = near.map { "; did you mean “\(Wording.line($0))”?" } ?? ""
        return "There is no \(noun) “\(Wording.line(letters))” here\(hint)"
    }

    /// Returns the letters of the name, without the word that the titles have before it: “move to Receipts”.
    private static func name(_ letters: String, behind deed: OwnKey.Deed) -> String {
        guard [.go, .move, .copy].contains(deed), letters.lowercased().hasPrefix("to ") else { return letters }
        return letters.dropFirst(3).trimmingCharacters(in: .whitespaces)
    }

    private func objects(of deed: OwnKey.Deed, _ letters: String) -> [String] {
        switch deed {
        case .go: FuzzyMatch.best(places, for: letters) { $0 }
        case .move, .copy: moves(letters, isCopy: deed == .copy)
        case .label: labels(letters)
        case .tag: LabelChoices(tags: tags).matching(letters).compactMap { tagName($0) }
        case .run: FuzzyMatch.best(around.settings.commandNames, for: letters) { $0 }
        case .search: letters.isEmpty ? [] : [letters]
        case .snooze:
            SendTime.parse(letters, now: around.clock.now(), calendar: around.clock.calendar) == nil ? [] : [letters]
        }
    }

    /// The places to go to: mailboxes, those of the accounts in question first, then the other entries of the drawer.
    private lazy var places: [String] = {
        let own = mailboxes.filter { owners.contains($0.account) }
        let others = mailboxes.filter { !owners.contains($0.account) }
        let views = KeptViews(KeptViews.pinned, session: around.session).views.compactMap { view -> String? in
            if case .saved(let name, _) = view { name } else { nil }
        }
        let standing = MailView.standing(of: owners.min(), amongSeveral: accounts.count > 1).map { $0.title([]) }
        var met: Set<String> = []
        return ((own + others).map(\.typedName) + views + standing + tags.map(\.tagName)).filter {
            met.insert($0.lowercased()).inserted
        }
    }()

    private func moves(_ letters: String, isCopy: Bool) -> [String] {
        let choices = MoveChoices(
            mailboxes: mailboxes, .init(accounts: owners, isCopy: isCopy),
            accounts: accounts.filter { owners.contains($0.id) }, recent: [])
        guard owners.count == 1 else { return choices.matchingCommon(letters).map(\.mailbox.typedName) }
        return choices.matching(letters).map(\.typedName)
    }

    private func labels(_ letters: String) -> [String] {
        guard accounts.allSatisfy({ !owners.contains($0.id) || $0.hasLabels }) else { return [] }
        guard owners.count == 1, let owner = owners.first else {
            let common = mailboxes.filter { $0.role == nil }.inCommon(owners)
            return FuzzyMatch.best(common, for: letters, name: \.name).map(\.name)
        }
        let choices = LabelChoices(mailboxes: mailboxes, account: owner, recent: [])
        return choices.matching(letters).compactMap { choice in
            if case .label(let id) = choice { mailboxes.first { $0.id == id }?.name } else { nil }
        }
    }

    private func tagName(_ choice: LabelChoices.Choice) -> String? {
        if case .tag(let tag) = choice { tag.tagName } else { nil }
    }
}

extension Mailbox {
    /// The name by which it is typed and found again: its name on all screens if that tells its role.
    fileprivate var typedName: String {
        let shown = Wording.name(of: self)
        guard let role else { return name }
        return shown.lowercased() == role.rawValue ? shown : role.rawValue
    }
}
