import InboxModel

/// The last known names of mailboxes: one that was deleted can still be named.
struct ShownMailboxNames: Equatable {
    private let all: [MailboxID: String]
    /// Those of the mailboxes made by users, as rows name them.
    let labels: [MailboxID: String]

    init(_ mailboxes: [Mailbox]) {
        all = Dictionary(mailboxes.map { ($0.id, $0.name) }) { first, _ in first }
        let made = mailboxes.filter { $0.role == nil }
        labels = Dictionary(made.map { ($0.id, Wording.line($0.name)) }) { first, _ in first }
    }

    subscript(id: MailboxID) -> String? { all[id] }
}
