package import InboxModel

/// Drafts that another program sent or saved while they were being written, or waited to be sent, here.
extension StoreTransaction {
    /// Whether a server reports a draft as sent while what was written since is not saved there yet.
    func isSentElsewhere(_ old: Message, _ keywords: Set<Keyword>) throws -> Bool {
        guard !keywords.contains(.draft), try isBeingWritten(old) else { return false }
        // An order of ours that is under way may have made it a message.
        return try !isOnItsWay(old.id)
    }

    /// Makes what was written a draft of its own, with another Message-ID than what was sent. Its row stays, so that its
    /// writer and its queued actions go on.
    func partFromSent(_ draft: Message) throws {
        try detach(draft.id, messageIDHeader: Self.renewed(draft.messageIDHeader ?? ""))
        try stopOrders(of: draft.id)
    }

    /// Whether another client has saved another text over a draft. An order to send it was given for the text before.
    func isSavedOver(_ old: Message, by new: Message, _ body: MessageBody?) throws -> Bool {
        guard old.isDraft, new.isDraft, old.remoteID != nil, new.saveName != old.saveName,
            try new.saveName != DraftTable.ownSave(database, old.id)
        else { return false }
        func people(_ draft: Message) -> [[String]] {
            [draft.from, draft.to, draft.cc, draft.bcc].map { $0.map { $0.email.lowercased() } }
        }
        func words(_ body: MessageBody?) -> String { (body?.html ?? body?.plain ?? "").filter { !$0.isWhitespace } }
        return try old.subject != new.subject || people(old) != people(new)
            || old.files.map(\.size) != new.files.map(\.size) || words(reader.body(of: old.id)) != words(body)
    }

    /// Stops the orders of a draft that its server no longer has as it was. It may have been sent, so only the user may
    /// send it again.
    package func stopOrders(of draft: MessageID) throws {
        for order in try ActionTable.actions(database, about: .draft(draft))
        where order.command == .sendDraft && order.state.isAtRest {
            try stop(
                order.id,
                error: "its draft was changed, sent or deleted elsewhere: check whether it was sent before you send it")
        }
    }
}
