/// The types whose objects have states (RFC 8620 §1.6.3), with the log's object types that affect them.
enum JMAPType: String, CaseIterable, Sendable {
    case mailbox = "Mailbox"
    case thread = "Thread"
    case email = "Email"
    case identity = "Identity"
    case submission = "EmailSubmission"

    /// A mailbox changes when its counts do.
    var objects: Set<ChangeObject> {
        switch self {
        case .mailbox: [.folder, .label, .message, .draft]
        case .thread: [.thread]
        case .email: [.message, .draft, .email]
        case .identity: []
        case .submission: [.submission]
        }
    }
}
