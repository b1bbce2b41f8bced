import Foundation
public import InboxModel

/// Why something cannot be done to a thread.
public enum ActionError: Error, Hashable, Sendable {
    /// The account has no mailbox for that.
    case noMailbox(MailboxRole)
    /// The account is a feed.
    case readOnly
    /// The mailbox belongs to another account, or is gone.
    case wrongMailbox
}

/// What a command means for the messages of a thread.
///
/// Acting on a thread acts on all its messages but drafts; a move leaves sent ones where they are; a star goes to its
/// newest message, taking it away clears all.
struct ActionPlanner {
    let account: Account
    /// Those of the account.
    let mailboxes: [Mailbox]

    func edits(_ command: Action.Command, target: MailboxID?, messages: [Message]) throws(ActionError) -> [Action.Edit]
    {
        guard !account.isReadOnly else { throw .readOnly }
        let sent = messages.filter { !$0.isDraft }
        switch command {
        case .shake: return edits(sent, MessagePatch(addKeywords: [.seen]))
        case .unread: return edits(sent, MessagePatch(removeKeywords: [.seen]))
        case .star:
            if messages.contains(where: \.isStarred) { return [] }
            return edits((sent.isEmpty ? messages : sent).suffix(1), MessagePatch(addKeywords: [.flagged]))
        case .unstar: return edits(messages, MessagePatch(removeKeywords: [.flagged]))
        case .archive: return try archive(sent)
        case .trash: return try move(sent, to: try mailbox(.trash))
        case .junk: return try move(sent, to: try mailbox(.junk))
        case .move:
            guard let mailbox = mailboxes.first(where: { $0.id == target }) else { throw .wrongMailbox }
            return try move(sent, to: mailbox)
        }
    }

    private func edits(_ messages: some Sequence<Message>, _ patch: MessagePatch) -> [Action.Edit] {
        messages.compactMap { message in
            message.marks.applying(patch) == message.marks ? nil : Action.Edit(message: message.id, patch: patch)
        }
    }

    private func mailbox(_ role: MailboxRole) throws(ActionError) -> Mailbox {
        guard let mailbox = mailboxes.first(where: { $0.role == role }) else { throw .noMailbox(role) }
        return mailbox
    }

    private func ids(_ roles: MailboxRole...) -> Set<MailboxID> {
        Set(mailboxes.filter { $0.role.map(roles.contains) ?? false }.map(\.id))
    }

    private func archive(_ messages: [Message]) throws(ActionError) -> [Action.Edit] {
        guard account.hasLabels else { return try move(messages, to: try mailbox(.archive)) }
        let all = ids(.all, .archive)
        return edits(movable(messages), MessagePatch(addMailboxes: all, removeMailboxes: ids(.inbox, .trash, .junk)))
    }

    private func move(_ messages: [Message], to target: Mailbox) throws(ActionError) -> [Action.Edit] {
        movable(messages).compactMap { message in
            var gone = message.mailboxes
            if account.hasLabels {
                let leaves = target.role == .trash || target.role == .junk
                gone.formIntersection(leaves ? ids(.inbox, .all, .trash, .junk) : ids(.inbox, .trash, .junk))
            }
            let patch = MessagePatch(addMailboxes: [target.id], removeMailboxes: gone.subtracting([target.id]))
            return message.marks.applying(patch) == message.marks ? nil : Action.Edit(message: message.id, patch: patch)
        }
    }

    /// All but what the owner sent.
    private func movable(_ messages: [Message]) -> [Message] {
        let sent = ids(.sent)
        return messages.filter { $0.mailboxes.isDisjoint(with: sent) }
    }
}
