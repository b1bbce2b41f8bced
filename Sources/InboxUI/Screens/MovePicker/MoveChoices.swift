import InboxModel

/// Which mailboxes are offered, and in what order.
struct MoveChoices: Sendable {
    private let mailboxes: [Mailbox]
    /// Mailboxes chosen before, the last first.
    private let recent: [MailboxID]

    init(mailboxes: [Mailbox], account: AccountID, recent: [MailboxID]) {
        self.mailboxes = mailboxes.filter {
            $0.account == account && $0.role != .drafts && $0.role != .sent && $0.rights.contains(.addItems)
        }
        self.recent = recent
    }

    /// Those whose whole name fits the letters, the best first; without letters the last used ones, then by name.
    func matching(_ letters: String) -> [Mailbox] {
        let scored = mailboxes.compactMap { mailbox in
            FuzzyMatch.score(letters, in: Wording.name(of: mailbox)).map { (mailbox, score: $0) }
        }
        return scored.sorted { left, right in
            if left.score != right.score { return left.score > right.score }
            let ranks = (rank(left.0), rank(right.0))
            if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
            return Wording.name(of: left.0).lowercased() < Wording.name(of: right.0).lowercased()
        }.map(\.0)
    }

    private func rank(_ mailbox: Mailbox) -> Int {
        if let index = recent.firstIndex(of: mailbox.id) { return index }
        return recent.count + (mailbox.role == nil ? 1 : 0)
    }

    // MARK: Remembering

    /// How many are remembered.
    private static let kept = 8

    static func recent(from text: String?) -> [MailboxID] {
        (text ?? "").split(separator: " ").compactMap { Int64($0) }.map { MailboxID($0) }
    }

    static func text(of recent: [MailboxID], adding new: MailboxID) -> String {
        ([new] + recent.filter { $0 != new }).prefix(kept).map(\.description).joined(separator: " ")
    }
}
