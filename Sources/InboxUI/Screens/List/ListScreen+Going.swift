import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

extension Command {
    /// The commands that show another mailbox at once, in list, drawer and thread.
    static let going: Set<Command> = [
        .goInbox, .goStarred, .goSnoozed, .goSent, .goDrafts, .goAll, .nextAccount, .previousAccount,
    ]
}

/// Going directly to a mailbox, to another account, or to all mail of a sender or mailing list.
extension ListScreen {
    enum Jump: Hashable {
        case top, bottom
        case row(RowID)
        /// Stays on the row while more rows load. If the row is gone by then, waiting commands are dropped, not performed on other rows.
        case same(RowID)
        /// The row at that position in the whole result.
        case position(Int)
        /// The nearest unread row, which the provider finds.
        case unread
        /// The first row of a conversation.
        case thread(ThreadID)
        /// The row that was selected before the order or the kind of rows changed; where it is not loaded, it is sought, or the first row is
        /// taken.
        case kept(ListEntry, isSought: Bool)
        /// The first thread of that day in order of time, or the nearest; that is the one at the position in the whole result.
        case day(Range<Date>, Int)
    }

    /// Goes to a mailbox of the account being shown, otherwise of the first account; returns false for other commands.
    func goStraight(_ command: Command) -> Bool {
        goStraight(command, from: start(of: command))
    }

    /// Returns the account that a command starts from, or whose mailbox it goes to.
    func start(of command: Command) -> AccountID? {
        command == .nextAccount || command == .previousAccount ? view.account : ownerInQuestion
    }

    func goStraight(_ command: Command, from account: AccountID?) -> Bool {
        guard Command.going.contains(command) else { return false }
        if command == .nextAccount || command == .previousAccount {
            goToAccount(command == .nextAccount ? 1 : -1, from: account)
        } else if let account {
            goStraight(to: target(of: command, account))
        }
        return true
    }

    /// Whether a command leads to the view that is shown already.
    func leadsNowhere(_ command: Command) -> Bool {
        guard command != .nextAccount, command != .previousAccount else { return false }
        return start(of: command).map { target(of: command, $0) } == view
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

    /// Goes to another account, in the order of the drawer; after the last comes the first.
    private func goToAccount(_ step: Int, from account: AccountID?) {
        let all = accounts.items.map(\.id)
        guard all.count > 1 else { return around.say("There is no other account here", kind: .info) }
        let here = account.flatMap { all.firstIndex(of: $0) } ?? (step > 0 ? -1 : 0)
        goStraight(to: .role(all[(here + step + all.count) % all.count], .inbox))
    }

    func goStraight(to target: MailView) {
        guard target != view else {
            return around.say("\(target.title(mailboxes.items)) is already open", kind: .info)
        }
        if search != nil { closeSearch() }
        show(target)
    }

    // MARK: More of the same

    var threadInQuestion: ThreadID? { rows.selection.flatMap { loaded[$0]?.thread.id } }

    func lookForMore(of thread: ThreadID?) {
        if let query = around.senderQuery(of: thread, at: selectedMessage) { look(for: query) }
    }

    func lookForList(of thread: ThreadID?) {
        around.findListQuery(of: thread, for: self) { [weak self] in self?.look(for: $0) }
    }

    // MARK: The preview

    func scrollPreview(_ pages: Double) {
        guard preview.isInSight, !rows.rows.isEmpty else {
            let key = around.keyName(of: .settings, in: .list).map { " (\($0))" } ?? ""
            return around.say("No preview is shown: it needs more room, or the setting “preview”\(key)", kind: .info)
        }
        guard !preview.scroll(pages: pages) else { return }
        around.say("This is the \(pages > 0 ? "end" : "beginning") of the preview", kind: .info)
    }
}
