import InboxModel

/// Moves and copies to another account.
extension ActionPlanner {
    /// Moves the messages that a move within the account would take, out of all their mailboxes here.
    func transfer(_ messages: [MarkedMessage], to target: Mailbox, of other: Account) throws(ActionError)
        -> [Action.Edit]
    {
        for account in [account, other] where !account.dialect.canTransfer {
            throw account.isReadOnly ? .readOnly : .noTransfer(address: account.address)
        }
        guard !account.isReadOnly, !other.isReadOnly else { throw .readOnly }
        guard target.rights.contains(.addItems) else { throw .forbidden(mailbox: target.name) }
        let moved = moved(messages.filter { !$0.marks.isDraft })
        try checkPlaces(of: moved)
        for mailbox in mailboxes where !mailbox.rights.contains(.removeItems) {
            guard !moved.contains(where: { $0.marks.mailboxes.contains(mailbox.id) }) else {
                throw .forbidden(mailbox: mailbox.name)
            }
        }
        return moved.map { message in
            Action.Edit(
                message: message.id,
                patch: MessagePatch(addMailboxes: [target.id], removeMailboxes: message.marks.mailboxes))
        }
    }

    /// Copies to another account what a move would take there; everything stays where it is.
    func copies(_ messages: [MarkedMessage], to target: Mailbox, of other: Account) throws(ActionError) -> [Action.Edit]
    {
        for account in [account, other] where !account.dialect.canTransfer {
            throw account.isReadOnly ? .readOnly : .noTransfer(address: account.address)
        }
        guard !other.isReadOnly else { throw .readOnly }
        guard target.rights.contains(.addItems) else { throw .forbidden(mailbox: target.name) }
        let copied = moved(messages.filter { !$0.marks.isDraft })
        try checkPlaces(of: copied)
        return copied.map { Action.Edit(message: $0.id, patch: MessagePatch(addMailboxes: [target.id])) }
    }

    /// Adds another mailbox of the account, which is possible only if a message can be in several.
    func copy(_ messages: [MarkedMessage], to id: MailboxID?) throws(ActionError) -> [Action.Edit] {
        guard account.hasLabels else { throw .noLabels }
        guard let target = mailboxes.first(where: { $0.id == id }) else { throw .wrongMailbox }
        // Deleted mail is in no other mailbox.
        if let role = target.role, [.trash, .junk, .drafts, .sent].contains(role) { throw .wrongMailbox }
        return edits(moved(messages), MessagePatch(addMailboxes: [target.id]))
    }

    /// Throws for messages on their way to another account: they have no mailbox here to change.
    func checkPlaces(of messages: [MarkedMessage]) throws(ActionError) {
        guard !elsewhere.isEmpty, messages.contains(where: { !$0.marks.mailboxes.isDisjoint(with: elsewhere) }) else {
            return
        }
        throw .beingMoved
    }
}

extension Action.Command {
    /// Whether the command changes in which mailboxes a message is.
    var placesMessages: Bool {
        switch self {
        case .archive, .trash, .junk, .notJunk, .move, .copy, .label, .unlabel, .mute, .snooze, .wake: true
        default: false
        }
    }
}
