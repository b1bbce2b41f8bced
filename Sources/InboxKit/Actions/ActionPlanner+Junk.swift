import InboxModel

/// Marking mail as junk or not junk, so that a server's filter learns from it.
extension ActionPlanner {
    /// Adds to moves what the reader takes the mail for, as keywords (RFC 8621 §4.1.1). Servers that keep no such keywords get
    /// none, and neither do messages in, or on the way to, a mailbox that forbids them.
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
