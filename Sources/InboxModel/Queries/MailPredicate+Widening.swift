/// What servers find for words beside what is found here: they look into files, and have their own idea of a word.
extension MailPredicate {
    /// The predicate with messages that only servers find for its words. They are selected as long as they meet all the rest of
    /// it: marks, places, dates and people are known here.
    public func widened(by messages: [MessageID]) -> MailPredicate {
        guard !messages.isEmpty else { return self }
        let found = messages.map { MailPredicate.message($0) }
        let rest = wordless
        return rest == .everything ? .any([self] + found) : .any([self, .all([.any(found), rest])])
    }

    /// What is left of it when nothing is said of words. It selects all that the predicate selects, and more.
    public var wordless: MailPredicate { saying(.everything).normalForm }

    /// - Parameter stand: what stands for words.
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
