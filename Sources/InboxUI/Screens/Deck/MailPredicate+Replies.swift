import InboxModel

extension MailPredicate {
    /// Whether it selects only threads marked for a reply.
    var isAboutReplies: Bool {
        switch self {
        case .keyword(.replyLater): true
        case .all(let parts): parts.contains(where: \.isAboutReplies)
        default: false
        }
    }

    /// Whether it selects threads that were chosen individually.
    var isOfChosenThreads: Bool {
        guard case .any(let parts) = self else { return false }
        return !parts.isEmpty && parts.allSatisfy { if case .thread = $0 { true } else { false } }
    }
}
