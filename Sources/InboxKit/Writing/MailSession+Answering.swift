public import InboxModel

extension MailSession {
    /// Returns the message of a thread to reply to or forward: the newest that somebody else wrote. Junk and trash count only if
    /// there is nothing else, so that the user does not reply to a forged message instead of the real one (H-1).
    /// - Parameters:
    ///   - messages: the messages of the thread, oldest first.
    ///   - own: the user's addresses in lower case.
    public func answered(of messages: [Message], own: Set<String>) -> Message? {
        let written = messages.filter { !$0.isDraft }
        let aside = Set(
            ((try? mailboxes()) ?? []).filter { $0.role == .junk || $0.role == .trash }.map(\.id))
        let wanted = written.filter { $0.mailboxes.isEmpty || !$0.mailboxes.isSubset(of: aside) }
        let shown = wanted.isEmpty ? written : wanted
        return shown.last { message in !message.from.areOwn(own) } ?? shown.last
    }
}
