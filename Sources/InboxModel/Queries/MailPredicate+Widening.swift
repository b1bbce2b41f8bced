/// Adding results of servers to a local search. Servers also search files, and split text into words in their own way.
extension MailPredicate {
    /// Returns the predicate extended by messages that only servers found for its words. These must still match all other conditions,
    /// because keywords, mailboxes, dates and people are known here.
    public func widened(by messages: [MessageID]) -> MailPredicate {
        guard !messages.isEmpty else { return self }
        let found = messages.map { MailPredicate.message($0) }
        let rest = wordless
        return rest == .everything ? .any([self] + found) : .any([self, .all([.any(found), rest])])
    }

    /// The predicate without its conditions on words. It selects at least the same messages.
    public var wordless: MailPredicate { saying(.everything).normalForm }

    /// - Parameter stand: replaces conditions on words.
    private func saying(_ stand: MailPredicate) -> MailPredicate {
        switch self {
        case .all(let parts): .all(parts.map { $0.saying(stand) })
        case .any(let parts): .any(parts.map { $0.saying(stand) })
        case .not(let part): .not(part.saying(.not(stand)))
        case .words: stand
        default: self
        }
    }
}
