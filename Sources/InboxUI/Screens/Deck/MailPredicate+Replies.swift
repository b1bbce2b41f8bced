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
}
