import InboxModel

/// Moves to another account.
extension ActionPlanner {
    /// The same messages as a move within the account takes, out of all their mailboxes here.
    func transfer(_ messages: [MarkedMessage], to target: Mailbox, of other: Account) throws(ActionError)
        -> [Action.Edit]
    {
        for account in [account, other] where !account.dialect.canTransfer {
            throw account.isReadOnly ? .readOnly : .noTransfer(address: account.address)
        }
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

    /// What is on its way to another account has no place here that could be changed.
    func checkPlaces(of messages: [MarkedMessage]) throws(ActionError) {
        guard !elsewhere.isEmpty, messages.contains(where: { !$0.marks.mailboxes.isDisjoint(with: elsewhere) }) else {
            return
        }
        throw .beingMoved
    }
}

extension Action.Command {
    /// Whether it changes in which mailboxes a message is.
    var placesMessages: Bool {
        switch self {
        case .archive, .trash, .junk, .move, .label, .unlabel, .mute, .snooze, .wake: true
        default: false
        }
    }
}
