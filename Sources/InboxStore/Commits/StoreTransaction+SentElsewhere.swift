package import InboxModel

/// Drafts that another program sent or saved while more was written to them here, or while they were to be sent from here.
extension StoreTransaction {
    /// Whether a server tells that what is a draft here was sent, and what was written since is not with it yet.
    func isSentElsewhere(_ old: Message, _ keywords: Set<Keyword>) throws -> Bool {
        guard !keywords.contains(.draft), try isBeingWritten(old) else { return false }
        // An order of ours that is under way may be what made it a message.
        return try !isOnItsWay(old.id)
    }

    /// What was written is a draft of its own from now on, with another Message-ID than what was sent. Its row stays, so that
    /// whoever writes it and what is queued about it go on.
    func partFromSent(_ draft: Message) throws {
        try detach(draft.id, messageIDHeader: Self.renewed(draft.messageIDHeader ?? ""))
        try stopOrders(of: draft.id)
    }

    /// Whether another client has saved another text over a draft: an order to send it was given for the one before.
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

    /// A draft is not what its server had: nobody knows whether it went out, so only the user lets it go out once more.
    package func stopOrders(of draft: MessageID) throws {
        for order in try ActionTable.actions(database, about: .draft(draft))
        where order.command == .sendDraft && (order.state == .waiting || order.state == .stopped) {
            try stop(
                order.id,
                error: "its draft was changed, sent or deleted elsewhere: see whether it went out before you send it")
        }
    }
}
