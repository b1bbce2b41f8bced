import InboxModel

extension MailPredicate {
    /// Whether all that it selects is put aside for a reply.
    var isAboutReplies: Bool {
        switch self {
        case .keyword(.replyLater): true
        case .all(let parts): parts.contains(where: \.isAboutReplies)
        default: false
        }
    }

    /// Whether it selects threads that were chosen one by one.
    var isOfChosenThreads: Bool {
        guard case .any(let parts) = self else { return false }
        return !parts.isEmpty && parts.allSatisfy { if case .thread = $0 { true } else { false } }
    }
}
