import InboxKit
import InboxModel
import TerminalUI

/// Creating, renaming, deleting and emptying mailboxes: the selected one in the drawer, the shown one in the list.
extension ListScreen {
    var chosenView: MailView? { drawer.isOpen ? drawer.rows.selection?.target : view }

    /// The selected or shown mailbox; nil where that is no mailbox.
    var chosenMailbox: Mailbox? {
        switch chosenView {
        case .mailbox(_, let id): mailboxes.items.first { $0.id == id }
        case .role(let account, let role): mailboxes.items.first { $0.account == account && $0.role == role }
        default: nil
        }
    }

    /// The account for a new mailbox.
    private var chosenAccount: Account? {
        let id = chosenView?.account ?? view.account
        let writable = accounts.items.filter { !$0.isReadOnly }
        return id == nil ? writable.first : writable.first { $0.id == id }
    }

    /// The commands possible on the selected row's mailbox, and on mailboxes in general.
    var hintedOnMailboxes: [Command] {
        var commands: [Command] = []
        if chosenAccount != nil { commands.append(.newMailbox) }
        if chosenTag != nil { return commands + [.renameView, .deleteMailbox] }
        guard let mailbox = chosenMailbox, chosenAccount != nil else { return commands }
        if mailbox.canBeEmptied { commands.append(.emptyMailbox) }
        if mailbox.rights.contains(.share) { commands.append(.share) }
        guard mailbox.role == nil else { return commands }
        if mailbox.rights.contains(.rename) { commands.append(.renameView) }
        if mailbox.rights.contains(.delete) { commands.append(.deleteMailbox) }
        return commands
    }

    func makeMailbox() {
        guard let account = chosenAccount else {
            return around.say("This account is read-only.", kind: .info)
        }
        let depth = around.session.mailboxDepth(of: account.id)
        let names = MailboxNames(mailboxes.items, account: account.id, depth: depth)
        let owner = accounts.items.count > 1 ? " of \(Wording.line(account.address))" : ""
        around.push(
            EntryScreen(
                "New mailbox\(owner)", deed: "create", placeholder: "a name, or Parent/name", around: around,
                note: { names.note(on: $0) },
                done: { [weak self] name in
                    self?.change("Created \(Wording.title(name))") { session async throws(SessionError) in
                        try await session.createMailbox(named: name, account: account.id)
                    }
                }))
    }

    func renameMailbox() {
        if let chosenTag { return rename(chosenTag) }
        guard let mailbox = changeable("can't be renamed") else { return }
        guard mailbox.rights.contains(.rename) else { return refuse(.forbidden(mailbox: mailbox.name)) }
        let names = MailboxNames(
            mailboxes.items, account: mailbox.account, renamed: mailbox,
            depth: around.session.mailboxDepth(of: mailbox.account))
        around.push(
            EntryScreen(
                "Rename, or move below another", deed: "rename", text: mailbox.name, placeholder: mailbox.name,
                around: around,
                note: { names.note(on: $0) },
                done: { [weak self] name in
                    guard let self, name != mailbox.name else { return }
                    let rest = MailboxMentions(self.mailboxes.items, renaming: mailbox, to: name)
                        .words(self.around.settings, views: self.listing.pinned.views)
                    let done = "Renamed to \(Wording.title(name))" + (rest.isEmpty ? "" : ". " + rest)
                    self.change(done) { session async throws(SessionError) in
                        try await session.renameMailbox(mailbox.id, to: name)
                    }
                }))
    }

    /// Deletes a mailbox, after a question: it does not come back, and mail that is only there goes to the trash.
    func deleteMailbox() {
        if let chosenTag { return takeOff(chosenTag) }
        guard let mailbox = changeable("can't be deleted") else { return }
        guard mailbox.rights.contains(.delete) else { return refuse(.forbidden(mailbox: mailbox.name)) }
        let isLabel = accounts.items.first { $0.id == mailbox.account }.map { $0.hasLabels && $0.dialect == .inbox }
        let name = Wording.title(mailbox.name) + (words(forOwner: mailbox.account).map { " of \($0)" } ?? "")
        look(into: mailbox) { [weak self] contents in
            guard let self else { return }
            if let lower = contents.below.first { return self.refuse(.holdsMailboxes(lower)) }
            self.around.push(
                QuestionScreen(
                    "Delete \(name)?",
                    text: Wording.whatGoes(with: contents, isLabel: isLabel == true)
                        + " A deleted mailbox can't be restored.",
                    deed: "delete", takesEnter: false, around: self.around
                ) { [weak self] in
                    self?.goneMailboxes.delete(mailbox.id)
                    self?.change("Deleted: \(Wording.title(mailbox.name))") { session async throws(SessionError) in
                        try await session.deleteMailbox(mailbox.id, emptiesFirst: true)
                    }
                })
        }
    }

    /// Empties the trash, or junk where that is shown.
    func emptyMailbox() {
        let account = chosenView?.account ?? ownerInQuestion
        let chosen = chosenMailbox
        let mailbox =
            chosen?.canBeEmptied == true
            ? chosen : mailboxes.items.first { $0.account == account && $0.role == .trash }
        guard let mailbox, !drawer.isOpen || chosen?.canBeEmptied == true else {
            return around.say("Only the trash and junk can be emptied.", kind: .info)
        }
        let name = Wording.name(of: mailbox) + (words(forOwner: mailbox.account).map { " of \($0)" } ?? "")
        look(into: mailbox) { [weak self] contents in
            guard let self else { return }
            let count = contents.onlyThere
            guard count > 0 else {
                return self.around.say("Nothing to empty: \(name)", kind: .info)
            }
            let leaves = self.around.stillLeaves(from: mailbox.id, in: self.keyContext).map { " But \($0)." } ?? ""
            self.around.push(
                QuestionScreen(
                    "Empty \(name): delete \(Wording.count(count, "message")) for good?",
                    text:
                        "They are deleted on the server too, and can't be restored. What is also in another mailbox stays.\(leaves)",
                    deed: "delete", takesEnter: false, around: self.around
                ) { [weak self] in self?.empty(mailbox) })
        }
    }

    private func empty(_ mailbox: Mailbox) {
        let around = around
        // Earlier actions must be in the store before the server is asked.
        around.run { [self] in
            around.ask("Emptying \(Wording.name(of: mailbox))", for: self, orSay: { Wording.deleting($0) }) {
                () async throws(SessionError) in
                try await around.session.empty(mailbox)
            } then: { destroyed in
                around.say(Wording.sentence(destroyed, orNothing: "Nothing was deleted."), kind: destroyed.kind)
            }
        }
    }

    /// Returns the chosen mailbox if it is one of the user's own; otherwise tells the user why not.
    private func changeable(_ refusal: String) -> Mailbox? {
        guard let mailbox = chosenMailbox else {
            around.say("That is not a mailbox.", kind: .info)
            return nil
        }
        guard mailbox.role == nil else {
            let name = Wording.name(of: mailbox)
            around.say("\(name) \(refusal): every account has one.", kind: .info)
            return nil
        }
        return mailbox
    }

    private func refuse(_ error: ActionError) { around.say(Wording.sentence(error), kind: .warning) }

    /// Reads the contents of a mailbox once earlier actions are in the store. The question that follows does not open over another screen,
    /// where a letter typed for that would answer it.
    private func look(into mailbox: Mailbox, then: @escaping @UI @Sendable (MailboxContents) -> Void) {
        let (session, around) = (around.session, around)
        around.ask("Checking \(Wording.name(of: mailbox))", for: self) { () async throws(SessionError) in
            await around.inTurn {}
            return try await Task.detached { () -> Result<MailboxContents, SessionError> in
                do throws(SessionError) {
                    return .success(try session.contents(of: mailbox.id))
                } catch {
                    return .failure(error)
                }
            }.value.get()
        } then: {
            then($0)
        }
    }

    private func change(
        _ done: String, _ change: @escaping @Sendable (MailSession) async throws(SessionError) -> Void
    ) {
        let session = around.session
        around.attempt(saying: done) { () async throws(SessionError) in try await change(session) }
    }
}

extension Mailbox {
    /// Whether everything in it may be destroyed at once.
    fileprivate var canBeEmptied: Bool { (role == .trash || role == .junk) && rights.contains(.removeItems) }
}
