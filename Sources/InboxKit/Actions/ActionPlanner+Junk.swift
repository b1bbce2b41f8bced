import InboxModel

/// What is junk and what is not, so that a server's filter learns it.
extension ActionPlanner {
    /// Says of what is moved what its reader holds it for (RFC 8621 §4.1.1): only to servers that keep such words, and where a
    /// mailbox that the message is in, or goes to, forbids them it is moved without.
    func marking(
        _ edits: [Action.Edit], _ added: Set<Keyword>, removing removed: Set<Keyword>, _ messages: [MarkedMessage]
    ) -> [Action.Edit] {
        guard added.union(removed).allSatisfy(account.dialect.keeps) else { return edits }
        let closed = Set(mailboxes.lazy.filter { !$0.rights.contains(.setKeywords) }.map(\.id))
        let unmarked = Set(messages.lazy.filter { !$0.marks.mailboxes.isDisjoint(with: closed) }.map(\.id))
        return edits.map { edit in
            guard !unmarked.contains(edit.message), edit.patch.addMailboxes.isDisjoint(with: closed) else {
                return edit
            }
            var edit = edit
            edit.patch.addKeywords.formUnion(added)
            edit.patch.removeKeywords.formUnion(removed)
            return edit
        }
    }
}
