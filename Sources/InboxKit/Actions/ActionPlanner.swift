import InboxModel

/// What a command means for the messages of a thread.
///
/// Acting on a thread acts on all its messages but drafts; a move leaves sent ones where they are; a star goes to its
/// newest message, taking it away clears all.
struct ActionPlanner {
    let account: Account
    /// Those of the account.
    let mailboxes: [Mailbox]

    /// - Parameters:
    ///   - target: for moving and labelling.
    ///   - keyword: for marking.
    func edits(_ command: Action.Command, target: MailboxID?, keyword: Keyword? = nil, messages: [MarkedMessage])
        throws(ActionError) -> [Action.Edit]
    {
        guard !account.isReadOnly else { throw .readOnly }
        let sent = messages.filter { !$0.marks.keywords.contains(.draft) }
        switch command {
        case .shake: return edits(sent, MessagePatch(addKeywords: [.seen], removeKeywords: [.new]))
        case .seen: return edits(sent, MessagePatch(removeKeywords: [.new]))
        case .unread: return edits(sent, MessagePatch(removeKeywords: [.seen]))
        case .star:
            if messages.contains(where: { $0.marks.keywords.contains(.flagged) }) { return [] }
            return edits((sent.isEmpty ? messages : sent).suffix(1), MessagePatch(addKeywords: [.flagged]))
        case .unstar: return edits(messages, MessagePatch(removeKeywords: [.flagged]))
        case .archive: return try archive(sent)
        case .trash: return try move(sent, to: try mailbox(.trash))
        case .junk: return try move(sent, to: try mailbox(.junk))
        case .move:
            guard let mailbox = mailboxes.first(where: { $0.id == target }) else { throw .wrongMailbox }
            return try move(sent, to: mailbox)
        case .label: return edits(sent, MessagePatch(addMailboxes: [try label(target)]))
        case .unlabel: return edits(sent, MessagePatch(removeMailboxes: [try label(target)]))
        case .mark: return edits(messages, MessagePatch(addKeywords: [try own(keyword)]))
        case .unmark: return edits(messages, MessagePatch(removeKeywords: [try own(keyword)]))
        case .mute: return try mute(sent)
        case .unmute: return edits(sent, MessagePatch(removeKeywords: [.muted]))
        case .createMailbox, .renameMailbox, .deleteMailbox, .saveDraft, .sendDraft, .deleteDraft, .uploadFile:
            throw .incomplete
        }
    }

    private func label(_ id: MailboxID?) throws(ActionError) -> MailboxID {
        guard account.hasLabels else { throw .noLabels }
        guard let mailbox = mailboxes.first(where: { $0.id == id }), mailbox.role == nil else { throw .wrongMailbox }
        return mailbox.id
    }

    /// Drafts are made by writing, not by marking.
    private func own(_ keyword: Keyword?) throws(ActionError) -> Keyword {
        guard let keyword, keyword != .draft else { throw .incomplete }
        return keyword
    }

    /// Marks every message, and takes out of the inbox what is there.
    private func mute(_ messages: [MarkedMessage]) throws(ActionError) -> [Action.Edit] {
        let inbox = ids(.inbox)
        var patches: [MessageID: MessagePatch] = [:]
        for edit in try archive(messages.filter { !$0.marks.mailboxes.isDisjoint(with: inbox) }) {
            patches[edit.message] = edit.patch
        }
        return messages.compactMap { message in
            var patch = patches[message.id] ?? MessagePatch()
            patch.addKeywords = [.muted]
            return message.marks.applying(patch) == message.marks ? nil : Action.Edit(message: message.id, patch: patch)
        }
    }

    private func edits(_ messages: some Sequence<MarkedMessage>, _ patch: MessagePatch) -> [Action.Edit] {
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

    private func archive(_ messages: [MarkedMessage]) throws(ActionError) -> [Action.Edit] {
        guard account.hasLabels else { return try move(messages, to: try mailbox(.archive)) }
        let all = ids(.all, .archive)
        return edits(movable(messages), MessagePatch(addMailboxes: all, removeMailboxes: ids(.inbox, .trash, .junk)))
    }

    private func move(_ messages: [MarkedMessage], to target: Mailbox) throws(ActionError) -> [Action.Edit] {
        movable(messages).compactMap { message in
            var gone = message.marks.mailboxes
            if account.hasLabels {
                let leaves = target.role == .trash || target.role == .junk
                gone.formIntersection(leaves ? ids(.inbox, .all, .trash, .junk) : ids(.inbox, .trash, .junk))
            }
            let patch = MessagePatch(addMailboxes: [target.id], removeMailboxes: gone.subtracting([target.id]))
            return message.marks.applying(patch) == message.marks ? nil : Action.Edit(message: message.id, patch: patch)
        }
    }

    /// All but what the owner sent.
    private func movable(_ messages: [MarkedMessage]) -> [MarkedMessage] {
        let sent = ids(.sent)
        return messages.filter { $0.marks.mailboxes.isDisjoint(with: sent) }
    }
}
