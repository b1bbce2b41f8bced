import InboxKit
import InboxModel
import MailContent
import TerminalUI

extension Command {
    /// What shows another mailbox at once, from list, drawer and thread.
    static let going: Set<Command> = [
        .goInbox, .goStarred, .goSnoozed, .goSent, .goDrafts, .goAll, .nextAccount, .previousAccount,
    ]
}

/// Straight to a mailbox, to another account, or to all of a sender or a list.
extension ListScreen {
    /// To a mailbox of the account that is looked at, else of the first one; false for every other command.
    func goStraight(_ command: Command) -> Bool {
        guard Command.going.contains(command) else { return false }
        if command == .nextAccount || command == .previousAccount {
            goToAccount(command == .nextAccount ? 1 : -1)
        } else if let account = ownerInQuestion {
            go(to: target(of: command, account))
        }
        return true
    }

    private func target(of command: Command, _ account: AccountID) -> MailView {
        let hasAll = mailboxes.items.contains { $0.account == account && $0.role == .all }
        return switch command {
        case .goStarred: .starred(account)
        case .goSnoozed: .snoozed(account)
        case .goSent: .role(account, .sent)
        case .goDrafts: .role(account, .drafts)
        case .goAll: .role(account, hasAll ? .all : .archive)
        default: .role(account, .inbox)
        }
    }

    /// In the order of the drawer; after the last comes the first.
    private func goToAccount(_ step: Int) {
        let all = accounts.items.map(\.id)
        guard all.count > 1 else { return around.say("There is no other account here", kind: .info, undo: false) }
        let here = view.account.flatMap { all.firstIndex(of: $0) } ?? (step > 0 ? -1 : 0)
        go(to: .role(all[(here + step + all.count) % all.count], .inbox))
    }

    private func go(to target: MailView) {
        guard target != view else {
            return around.say("\(target.title(mailboxes.items)) is what is shown here", kind: .done, undo: false)
        }
        unmarkAll()
        if search != nil { closeSearch() }
        show(target)
    }

    // MARK: More of the same

    var threadInQuestion: ThreadID? { rows.selection.flatMap { entries[$0]?.thread.id } }

    /// Searches for all that the one wrote who wrote last in a thread and is not the user.
    func lookForMore(of thread: ThreadID?) {
        let own = Set(around.ownAddresses.map { $0.lowercased() })
        let messages = thread.flatMap { try? around.session.messages(of: $0) } ?? []
        let others = messages.lazy.filter { !$0.isDraft }.flatMap(\.from).filter {
            !own.contains($0.email.lowercased())
        }
        guard let sender = others.last else {
            return around.say("Nobody but you wrote here", kind: .info, undo: false)
        }
        look(for: MailPredicate.address(.from, pattern: sender.email).queryText())
    }

    /// Searches for all that came through a thread's mailing list; a server that has not told it is asked.
    func lookForList(of thread: ThreadID?) {
        let messages = thread.flatMap { try? around.session.messages(of: $0) } ?? []
        if let list = messages.lazy.compactMap(\.listID).filter({ !$0.isEmpty }).last {
            return look(for: MailPredicate.list(list).queryText())
        }
        guard let message = messages.last(where: { !$0.isDraft && $0.listID == nil }) else { return sayNoList() }
        around.ask("Looking for the mailing list", for: self) { [around] () async throws(SessionError) in
            try await around.session.withList(message)
        } then: { [weak self] found in
            guard let list = found.listID, !list.isEmpty else {
                self?.sayNoList()
                return
            }
            self?.look(for: MailPredicate.list(list).queryText())
        }
    }

    private func sayNoList() { around.say("This came through no mailing list", kind: .info, undo: false) }

    // MARK: The preview

    func scrollPreview(_ pages: Double) {
        guard preview.isInSight, !rows.rows.isEmpty else {
            let key = around.keyName(of: .settings, in: .list).map { " (\($0))" } ?? ""
            return around.say(
                "No preview is in sight: it takes more room, or the setting “preview”\(key)", kind: .info, undo: false)
        }
        guard !preview.scroll(pages: pages) else { return }
        around.say("The \(pages > 0 ? "end" : "beginning") of it is in sight", kind: .info, undo: false)
    }
}
